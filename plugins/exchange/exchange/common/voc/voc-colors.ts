/** The colour of an index in VOC pictures: its bits spread over red, green and blue from the top (0xRRGGBB). */
export function vocColor(index: number): number {
  let [red, green, blue] = [0, 0, 0];
  for (let bit = 7, rest = index; rest > 0; bit -= 1, rest >>= 3) {
    red |= (rest & 1) << bit;
    green |= ((rest >> 1) & 1) << bit;
    blue |= ((rest >> 2) & 1) << bit;
  }
  return (red << 16) | (green << 8) | blue;
}

/** The 256 colours of the palette. */
export const vocPalette: readonly number[] = Array.from({ length: 256 }, (none, index) => vocColor(index));
