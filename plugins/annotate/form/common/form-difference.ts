import { classGroupType } from './component-types.ts';
import type { FormComponent } from './form-document.ts';
import { idsOf } from './form-places.ts';
import { walkForm } from './walk-form.ts';

/** A component whose id is another one now. */
export interface ComponentRename {
  readonly from: string;
  readonly to: string;
}

/** Effects of publishing a form on items and classes. */
export interface FormDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly renamed: readonly ComponentRename[];
  /** Components that stay and whose other fields, place or children differ. */
  readonly changed: readonly string[];
  readonly classesAdded: readonly string[];
  readonly classesRemoved: readonly string[];
}

/**
 * Renames that are true of two forms: from one that was there and is gone to one that was not. Chains are joined by the
 * caller.
 */
export function validRenames(
  before: readonly FormComponent[],
  after: readonly FormComponent[],
  renames: readonly ComponentRename[],
): readonly ComponentRename[] {
  const [was, is] = [new Set(idsOf(before)), new Set(idsOf(after))];
  const targets = new Set<string>();
  return renames.filter(({ from, to }) => {
    const holds = from !== to && was.has(from) && !is.has(from) && is.has(to) && !was.has(to) && !targets.has(to);
    if (holds) targets.add(to);
    return holds;
  });
}

/** Compares two forms by the ids of their components. */
export function formDifference(
  before: readonly FormComponent[],
  after: readonly FormComponent[],
  given: readonly ComponentRename[] = [],
): FormDifference {
  const renamed = validRenames(before, after, given);
  const [oldName, newName] = [
    new Map(renamed.map(each => [each.to, each.from])),
    new Map(renamed.map(each => [each.from, each.to])),
  ];
  const [was, is] = [byId(before), byId(after)];
  const classesOf = (known: ReadonlyMap<string, FormComponent>): readonly string[] =>
    [...known.values()].filter(each => classGroupType(each) !== undefined).map(each => each.id);
  const [oldClasses, newClasses] = [new Set(classesOf(was)), new Set(classesOf(is))];
  return {
    added: [...is.keys()].filter(id => !was.has(id) && !oldName.has(id)),
    removed: [...was.keys()].filter(id => !is.has(id) && !newName.has(id)),
    renamed,
    changed: [...is].filter(([id, each]) => was.has(id) && ownJson(was.get(id)!) !== ownJson(each)).map(([id]) => id),
    classesAdded: [...newClasses].filter(id => !oldClasses.has(oldName.get(id) ?? id)),
    classesRemoved: [...oldClasses].filter(id => !newClasses.has(newName.get(id) ?? id)),
  };
}

const byId = (components: readonly FormComponent[]): ReadonlyMap<string, FormComponent> =>
  new Map([...walkForm(components)].map(({ component }) => [component.id, component]));

/** Returns the JSON of a component without its children; what is in it counts by its ids. */
const ownJson = ({ children, ...own }: FormComponent): string =>
  JSON.stringify({ ...own, children: children?.map(each => each.id) });
