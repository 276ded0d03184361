import type { ObjectCellView } from '#plugins/annotate/annotations/common/index.ts';

/** Objects that are kept of cells out of view. */
const KEPT_OBJECTS = 30_000;
/** Cells that are kept, however few objects they have. */
const KEPT_CELLS = 400;

/** Cells that were read, those used last at the end. */
export class CellCache {
  readonly #cells = new Map<string, ObjectCellView>();
  #objects = 0;

  get(key: string): ObjectCellView | undefined {
    const found = this.#cells.get(key);
    if (found === undefined) return undefined;
    this.#cells.delete(key);
    this.#cells.set(key, found);
    return found;
  }

  has(key: string): boolean {
    return this.#cells.has(key);
  }

  /** Keeps a cell; those not used for longest go, but none that `wanted` names. */
  set(key: string, cell: ObjectCellView, wanted: ReadonlySet<string>): void {
    this.#drop(key);
    this.#cells.set(key, cell);
    this.#objects += cell.objects.length;
    for (const old of this.#cells.keys()) {
      if (this.#objects <= KEPT_OBJECTS && this.#cells.size <= KEPT_CELLS) return;
      if (!wanted.has(old)) this.#drop(old);
    }
  }

  clear(): void {
    this.#cells.clear();
    this.#objects = 0;
  }

  #drop(key: string): void {
    this.#objects -= this.#cells.get(key)?.objects.length ?? 0;
    this.#cells.delete(key);
  }
}
