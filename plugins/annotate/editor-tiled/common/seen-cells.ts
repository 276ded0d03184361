import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** CSS pixels per pixel from which on details can be judged: a cell in view at this zoom or closer counts as seen. */
export const seenZoom = 0.2;

/** Pixels along the side of a cell, and of one of the largest images. */
const CELL = 1024;
const LARGE_CELL = 2048;
const LARGE = 40_000;

/** The share of a cell's width and height that must be in view. */
const IN_VIEW = 0.9;

/** A cell, counted from the top left. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** The cells of a grid over an image, and which of them a person has looked at. */
export class SeenCells {
  /** Pixels along the side of a cell. */
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  readonly #size: Size;
  readonly #seen: Uint8Array;
  #count = 0;

  /** @param stored the text of {@link toText} of an image of the same size; another one is ignored */
  constructor(size: Size, stored?: string) {
    this.#size = size;
    this.side = Math.max(size.width, size.height) > LARGE ? LARGE_CELL : CELL;
    this.columns = Math.max(1, Math.ceil(size.width / this.side));
    this.rows = Math.max(1, Math.ceil(size.height / this.side));
    this.#seen = new Uint8Array(this.columns * this.rows);
    if (stored?.length !== Math.ceil(this.total / 4)) return;
    for (let at = 0; at < this.total; at += 1)
      if ((Number.parseInt(stored[at >> 2]!, 16) & (1 << (at & 3))) !== 0) this.#mark(at);
  }

  get total(): number {
    return this.#seen.length;
  }

  get count(): number {
    return this.#count;
  }

  isSeen({ column, row }: Cell): boolean {
    return this.#seen[row * this.columns + column] === 1;
  }

  /** The part of the image that a cell covers. */
  bounds({ column, row }: Cell): Rectangle {
    return {
      minX: column * this.side,
      minY: row * this.side,
      maxX: Math.min((column + 1) * this.side, this.#size.width),
      maxY: Math.min((row + 1) * this.side, this.#size.height),
    };
  }

  /** The cell of a place; the nearest one of a place beside the image. */
  at({ x, y }: Place): Cell {
    const clamp = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);
    return { column: clamp(Math.floor(x / this.side), this.columns), row: clamp(Math.floor(y / this.side), this.rows) };
  }

  /** The cell beside another; the same one at the edge of the image. */
  beside({ column, row }: Cell, across: number, down: number): Cell {
    return this.at({ x: (column + across + 0.5) * this.side, y: (row + down + 0.5) * this.side });
  }

  /** Takes note of what is in view. True when a cell was seen for the first time. */
  look(visible: Rectangle, zoom: number): boolean {
    if (zoom < seenZoom) return false;
    const before = this.#count;
    for (const cell of this.meeting(visible)) {
      const { minX, minY, maxX, maxY } = this.bounds(cell);
      const across = (Math.min(maxX, visible.maxX) - Math.max(minX, visible.minX)) / (maxX - minX);
      const down = (Math.min(maxY, visible.maxY) - Math.max(minY, visible.minY)) / (maxY - minY);
      if (across >= IN_VIEW && down >= IN_VIEW) this.#mark(cell.row * this.columns + cell.column);
    }
    return this.#count > before;
  }

  /** The cells that a part of the image meets, row by row. */
  *meeting(part: Rectangle): Generator<Cell> {
    const first = this.at({ x: part.minX, y: part.minY });
    const last = this.at({ x: part.maxX, y: part.maxY });
    for (let row = first.row; row <= last.row; row += 1)
      for (let column = first.column; column <= last.column; column += 1) yield { column, row };
  }

  /** The next cell after another that was not seen, row by row and from the top again; undefined when all were. */
  nextUnseen(after: Cell): Cell | undefined {
    const start = after.row * this.columns + after.column;
    for (let step = 1; step <= this.total; step += 1) {
      const at = (start + step) % this.total;
      if (this.#seen[at] === 0) return { column: at % this.columns, row: Math.floor(at / this.columns) };
    }
    return undefined;
  }

  forgetAll(): void {
    this.#seen.fill(0);
    this.#count = 0;
  }

  /** Four cells for each hexadecimal digit. */
  toText(): string {
    let text = '';
    for (let at = 0; at < this.total; at += 4) {
      let digit = 0;
      for (let bit = 0; bit < 4; bit += 1) digit |= (this.#seen[at + bit] ?? 0) << bit;
      text += digit.toString(16);
    }
    return text;
  }

  #mark(at: number): void {
    this.#count += 1 - this.#seen[at]!;
    this.#seen[at] = 1;
  }
}
