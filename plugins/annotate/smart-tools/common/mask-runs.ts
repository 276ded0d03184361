/**
 * A mask as runs: for each row a list begin, end, begin, end … of columns counted from `x`, `end` not included. Rows
 * are counted from `y`. One cell is one unit of the grid the mask was made on.
 */
export interface MaskRuns {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly (readonly number[])[];
}

export const emptyRuns: MaskRuns = { x: 0, y: 0, width: 0, height: 0, rows: [] };

/** Rows of whole-grid columns as runs in their own bounds. */
export function runsInBounds(rows: readonly (readonly number[])[]): MaskRuns {
  const first = rows.findIndex(row => row.length > 0);
  if (first < 0) return emptyRuns;
  const last = rows.findLastIndex(row => row.length > 0);
  let [left, right] = [Infinity, 0];
  for (const row of rows) {
    if (row.length === 0) continue;
    left = Math.min(left, row[0]!);
    right = Math.max(right, row.at(-1)!);
  }
  return {
    x: left,
    y: first,
    width: right - left,
    height: last - first + 1,
    rows: rows.slice(first, last + 1).map(row => row.map(column => column - left)),
  };
}

/** The mask's cells, 1 inside and 0 outside, row by row. */
export function cellsOfRuns(runs: MaskRuns): Uint8Array {
  const cells = new Uint8Array(runs.width * runs.height);
  runs.rows.forEach((row, y) => {
    for (let at = 0; at + 1 < row.length; at += 2)
      cells.fill(1, y * runs.width + row[at]!, y * runs.width + row[at + 1]!);
  });
  return cells;
}

/**
 * Runs as bytes. A row begins with twice the number of its runs, plus one when the row before has as many: the columns
 * then follow as distances from those above, else as distances from each other. All numbers are of 7 bits a byte, small
 * ones first.
 */
export function packRuns(rows: MaskRuns['rows']): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  let above: readonly number[] = [];
  for (const row of rows) {
    const alike = row.length > 0 && row.length === above.length;
    put(row.length + (alike ? 1 : 0));
    row.forEach((column, at) => {
      const delta = alike ? column - above[at]! : column - (row[at - 1] ?? 0);
      put(alike ? (delta << 1) ^ (delta >> 31) : delta);
    });
    above = row;
  }
  return Uint8Array.from(bytes);
}

/**
 * The opposite of {@link packRuns}.
 * @throws RangeError when the bytes end in the middle of a row or do not fit `height` rows of `width`.
 */
export function unpackRuns(bytes: Uint8Array, width: number, height: number): MaskRuns['rows'] {
  let place = 0;
  const take = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[place++];
      if (byte === undefined || shift > 28) throw new RangeError('The mask is cut off.');
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const rows: (readonly number[])[] = [];
  let above: readonly number[] = [];
  for (let y = 0; y < height; y++) {
    const head = take();
    const length = head & ~1;
    if (length > width + 1) throw new RangeError('The mask has more runs than its row has pixels.');
    const row: number[] = [];
    for (let at = 0; at < length; at++) {
      const value = take();
      const column =
        (head & 1) === 1 ? (above[at] ?? NaN) + ((value >>> 1) ^ -(value & 1)) : (row[at - 1] ?? 0) + value;
      if (!(column >= (row[at - 1] ?? 0) && column <= width)) throw new RangeError('The mask leaves its bounds.');
      row.push(column);
    }
    rows.push(row);
    above = row;
  }
  return rows;
}
