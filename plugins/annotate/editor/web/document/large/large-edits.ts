import type { Edit, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { LoadedObjects } from '../../kit/loaded-objects.ts';
import { messages } from '../../messages.ts';

const groupOf = (value: unknown): unknown => (isRecord(value) ? (value['groupId'] ?? 0) : 0);

/** Returns why a document of which only a part is loaded cannot take an edit; undefined when it can. */
export function largeRefusal(objects: LoadedObjects | undefined, patches: readonly Patch[]): string | undefined {
  if (objects === undefined) return undefined;
  const shapes = patches.filter(({ collection }) => collection === 'instances');
  if (shapes.some(({ from }) => from !== undefined)) return messages.largeDocument.keepTheirOrder;
  return shapes.some(({ before, after }) => groupOf(after) !== 0 && groupOf(after) !== groupOf(before))
    ? messages.largeDocument.noNewGroups
    : undefined;
}

/** Returns the ids of the objects that edits concern. */
export const changedIds = (edits: readonly Edit[]): readonly string[] => [
  ...new Set(edits.flatMap(({ patches }) => patches.flatMap(each => (each.collection === 'instances' ? each.id : [])))),
];
