import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { csvCell, unguarded } from '#core/base/common/index.ts';
import { readCsv } from '#plugins/workspace/items/common/index.ts';
import type { DictionaryEntry } from './dictionary.ts';
import { TERM_LENGTH } from './dictionary.ts';

/** Entries read from a file, and the lines that say nothing we know. */
export interface ReadEntries {
  readonly entries: readonly DictionaryEntry[];
  /** Such as `Line 3: “Persn” is no object class of this project.` */
  readonly problems: readonly string[];
}

/**
 * Terms as CSV: the columns `term` and `class`, then one for every attribute group that has values; several values of a
 * checklist are on lines of their own in a cell.
 */
export function writeDictionaryCsv(entries: readonly DictionaryEntry[], classes: readonly AnnotationClass[]): string {
  const owners = new Map(classes.map(each => [each.id, each]));
  const groups = [
    ...new Set(
      entries.flatMap(({ class_id: id, values }) =>
        values.flatMap(each => owners.get(id)?.attribute_groups.find(group => group.id === each.group_id)?.name ?? []),
      ),
    ),
  ];
  const rows = entries.map(({ term, class_id: id, values }) => {
    const owner = owners.get(id);
    const cells = groups.map(name => {
      const group = owner?.attribute_groups.find(each => each.name === name);
      const value = values.find(each => each.group_id === group?.id)?.value;
      return Array.isArray(value)
        ? value.flatMap(one => group?.attributes.find(each => each.id === one)?.name ?? []).join('\n')
        : String(value ?? '');
    });
    return [term, owner?.name ?? '', ...cells];
  });
  return [['term', 'class', ...groups], ...rows].map(row => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Reads such a file. Without a line of names the first column is the term and the second its class. */
export function readDictionaryCsv(text: string, classes: readonly AnnotationClass[]): ReadEntries {
  const rows = readCsv(text.replace(/^\uFEFF/, ''));
  const [head = []] = rows;
  const names = head.map(each => unguarded(each).trim().toLowerCase());
  const hasNames = names.includes('term') && names.includes('class');
  const [termAt, classAt] = hasNames ? [names.indexOf('term'), names.indexOf('class')] : [0, 1];
  const owners = new Map(classes.filter(each => each.type === ClassType.Object).map(each => [each.name, each]));
  const problems: string[] = [];
  const entries = rows.flatMap((row, at): readonly DictionaryEntry[] => {
    if ((hasNames && at === 0) || row.every(each => each.trim() === '')) return [];
    const says = (problem: string): readonly [] => (problems.push(`Line ${at + 1}: ${problem}`), []);
    const term = unguarded(row[termAt] ?? '').trim();
    const name = unguarded(row[classAt] ?? '').trim();
    const owner = owners.get(name);
    if (term === '') return says('there is no term.');
    if (term.length > TERM_LENGTH) return says(`the term is longer than ${TERM_LENGTH} characters.`);
    if (name === '') return says(`“${term}” has no class.`);
    if (owner === undefined) return says(`“${name}” is no object class of this project.`);
    const values = hasNames
      ? head.flatMap((title, column) => {
          const cell = unguarded(row[column] ?? '');
          if (column === termAt || column === classAt || cell === '') return [];
          const group = owner.attribute_groups.find(each => each.name === unguarded(title).trim());
          const value = group === undefined ? undefined : valueOf(cell, group);
          if (group === undefined || value === undefined)
            return says(`“${cell}” is no value of ${unguarded(title).trim()} of ${name}; the term is read without it.`);
          return [{ group_id: group.id, value }];
        })
      : [];
    return [{ term, class_id: owner.id, values }];
  });
  return { entries, problems };
}

/** Entries with others added; a term of the same class is replaced. */
export function withEntries(
  before: readonly DictionaryEntry[],
  added: readonly DictionaryEntry[],
): readonly DictionaryEntry[] {
  const key = ({ term, class_id: id }: DictionaryEntry): string => `${id} ${term}`;
  return [...new Map([...before, ...added].map(each => [key(each), each])).values()];
}

function valueOf(cell: string, group: AttributeGroup): string | number | number[] | undefined {
  if (group.group_type === 'text' || group.group_type === 'ocr') return cell;
  if (group.group_type === 'numeric')
    return cell.trim() !== '' && Number.isFinite(Number(cell)) ? Number(cell) : undefined;
  const ids = cell.split(/\r?\n/).map(name => group.attributes.find(each => each.name === name.trim())?.id);
  return ids.some(each => each === undefined) || (group.group_type === 'radio' && ids.length > 1)
    ? undefined
    : (ids as number[]);
}
