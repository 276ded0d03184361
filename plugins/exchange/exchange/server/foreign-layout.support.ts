import { groupBy } from '../common/group-by.ts';
import { encoded } from './planned-set.support.ts';
import type { PlannedItem, PlannedSet } from './planned-set.support.ts';

/** A set as a tool writes it: the files by path, and which of them is the picture, text or video of each item. */
export interface ForeignLayout {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly media: ReadonlyMap<PlannedItem, string>;
}

export type LayoutWriter = (set: PlannedSet, media: Uint8Array) => ForeignLayout;

/** Collects the files of a set. Texts get the encoding of the set. */
export class LayoutFiles {
  readonly files = new Map<string, string | Uint8Array>();
  readonly media = new Map<PlannedItem, string>();

  constructor(
    readonly set: PlannedSet,
    private readonly bytes: Uint8Array,
  ) {}

  text(path: string, text: string): void {
    this.files.set(path, encoded(text, this.set));
  }

  json(path: string, value: unknown): void {
    this.text(path, JSON.stringify(value, undefined, this.set.isSparse ? undefined : 2));
  }

  medium(item: PlannedItem, path: string): void {
    this.files.set(path, this.bytes);
    this.media.set(item, path);
  }

  /** A name as the annotation files spell it. */
  spelled(name: string): string {
    return this.set.isDecomposed ? name.normalize('NFD') : name;
  }

  /** The parts of the set, each with its items. */
  parts(): readonly (readonly [string, readonly PlannedItem[]])[] {
    return [...groupBy(this.set.items, item => item.part)];
  }

  isDamaged(item: PlannedItem, at: number): boolean {
    return item === this.set.damaged && at === 0;
  }
}
