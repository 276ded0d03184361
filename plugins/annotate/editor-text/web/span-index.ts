import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { arcLanes } from '../common/arc-lanes.ts';
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

/** With the first and the last block it reaches over. */
type KeptSpan = { -readonly [field in keyof ShownSpan]: ShownSpan[field] } & {
  readonly first: number;
  readonly last: number;
};

const none: readonly ShownSpan[] = [];

/**
 * Index of the places of a document's spans: by block, by name, and in the order of reading. Hidden ones are left out.
 * A change costs what it touches, not what there is.
 */
export class SpanIndex {
  readonly #points: CodePoints;
  readonly #starts: Uint32Array;
  readonly #stretches = new WeakMap<Instance, Stretch>();
  readonly #byBlock = new Map<number, KeptSpan[]>();
  readonly #byId = new Map<string, KeptSpan>();
  readonly #relations = new Map<string, TextRelation>();
  /** Shown relations by the ids of both their ends, then by their own. */
  readonly #byEnd = new Map<string, Map<string, TextRelation>>();
  #ordered: readonly ShownSpan[] | undefined;

  /** `starts` are those of the blocks the text is laid out in. */
  constructor(points: CodePoints, starts: Uint32Array) {
    this.#points = points;
    this.#starts = starts;
  }

  /**
   * Takes instances as they are to be drawn now; `shown` gives one, or undefined when it is gone. Answers the blocks
   * that look different.
   */
  update(ids: Iterable<string>, shown: (id: string) => Instance | undefined): ReadonlySet<number> {
    const touched = new Set<number>();
    const related = new Set<string>();
    for (const id of ids) {
      const instance = shown(id);
      if (this.#byEnd.has(id)) related.add(id);
      this.#take(id, isEntity(instance) && instance.visible !== false ? instance : undefined, touched);
      this.#relate(id, isRelation(instance) && instance.visible !== false ? instance : undefined, related);
    }
    this.#layOut(touched);
    this.#touchRelated(related, touched);
    return touched;
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
    return [...(this.#byEnd.get(id)?.values() ?? [])];
  }

  /** All shown spans as they are read: by their begin, the longer ones first. */
  get ordered(): readonly ShownSpan[] {
    this.#ordered ??= [...this.#byId.values()].toSorted(
      (one, other) => one.start - other.start || other.end - one.end || (one.id < other.id ? -1 : 1),
    );
    return this.#ordered;
  }

  /** The number of lanes that a block needs. */
  lanesIn(block: number): number {
    return this.inBlock(block).reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  }

  /** The number of names above each other over a block: those of spans that begin at one place. */
  labelsIn(block: number): number {
    return this.inBlock(block).reduce((most, { start }) => Math.max(most, this.labelsAt(block, start)), 0);
  }

  labelsAt(block: number, start: number): number {
    return this.inBlock(block).filter(each => each.start === start).length;
  }

  /**
   * The lanes of the arcs over a block by the ids of their relations, 0 next to the text. Those that leave the block
   * run to its margin.
   */
  arcsIn(block: number): ReadonlyMap<string, number> {
    const spans = (this.#byBlock.get(block) ?? []).filter(({ first }) => first === block);
    const relations = new Set(spans.flatMap(each => this.relationsOf(each.id)));
    return arcLanes(
      [...relations].flatMap(({ id, from, to }) => {
        const ends = [this.#byId.get(from), this.#byId.get(to)].filter(each => each !== undefined);
        const here = ends.filter(({ first }) => first === block).map(each => each.start);
        // Arcs between rows of a block run to the margin as well, and where rows end is not known before they are laid
        // out.
        return here.length === 0
          ? []
          : [{ id, start: Math.min(...here), end: here.length === 2 ? Math.max(...here) + 1 : Infinity }];
      }),
    );
  }

  #take(id: string, entity: TextEntity | undefined, touched: Set<number>): void {
    const before = this.#byId.get(id);
    if (before !== undefined) {
      for (let block = before.first; block <= before.last; block++) {
        touched.add(block);
        const left = this.#byBlock.get(block)!.filter(each => each !== before);
        if (left.length === 0) this.#byBlock.delete(block);
        else this.#byBlock.set(block, left);
      }
      this.#byId.delete(id);
      this.#ordered = undefined;
    }
    if (entity === undefined) return;
    const { start, end } = this.stretchOf(entity);
    const first = lineAt(this.#starts, start);
    const last = end <= (this.#starts[first + 1] ?? Infinity) ? first : lineAt(this.#starts, end - 1);
    const span: KeptSpan = { id, instance: entity, lane: 0, start, end, first, last };
    for (let block = first; block <= last; block++) {
      touched.add(block);
      const known = this.#byBlock.get(block);
      if (known === undefined) this.#byBlock.set(block, [span]);
      else known.push(span);
    }
    this.#byId.set(id, span);
    this.#ordered = undefined;
  }

  /** Takes a relation, and adds the spans whose rows need other room for arcs to `related`. */
  #relate(id: string, relation: TextRelation | undefined, related: Set<string>): void {
    const before = this.#relations.get(id);
    if (before === relation) return;
    for (const each of [before, relation]) if (each !== undefined) related.add(each.from).add(each.to);
    if (relation === undefined) this.#relations.delete(id);
    else this.#relations.set(id, relation);
    const ends = endsOf(relation);
    for (const end of endsOf(before)) {
      const known = this.#byEnd.get(end);
      if (ends.includes(end) || known?.delete(id) !== true) continue;
      if (known.size === 0) this.#byEnd.delete(end);
    }
    for (const end of ends) {
      const known = this.#byEnd.get(end);
      if (known === undefined) this.#byEnd.set(end, new Map([[id, relation!]]));
      else known.set(id, relation!);
    }
  }

  /** Adds the blocks in which spans begin, and of those they are related to. */
  #touchRelated(ids: ReadonlySet<string>, touched: Set<number>): void {
    const touch = (id: string): void => {
      const span = this.#byId.get(id);
      if (span !== undefined) touched.add(span.first);
    };
    for (const id of ids) {
      touch(id);
      for (const { from, to } of this.#byEnd.get(id)?.values() ?? []) {
        touch(from);
        touch(to);
      }
    }
  }

  /** Gives the spans of blocks their lanes, and those they are joined with by spans that reach over several blocks. */
  #layOut(touched: Set<number>): void {
    const joined = new Set(touched);
    const spans = new Set<KeptSpan>();
    for (const block of joined) {
      for (const span of this.#byBlock.get(block) ?? []) {
        if (spans.has(span)) continue;
        spans.add(span);
        // A set that grows while it is walked is walked to its new end.
        for (let other = span.first; other <= span.last; other++) joined.add(other);
      }
    }
    const lanes = lanesOf([...spans]);
    for (const span of spans) {
      const lane = lanes.get(span.id)!;
      if (lane === span.lane) continue;
      span.lane = lane;
      for (let block = span.first; block <= span.last; block++) touched.add(block);
    }
  }
}

const endsOf = (relation: TextRelation | undefined): readonly string[] =>
  relation === undefined ? [] : [relation.from, relation.to];
