/**
 * Returns the starts of the lines of a text, in UTF-16 units; the first at 0. Lines end with a line feed, which belongs
 * to them.
 */
export function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Uint32Array.from(starts);
}

/** Number of the line that a place lies in, 0 and up. */
export function lineAt(starts: Uint32Array, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
