import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { Dictionary, DictionaryEntry } from './dictionary.ts';
import { foldTerm } from './fold-text.ts';

/** Problem of one entry. */
export interface EntryIssue {
  /** Such as `entries.3.term`. */
  readonly field: string;
  readonly reason: string;
}

/**
 * Returns the problems that keep a dictionary from being stored: terms twice for a class, and what names no class,
 * group or value of the project. At most `most` of it.
 */
export function dictionaryIssues(
  { entries, options }: Dictionary,
  classes: readonly AnnotationClass[],
  most = 20,
): readonly EntryIssue[] {
  const owners = new Map(classes.map(each => [each.id, each]));
  const seen = new Map<string, number>();
  const issues: EntryIssue[] = [];
  for (const [at, entry] of entries.entries()) {
    if (issues.length >= most) break;
    const owner = owners.get(entry.class_id);
    const units = foldTerm(entry.term, options);
    if (units.length === 0) issues.push({ field: `entries.${at}.term`, reason: 'has nothing to look for' });
    const key = `${entry.class_id} ${new TextDecoder('utf-16le').decode(units)}`;
    const before = seen.get(key);
    if (before !== undefined)
      issues.push({
        field: `entries.${at}.term`,
        reason: `“${entry.term}” already names ${owner?.name ?? 'this class'} as “${entries[before]!.term}”`,
      });
    else seen.set(key, at);
    if (owner?.type !== 1)
      issues.push({
        field: `entries.${at}.class_id`,
        reason: `${entry.class_id} is not an object class of this project`,
      });
    else issues.push(...valueIssues(entry, owner, `entries.${at}.values`));
  }
  return issues.slice(0, most);
}

function valueIssues({ values }: DictionaryEntry, owner: AnnotationClass, path: string): readonly EntryIssue[] {
  const given = new Set<number>();
  return values.flatMap(({ group_id: id, value }, at) => {
    const group = owner.attribute_groups.find(each => each.id === id);
    const field = `${path}.${at}`;
    if (group === undefined)
      return [{ field: `${field}.group_id`, reason: `${id} is not an attribute group of ${owner.name}` }];
    if (given.has(id)) return [{ field: `${field}.group_id`, reason: `${group.name} is given twice` }];
    given.add(id);
    const wanted =
      group.group_type === 'numeric'
        ? 'a number'
        : group.group_type === 'text' || group.group_type === 'ocr'
          ? 'a text'
          : 'a list of value ids';
    const fits =
      wanted === 'a number'
        ? typeof value === 'number'
        : wanted === 'a text'
          ? typeof value === 'string'
          : Array.isArray(value);
    if (!fits)
      return [{ field: `${field}.value`, reason: `must be ${wanted}, as ${group.name} is ${group.group_type}` }];
    const strange = Array.isArray(value) ? value.filter(each => !group.attributes.some(one => one.id === each)) : [];
    if (strange.length > 0)
      return [{ field: `${field}.value`, reason: `${strange.join(', ')} is not a value of ${group.name}` }];
    return group.group_type === 'radio' && Array.isArray(value) && value.length > 1
      ? [{ field: `${field}.value`, reason: `${group.name} takes one value` }]
      : [];
  });
}

/** A dictionary without what names classes, groups and values that are gone. */
export function withoutGone({ options, entries }: Dictionary, classes: readonly AnnotationClass[]): Dictionary {
  const owners = new Map(classes.filter(each => each.type === ClassType.Object).map(each => [each.id, each]));
  return {
    options,
    entries: entries.flatMap(entry => {
      const owner = owners.get(entry.class_id);
      if (owner === undefined) return [];
      return entry.values.length === 0
        ? [entry]
        : [
            {
              ...entry,
              values: entry.values.flatMap(each => {
                const group = owner.attribute_groups.find(one => one.id === each.group_id);
                if (
                  group === undefined ||
                  valueIssues({ ...entry, values: [each] }, owner, '').some(
                    issue => !issue.reason.includes('is not a value'),
                  )
                )
                  return [];
                const value = Array.isArray(each.value)
                  ? each.value.filter(id => group.attributes.some(one => one.id === id))
                  : each.value;
                return Array.isArray(value) && value.length === 0 ? [] : [{ ...each, value }];
              }),
            },
          ];
    }),
  };
}

/**
 * The dictionary of one project for another one with classes, groups and values of the same names; what has none there
 * is left out.
 */
export function carriedOver(
  { options, entries }: Dictionary,
  from: readonly AnnotationClass[],
  to: readonly AnnotationClass[],
): Dictionary {
  const named = <T extends { readonly id: number; readonly name: string }>(
    id: number,
    before: readonly T[],
    after: readonly T[],
  ): readonly [T, T] | undefined => {
    const one = before.find(each => each.id === id);
    const other = after.find(each => each.name === one?.name);
    return one === undefined || other === undefined ? undefined : [one, other];
  };
  return {
    options,
    entries: entries.flatMap(({ term, class_id: classId, values }) => {
      const owners = named(classId, from, to);
      if (owners === undefined) return [];
      const [before, after] = owners;
      return [
        {
          term,
          class_id: after.id,
          values: values.flatMap(({ group_id: groupId, value }) => {
            const groups = named(groupId, before.attribute_groups, after.attribute_groups);
            if (groups === undefined) return [];
            return [
              {
                group_id: groups[1].id,
                value: Array.isArray(value)
                  ? value.flatMap(id => named(id, groups[0].attributes, groups[1].attributes)?.[1].id ?? [])
                  : value,
              },
            ];
          }),
        },
      ];
    }),
  };
}
