/** The connected parts of a grid of 0 and 1; neighbours share an edge. */
export interface GridParts {
  /** Number of the part of each cell from 1; 0 where the grid is 0. */
  readonly labels: Int32Array;
  /** Cells of each part; entry 0 is unused. */
  readonly sizes: readonly number[];
}

/** Finds the connected parts of a `width × height` grid, row by row; a cell is inside when it is not 0. */
export function gridParts(cells: Uint8Array, width: number, height: number): GridParts {
  const labels = new Int32Array(width * height);
  const sizes = [0];
  const stack = new Int32Array(width * height);
  for (let start = 0; start < labels.length; start++) {
    if (cells[start] === 0 || labels[start] !== 0) continue;
    const label = sizes.length;
    let size = 0;
    let top = 0;
    stack[top++] = start;
    labels[start] = label;
    const visit = (cell: number): void => {
      if (cells[cell] === 0 || labels[cell] !== 0) return;
      labels[cell] = label;
      stack[top++] = cell;
    };
    while (top > 0) {
      const cell = stack[--top]!;
      size += 1;
      const x = cell % width;
      if (x > 0) visit(cell - 1);
      if (x + 1 < width) visit(cell + 1);
      if (cell >= width) visit(cell - width);
      if (cell + width < labels.length) visit(cell + width);
    }
    sizes.push(size);
  }
  return { labels, sizes };
}
