import type { Instance } from '#plugins/editor/common/document.ts';
import type { LaidSpan } from '../common/block-segments.ts';
import type { CodePoints } from '../common/code-points.ts';
import type { Stretch } from '../common/snap-selection.ts';
import { lanesOf } from '../common/span-lanes.ts';
import type { TextEntity, TextRelation } from '../common/text-instances.ts';
import { isEntity, isRelation } from '../common/text-instances.ts';
import { lineAt } from '../common/text-lines.ts';

/** A span as it is drawn; places in UTF-16 units. */
export interface ShownSpan extends LaidSpan {
  readonly instance: TextEntity;
}

const none: readonly ShownSpan[] = [];

/** Where the spans of a document lie: by block, by name, and in the order of reading. Hidden ones are left out. */
export class SpanIndex {
  readonly #points: CodePoints;
  readonly #starts: Uint32Array;
  readonly #stretches = new WeakMap<Instance, Stretch>();
  #byBlock = new Map<number, ShownSpan[]>();
  #byId = new Map<string, ShownSpan>();
  #ordered: readonly ShownSpan[] | undefined;
  #relations = new Map<string, TextRelation[]>();

  /** `starts` are those of the blocks the text is laid out in. */
  constructor(points: CodePoints, starts: Uint32Array) {
    this.#points = points;
    this.#starts = starts;
  }

  /** Takes the instances of a document as they are to be drawn. */
  update(instances: readonly Instance[]): void {
    const shown = instances.filter(isEntity).filter(each => each.visible !== false);
    const stretches = shown.map(instance => ({ id: instance.id, instance, ...this.stretchOf(instance) }));
    const lanes = lanesOf(stretches);
    this.#byBlock = new Map();
    this.#byId = new Map();
    this.#ordered = undefined;
    for (const each of stretches) {
      const span: ShownSpan = { ...each, lane: lanes.get(each.id)! };
      this.#byId.set(span.id, span);
      const last = lineAt(this.#starts, Math.max(span.start, span.end - 1));
      for (let block = lineAt(this.#starts, span.start); block <= last; block += 1) {
        const known = this.#byBlock.get(block);
        if (known === undefined) this.#byBlock.set(block, [span]);
        else known.push(span);
      }
    }
    this.#relations = new Map();
    for (const relation of instances.filter(isRelation)) {
      if (relation.visible === false) continue;
      for (const end of new Set([relation.from, relation.to])) {
        const known = this.#relations.get(end);
        if (known === undefined) this.#relations.set(end, [relation]);
        else known.push(relation);
      }
    }
  }

  /** The place of an entity in UTF-16 units, whether it is shown or not. */
  stretchOf(entity: TextEntity): Stretch {
    const known = this.#stretches.get(entity);
    if (known !== undefined) return known;
    const stretch = { start: this.#points.toUnit(entity.start), end: this.#points.toUnit(entity.end) };
    this.#stretches.set(entity, stretch);
    return stretch;
  }

  inBlock(block: number): readonly ShownSpan[] {
    return this.#byBlock.get(block) ?? none;
  }

  get(id: string): ShownSpan | undefined {
    return this.#byId.get(id);
  }

  relationsOf(id: string): readonly TextRelation[] {
    return this.#relations.get(id) ?? [];
  }

  /** All shown spans as they are read: by their begin, the longer ones first. */
  get ordered(): readonly ShownSpan[] {
    this.#ordered ??= [...this.#byId.values()].toSorted((one, other) => one.start - other.start || other.end - one.end || (one.id < other.id ? -1 : 1));
    return this.#ordered;
  }

  /** The number of lanes that a block needs. */
  lanesIn(block: number): number {
    return this.inBlock(block).reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  }
}
