import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type {
  AttributeValue,
  Author,
  GroupValue,
  Instance,
  Patch,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  applyToList,
  changeInstances,
  defaultValues,
  insertInstance,
  missingGroups,
  newId,
  sameJson,
  withAnswer,
} from '#plugins/annotate/annotations/common/index.ts';

/** One change of what an item is said to be. */
export type TagChange =
  | { readonly kind: 'add' | 'remove'; readonly class_id: number }
  /** Gives every tag of the class an answer; `adding` gives the class to items that lack it first. */
  | {
      readonly kind: 'set';
      readonly class_id: number;
      readonly group_id: number;
      readonly value: readonly number[] | string | number | null;
      readonly adding: boolean;
    };

/** Number of classes that an item may have: `one` makes a new class replace the others. */
export type ClassesPerItem = 'one' | 'several';

/** Effect of a change on one item: patches, or why it is not for it. No patches: it is so already. */
export type TagOutcome = { readonly patches: readonly Patch[] } | { readonly refusal: string };

const locked = 'The answer is locked.';

export const isTag = ({ type }: Pick<Instance, 'type'>): boolean => type === 'tag';

/** The tags of a class on an item. */
export const tagsOf = (instances: readonly Instance[], classId: number): readonly Instance[] =>
  instances.filter(each => isTag(each) && each.classId === classId);

/** Says something about the whole item. */
export function newTag(
  { id, name }: Pick<AnnotationClass, 'id' | 'name'>,
  attributes: readonly AttributeValue[],
  by: Author,
  now: Date = new Date(),
): Instance {
  const at = now.toISOString();
  return {
    id: newId(),
    type: 'tag',
    classId: id,
    className: name,
    attributes,
    probability: 100,
    error: null,
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  };
}

/**
 * Returns the effect of a change on the instances of one item. `owner` is the class it names. Where items have one
 * class, tags of other classes go as this one comes.
 */
export function changeTags(
  instances: readonly Instance[],
  change: TagChange,
  owner: AnnotationClass,
  by: Author,
  perItem: ClassesPerItem = 'several',
  now: Date = new Date(),
): TagOutcome {
  const outcome = changeTagsOf(tagsOf(instances, owner.id), change, owner, by, now);
  if (perItem === 'several' || 'refusal' in outcome || !outcome.patches.some(each => each.before === undefined))
    return outcome;
  const others = instances.filter(each => isTag(each) && each.classId !== owner.id);
  return others.some(each => each.locked === true)
    ? { refusal: locked }
    : { patches: [...others.map(removal), ...outcome.patches] };
}

const removal = (before: Instance): Patch => ({ collection: 'instances', id: before.id, before });

function changeTagsOf(
  own: readonly Instance[],
  change: TagChange,
  owner: AnnotationClass,
  by: Author,
  now: Date,
): TagOutcome {
  switch (change.kind) {
    case 'add':
      return { patches: own.length > 0 ? [] : [insertInstance(newTag(owner, defaultValues(owner), by, now))] };
    case 'remove':
      if (own.some(each => each.locked === true)) return { refusal: locked };
      return { patches: own.map(removal) };
    case 'set':
      return setValue(own, change, owner, by, now);
  }
}

function setValue(
  own: readonly Instance[],
  { group_id: groupId, value, adding }: Extract<TagChange, { kind: 'set' }>,
  owner: AnnotationClass,
  by: Author,
  now: Date,
): TagOutcome {
  const group = owner.attribute_groups.find(each => each.id === groupId);
  if (group === undefined) return { refusal: 'The question is no longer there.' };
  const answer: GroupValue = value ?? undefined;
  if (own.length === 0)
    return adding
      ? { patches: [insertInstance(withAnswer(newTag(owner, defaultValues(owner), by, now), owner, group, answer))] }
      : { patches: [] };
  if (own.some(each => each.locked === true)) return { refusal: locked };
  const empty =
    answer === undefined || answer === ''
      ? group.group_type === 'radio' || group.group_type === 'checklist'
        ? []
        : undefined
      : answer;
  return { patches: changeInstances(own, each => withAnswer(each, owner, group, empty), by, now) };
}

/** The first class that would come twice with the same answers after the patches, by the tags they touch. */
export function twiceSaid(instances: readonly Instance[], patches: readonly Patch[]): Instance | undefined {
  const touched = new Set(
    patches.flatMap(({ collection, after, id }) => (collection === 'instances' && after !== undefined ? [id] : [])),
  );
  if (touched.size === 0) return undefined;
  const after = applyToList(
    instances,
    patches.filter(each => each.collection === 'instances'),
  ).filter(each => isTag(each) && each.classId !== -1);
  return after.find(
    each =>
      touched.has(each.id) &&
      after.some(
        other => other !== each && other.classId === each.classId && sameJson(answersOf(other), answersOf(each)),
      ),
  );
}

const answersOf = ({ attributes }: Instance): readonly string[] =>
  attributes.map(({ groupId, id, name }) => JSON.stringify([groupId, id ?? null, name ?? null])).toSorted();

/** Returns whether the tags of an item have all required values. */
export function isAnswered(instances: readonly Instance[], classes: readonly AnnotationClass[]): boolean {
  return instances.filter(isTag).every(each => {
    const owner = classes.find(one => one.id === each.classId);
    return owner === undefined || missingGroups(each, owner).length === 0;
  });
}
