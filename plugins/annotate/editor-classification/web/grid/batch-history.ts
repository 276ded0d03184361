import type { ItemTags, TagResult } from '../../common/api.ts';
import { MOST_ITEMS } from '../../common/api.ts';
import type { TagChange } from '../../common/tag-changes.ts';

/** Sends changes of many items to the server; at most `MOST_ITEMS` of one call. */
export interface BatchPort {
  change(itemIds: readonly number[], change: TagChange): Promise<TagResult>;
  stepBack(
    steps: readonly { readonly item_id: number; readonly revision: number; readonly to: number }[],
  ): Promise<TagResult>;
}

/** One change as one step of undo: what each of its items was before and after. */
interface Entry {
  readonly label: string;
  readonly items: ReadonlyMap<number, { readonly before: number; readonly after: number }>;
}

/** Steps that are kept. */
const MOST_STEPS = 100;

/**
 * Changes of many items and their undo. A revision is a state of an item; after an undo the item is on a newer revision
 * with the content of an older one, so each item's revision is kept beside its content.
 */
export class BatchHistory {
  /** The newest revision of each item that we made, and the revision it says the same as. */
  readonly #stored = new Map<number, { readonly revision: number; readonly says: number }>();
  #done: Entry[] = [];
  #undone: Entry[] = [];

  constructor(private readonly port: BatchPort) {}

  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.label;
  }

  /** Makes a change of any number of items one step. */
  async apply(label: string, itemIds: readonly number[], change: TagChange): Promise<TagResult> {
    const result = await inParts(itemIds, part => this.port.change(part, change));
    const items = new Map<number, { before: number; after: number }>();
    for (const { item_id: id, revision } of result.changed) {
      const stored = this.#stored.get(id);
      // Somebody else changed it in between: what we did before cannot be taken back on top of that.
      if (stored !== undefined && stored.revision !== revision - 1) this.#forget(id);
      items.set(id, { before: stored?.revision === revision - 1 ? stored.says : revision - 1, after: revision });
      this.#stored.set(id, { revision, says: revision });
    }
    if (items.size > 0) {
      this.#done = [...this.#done, { label, items }].slice(-MOST_STEPS);
      this.#undone = [];
    }
    return result;
  }

  /** Takes the last step back; undefined when there is none. */
  async undo(): Promise<TagResult | undefined> {
    const entry = this.#done.pop();
    if (entry === undefined) return undefined;
    this.#undone.push(entry);
    return this.#step(entry, 'before');
  }

  async redo(): Promise<TagResult | undefined> {
    const entry = this.#undone.pop();
    if (entry === undefined) return undefined;
    this.#done.push(entry);
    return this.#step(entry, 'after');
  }

  async #step({ items }: Entry, to: 'before' | 'after'): Promise<TagResult> {
    const steps = [...items].flatMap(([id, states]) => {
      const stored = this.#stored.get(id);
      return stored === undefined ? [] : [{ item_id: id, revision: stored.revision, to: states[to] }];
    });
    const wanted = new Map(steps.map(each => [each.item_id, each.to]));
    const result = await inParts(steps, part => this.port.stepBack(part));
    for (const { item_id: id, revision } of result.changed) this.#stored.set(id, { revision, says: wanted.get(id)! });
    return result;
  }

  #forget(itemId: number): void {
    for (const { items } of [...this.#done, ...this.#undone]) (items as Map<number, unknown>).delete(itemId);
  }
}

async function inParts<T>(all: readonly T[], send: (part: readonly T[]) => Promise<TagResult>): Promise<TagResult> {
  const whole = { changed: [] as ItemTags[], same: [] as number[], refused: [] as TagResult['refused'] };
  for (let start = 0; start < all.length; start += MOST_ITEMS) {
    const { changed, same, refused } = await send(all.slice(start, start + MOST_ITEMS));
    whole.changed.push(...changed);
    whole.same.push(...same);
    whole.refused.push(...refused);
  }
  return whole;
}
