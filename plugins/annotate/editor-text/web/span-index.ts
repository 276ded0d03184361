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

type KeptSpan = { -readonly [field in keyof ShownSpan]: ShownSpan[field] };

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
  #byEnd: Map<string, TextRelation[]> | undefined;
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
      related.add(id);
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
    this.#byEnd ??= this.#grouped();
    return this.#byEnd.get(id) ?? [];
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
    const spans = this.inBlock(block).filter(each => lineAt(this.#starts, each.start) === block);
    const relations = new Set(spans.flatMap(each => this.relationsOf(each.id)));
    return arcLanes(
      [...relations].flatMap(({ id, from, to }) => {
        const ends = [this.#byId.get(from), this.#byId.get(to)].filter(each => each !== undefined);
        const here = ends.filter(each => lineAt(this.#starts, each.start) === block).map(each => each.start);
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
      for (const block of this.#blocksOf(before)) {
        touched.add(block);
        const left = this.#byBlock.get(block)!.filter(each => each !== before);
        if (left.length === 0) this.#byBlock.delete(block);
        else this.#byBlock.set(block, left);
      }
      this.#byId.delete(id);
      this.#ordered = undefined;
    }
    if (entity === undefined) return;
    const span: KeptSpan = { id, instance: entity, lane: 0, ...this.stretchOf(entity) };
    for (const block of this.#blocksOf(span)) {
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
    this.#byEnd = undefined;
  }

  /** Adds the blocks of spans, and of those they are related to, when there are relations. */
  #touchRelated(ids: ReadonlySet<string>, touched: Set<number>): void {
    for (const id of ids)
      for (const end of [id, ...this.relationsOf(id).flatMap(({ from, to }) => [from, to])]) {
        const span = this.#byId.get(end);
        if (span !== undefined) touched.add(lineAt(this.#starts, span.start));
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
        for (const other of this.#blocksOf(span)) joined.add(other);
      }
    }
    const lanes = lanesOf([...spans]);
    for (const span of spans) {
      const lane = lanes.get(span.id)!;
      if (lane === span.lane) continue;
      span.lane = lane;
      for (const block of this.#blocksOf(span)) touched.add(block);
    }
  }

  #blocksOf({ start, end }: Stretch): readonly number[] {
    const first = lineAt(this.#starts, start);
    const last = lineAt(this.#starts, Math.max(start, end - 1));
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  }

  #grouped(): Map<string, TextRelation[]> {
    const byEnd = new Map<string, TextRelation[]>();
    for (const relation of this.#relations.values()) {
      for (const end of new Set([relation.from, relation.to])) {
        const known = byEnd.get(end);
        if (known === undefined) byEnd.set(end, [relation]);
        else known.push(relation);
      }
    }
    return byEnd;
  }
}
