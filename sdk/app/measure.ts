/** About how many bytes plain data takes; counts no further than a little past `most`. */
export function measure(data: unknown, most: number): number {
  let size = 0;
  const left: unknown[] = [data];
  const seen = new Set<object>();
  while (left.length > 0 && size <= most) {
    const value = left.pop();
    if (typeof value === 'string') size += value.length * 2;
    else if (typeof value !== 'object' || value === null) size += 8;
    else if (!seen.has(value)) {
      seen.add(value);
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) size += value.byteLength;
      else if (value instanceof Map || value instanceof Set) for (const each of value) left.push(each);
      else {
        const entries = Object.entries(value);
        size += 16 + entries.length * 8;
        for (const [name, each] of entries) {
          size += name.length * 2;
          left.push(each);
        }
      }
    }
  }
  return size;
}
