import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';

/** Name of a keypoint: its label, else its number in the template. */
export function keypointLabel(instance: JsonRecord, at: number, id: unknown): string {
  const labels = instance['pointLabels'];
  const label = isRecord(labels) ? labels[at] : undefined;
  return typeof label === 'string' && label !== '' ? label : String(id);
}

/**
 * The skeleton that a template was read with, kept in its `source`: of its keypoints only those that are there are
 * points.
 */
export interface StoredSkeleton {
  readonly names: readonly string[];
  /** Pairs of places in `names`, from 1. */
  readonly lines: readonly (readonly [number, number])[];
  /** The place in `names`, from 0, of each point. */
  readonly at: readonly number[];
}

/** The skeleton a template was read with; undefined when there is none or points were added or deleted since. */
export function skeletonOf(instance: JsonRecord): StoredSkeleton | undefined {
  const kept = isRecord(instance['source']) ? instance['source']['skeleton'] : undefined;
  if (!isRecord(kept)) return undefined;
  const { names, lines, at } = kept;
  const count = Array.isArray(names) && names.every(each => typeof each === 'string') ? names.length : 0;
  const isPlace = (value: unknown, from: number): boolean =>
    Number.isInteger(value) && Number(value) >= from && Number(value) < count + from;
  if (!Array.isArray(at) || at.length !== recordsOf(instance['points']).length || !at.every(each => isPlace(each, 0)))
    return undefined;
  if (
    !Array.isArray(lines) ||
    !lines.every(pair => Array.isArray(pair) && pair.length === 2 && pair.every(each => isPlace(each, 1)))
  )
    return undefined;
  return kept as unknown as StoredSkeleton;
}

/**
 * The keypoints of one kind of skeleton: in the order they were read in, else in which its templates first show them.
 */
export class KeypointOrder {
  #kept: StoredSkeleton | undefined;
  readonly #labels = new Set<string>();
  readonly #drawn: JsonRecord[] = [];

  /** Takes a template into account; all come by before the order is asked for. */
  collect(instance: JsonRecord): void {
    const kept = skeletonOf(instance);
    this.#kept ??= kept;
    if (this.#isOwn(kept)) return;
    recordsOf(instance['points']).forEach((point, at) => this.#labels.add(keypointLabel(instance, at, point['id'])));
    if (recordsOf(instance['connections']).length > 0) this.#drawn.push({ ...instance, source: undefined });
  }

  names(): readonly string[] {
    const kept = this.#kept?.names ?? [];
    return [...kept, ...[...this.#labels].filter(label => !kept.includes(label))];
  }

  /** The place in {@link names}, from 0, of each point of a template. */
  placesOf(instance: JsonRecord): readonly number[] {
    const kept = skeletonOf(instance);
    if (kept !== undefined && this.#isOwn(kept)) return kept.at;
    const names = this.names();
    return recordsOf(instance['points']).map((point, at) => names.indexOf(keypointLabel(instance, at, point['id'])));
  }

  /** Pairs of places, from 1. */
  lines(): readonly (readonly [number, number])[] {
    const lines = new Map((this.#kept?.lines ?? []).map(pair => [pair.join(' '), pair]));
    for (const instance of this.#drawn) {
      const places = new Map(
        this.placesOf(instance).map((place, at) => [recordsOf(instance['points'])[at]!['id'], place + 1]),
      );
      for (const { from, to } of recordsOf(instance['connections'])) {
        const pair = [places.get(from), places.get(to)];
        if (pair.every(each => each !== undefined) && !lines.has(pair.join(' ')))
          lines.set(pair.join(' '), pair as [number, number]);
      }
    }
    return [...lines.values()];
  }

  #isOwn(kept: StoredSkeleton | undefined): boolean {
    return kept !== undefined && JSON.stringify(kept.names) === JSON.stringify(this.#kept?.names);
  }
}

/** Returns for each point of a template whether it is hidden (1) or visible (2), as an import kept it. */
export function visibilityOf(instance: JsonRecord): readonly (1 | 2)[] {
  const source = isRecord(instance['source']) ? instance['source'] : {};
  const kept = Array.isArray(source['v']) ? (source['v'] as unknown[]) : [];
  return recordsOf(instance['points']).map((point, at) => (kept[at] === 1 ? 1 : 2));
}

/** Boxes that belong to a template: the first of its group and class. */
export function groupedBoxes(instances: readonly JsonRecord[]): ReadonlyMap<JsonRecord, JsonRecord> {
  const key = (instance: JsonRecord): string | undefined =>
    typeof instance['groupId'] === 'number' && instance['groupId'] !== 0
      ? `${instance['groupId']} ${String(instance['className'])}`
      : undefined;
  const boxes = new Map<string, JsonRecord>();
  for (const instance of instances) {
    const group = key(instance);
    if (instance['type'] === 'bbox' && group !== undefined && !boxes.has(group)) boxes.set(group, instance);
  }
  return new Map(
    instances.flatMap(instance => {
      const group = key(instance);
      const box = group === undefined ? undefined : boxes.get(group);
      return instance['type'] === 'template' && box !== undefined ? [[instance, box] as const] : [];
    }),
  );
}
