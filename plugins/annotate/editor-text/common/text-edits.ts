import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { changeInstances, insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { TextEntity } from './text-instances.ts';
import { isEntity, isRelation, newEntity } from './text-instances.ts';

/** Deletes instances that are not locked; with a span go its relations, and a span whose relation is locked stays. */
export function deleteInstances(all: readonly Instance[], chosen: readonly Instance[]): readonly Patch[] {
  const kept = new Set(
    all
      .filter(isRelation)
      .filter(each => each.locked === true)
      .flatMap(({ from, to }) => [from, to]),
  );
  const gone = new Set(
    chosen.filter(each => each.locked !== true && !(isEntity(each) && kept.has(each.id))).map(each => each.id),
  );
  const doomed = all.filter(
    each => gone.has(each.id) || (isRelation(each) && (gone.has(each.from) || gone.has(each.to))),
  );
  // Relations first, so that none points to nothing at any moment.
  return [...doomed.filter(isRelation), ...doomed.filter(each => !isRelation(each))].map(before => ({
    collection: 'instances',
    id: before.id,
    before,
  }));
}

/** A span with other ends; nothing when it is locked, empty or the same. */
export function moveEnds(
  entity: TextEntity,
  { start, end }: { readonly start: number; readonly end: number },
  by: Author,
): readonly Patch[] {
  if (entity.locked === true || start >= end || (start === entity.start && end === entity.end)) return [];
  return changeInstances([entity], each => ({ ...each, start, end }), by);
}

/** A span for each place that has none of that class yet. */
export function markAll(
  all: readonly Instance[],
  places: readonly { readonly start: number; readonly end: number }[],
  annotationClass: AnnotationClass | undefined,
  by: Author,
): readonly Patch[] {
  const classId = annotationClass?.id ?? -1;
  const marked = new Set(
    all
      .filter(isEntity)
      .filter(each => each.classId === classId)
      .map(({ start, end }) => `${start} ${end}`),
  );
  const now = new Date();
  return places
    .filter(({ start, end }) => !marked.has(`${start} ${end}`))
    .map(place => insertInstance(newEntity(place, annotationClass, by, now)));
}

/** Returns whether a relation of that class goes from one span to the other already. */
export const isRelated = (all: readonly Instance[], from: string, to: string, classId: number): boolean =>
  all.some(each => isRelation(each) && each.from === from && each.to === to && each.classId === classId);
