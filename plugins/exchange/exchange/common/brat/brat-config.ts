import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { ForeignLabel } from '../exchange/neutral-document.ts';
import { labelWord } from '../text/label-words.ts';

/** A kind of attribute as `annotation.conf` lists it. */
interface ConfigAttribute {
  readonly name: string;
  /** Types it is for; undefined for all. */
  readonly owners: readonly string[] | undefined;
  readonly values: readonly string[];
}

export interface BratConfig {
  readonly entities: readonly string[];
  readonly relations: readonly string[];
  readonly attributes: readonly ConfigAttribute[];
}

/** Reads `annotation.conf`. Lines it cannot use, such as macros and headings, are passed over. */
export function readBratConfig(text: string): BratConfig {
  const [entities, relations]: [string[], string[]] = [[], []];
  const attributes: ConfigAttribute[] = [];
  let section = '';
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim();
    const heading = /^\[(\w+)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading.toLowerCase();
    // A leading mark is for headings of a hierarchy, which nothing is labelled with.
    else if (/^[^#!<\-\s]/.test(line)) {
      const [name = '', ...rest] = line.split(/\s+/);
      const fields = rest.join(' ');
      if (section === 'entities' || section === 'events') entities.push(name);
      else if (section === 'relations') relations.push(name);
      else if (section === 'attributes') {
        const owners = /\bArg:([^,\s]+)/.exec(fields)?.[1];
        const values = /\bValue:([^,\s]+)/.exec(fields)?.[1];
        attributes.push({
          name,
          owners: owners === undefined || owners.includes('<') ? undefined : owners.split('|'),
          values: values === undefined ? ['true'] : values.split('|'),
        });
      }
    }
  }
  return { entities, relations: [...new Set(relations)], attributes };
}

/** The classes of a configuration. */
export const labelsOfConfig = (
  { entities, relations, attributes }: BratConfig,
  nameOf: (word: string) => string,
): readonly ForeignLabel[] => [
  ...entities.map((word): ForeignLabel => ({
    name: nameOf(word),
    type: 1,
    // Those for all types come with the spans that have them, so that no class gets values of another one.
    groups: attributes
      .filter(each => each.owners?.includes(word) === true)
      .map(each => ({ name: each.name, type: 'radio', values: each.values })),
  })),
  ...relations.map((word): ForeignLabel => ({ name: nameOf(word), type: 3 })),
];

/** A value that a line of attributes can contain: one word. */
export const isOneWord = (value: string): boolean => value !== '' && !/[\s\p{Z}\p{Cc}]/u.test(value);

/** `annotation.conf` for the classes of a project. */
export function writeBratConfig(classes: readonly AnnotationClass[]): string {
  const objects = classes.filter(each => each.type === ClassType.Object);
  const groups = new Map<string, { readonly owners: string[]; readonly values: Set<string> }>();
  for (const owner of objects) {
    for (const { name, attributes } of owner.attribute_groups.filter(
      each => each.group_type === 'radio' || each.group_type === 'checklist',
    )) {
      const group = groups.get(labelWord(name)) ?? { owners: [], values: new Set<string>() };
      group.owners.push(labelWord(owner.name));
      for (const value of attributes) if (isOneWord(value.name)) group.values.add(value.name);
      groups.set(labelWord(name), group);
    }
  }
  const attributes = [...groups].map(
    ([name, { owners, values }]) =>
      `${name}\tArg:${owners.join('|')}${values.size === 0 || (values.size === 1 && values.has('true')) ? '' : `, Value:${[...values].join('|')}`}`,
  );
  const relations = classes
    .filter(each => each.type === ClassType.Relationship)
    .map(each => `${labelWord(each.name)}\tArg1:<ENTITY>, Arg2:<ENTITY>`);
  return [
    ['entities', objects.map(each => labelWord(each.name))],
    ['relations', relations],
    ['events', []],
    ['attributes', attributes],
  ]
    .map(([title, lines]) => `[${title as string}]\n${(lines as readonly string[]).map(line => `${line}\n`).join('')}`)
    .join('\n');
}
