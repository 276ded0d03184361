import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { changeAll } from './selection-edits.ts';

/** The number for a new group: above every one in use, so that a number is never given twice. */
export function nextGroupId(all: readonly Instance[]): number {
  return all.reduce((most, { groupId }) => Math.max(most, groupId ?? 0), 0) + 1;
}

/** Puts instances into one new group; locked ones and tags stay as they are. */
export function groupAll(instances: readonly Instance[], all: readonly Instance[], by: Author): readonly Patch[] {
  const taken = instances.filter(isGroupable);
  const [first] = taken;
  const together =
    first !== undefined && (first.groupId ?? 0) > 0 && taken.every(instance => instance.groupId === first.groupId);
  if (together && all.filter(instance => instance.groupId === first.groupId).length === taken.length) return [];
  const groupId = nextGroupId(all);
  return changeAll(taken, instance => ({ ...instance, groupId }), by);
}

/** Takes instances out of their groups. */
export function ungroupAll(instances: readonly Instance[], by: Author): readonly Patch[] {
  return changeAll(
    instances.filter(isGroupable),
    instance => ((instance.groupId ?? 0) === 0 ? instance : { ...instance, groupId: 0 }),
    by,
  );
}

function isGroupable(instance: Instance): boolean {
  return instance.locked !== true && instance.type !== 'tag';
}
