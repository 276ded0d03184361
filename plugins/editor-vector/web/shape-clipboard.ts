import type { Instance } from '#plugins/editor/common/document.ts';

/** What was copied last. It outlives the item, so shapes can be pasted on the next one. */
export class ShapeClipboard {
  #instances: readonly Instance[] = [];

  get instances(): readonly Instance[] {
    return this.#instances;
  }

  copy(instances: readonly Instance[]): void {
    this.#instances = instances;
  }
}

/** The clipboard of this tab. */
export const shapeClipboard = new ShapeClipboard();
