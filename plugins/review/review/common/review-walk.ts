import type { Comment, Instance } from '#plugins/annotate/annotations/common/index.ts';

/** Something a reviewer has to look at again. */
export interface Issue {
  readonly kind: 'object' | 'thread';
  readonly id: string;
}

/** Objects can be approved, tags cannot. */
export const isReviewable = (instance: Instance): boolean => instance.type !== 'tag';

/** Neither approved nor disapproved. */
export const isUnreviewed = (instance: Instance): boolean =>
  isReviewable(instance) && (instance.error ?? null) === null;

/** Disapproved objects in drawing order, then open threads that are not about one of them. */
export function issuesOf(instances: readonly Instance[], comments: readonly Comment[]): readonly Issue[] {
  const disapproved = new Set(instances.filter(each => each.error === true).map(each => each.id));
  return [
    ...[...disapproved].map((id): Issue => ({ kind: 'object', id })),
    ...comments
      .filter(each => !each.resolved && !disapproved.has(String(each['instanceId'])))
      .map(({ id }): Issue => ({ kind: 'thread', id })),
  ];
}

/**
 * The entry `step` places further than the one with the id `from`, round and round; the first or last one when that is
 * not in the list.
 */
export function walk<T extends { readonly id: string }>(
  entries: readonly T[],
  from: string | undefined,
  step: 1 | -1,
): T | undefined {
  if (entries.length === 0) return undefined;
  const at = entries.findIndex(each => each.id === from);
  if (at < 0) return step === 1 ? entries[0] : entries.at(-1);
  return entries[(at + step + entries.length) % entries.length];
}

/** The next object after `from` in drawing order that nobody has reviewed, round and round; undefined when all are. */
export function nextUnreviewed(
  instances: readonly Instance[],
  from: string | undefined,
  step: 1 | -1,
): Instance | undefined {
  const start = instances.findIndex(each => each.id === from);
  for (let gone = 1; gone <= instances.length; gone += 1) {
    const base = start < 0 ? (step === 1 ? -1 : 0) : start;
    const each = instances[(base + step * gone + instances.length * 2) % instances.length]!;
    if (isUnreviewed(each)) return each;
  }
  return undefined;
}

/** Statuses by their codes. */
const [QUALITY_CHECK, COMPLETED] = [3, 5];

/**
 * Returns what a reviewer should look at again before an item in review is completed: objects without a verdict, and
 * disapproved ones.
 */
export function reviewBlockers(
  instances: readonly Instance[],
  from: number,
  to: number,
): readonly { readonly text: string; readonly place: { readonly kind: 'object'; readonly id: string } }[] {
  if (from !== QUALITY_CHECK || to !== COMPLETED) return [];
  return instances.flatMap((instance, at) => {
    const state = isUnreviewed(instance) ? 'not reviewed' : instance.error === true ? 'disapproved' : undefined;
    return state === undefined || !isReviewable(instance)
      ? []
      : [
          {
            text: `${instance.className ?? 'No class'} #${at + 1}: ${state}`,
            place: { kind: 'object' as const, id: instance.id },
          },
        ];
  });
}
