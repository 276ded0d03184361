import type { FormComponent, FormPlan } from '#plugins/annotate/form/common/index.ts';
import { componentTypeOf, holdsValue } from '#plugins/annotate/form/common/index.ts';
import { columnKey, factColumns } from './form-columns.ts';

/**
 * Target of a column: the name, folder or category of the item, a field of its attached data, nothing, or a component
 * by its id.
 */
export type ColumnTarget = 'name' | 'folder' | 'category' | 'payload' | 'ignore' | `component:${string}`;

/** Target of every column of a file, by its header without numbers of rows. */
export type RowMapping = Readonly<Record<string, ColumnTarget>>;

/** The component a target names; undefined for the others. */
export const componentOf = (target: ColumnTarget): string | undefined =>
  target.startsWith('component:') ? target.slice('component:'.length) : undefined;

/** True for components that take values of an import: those with a value, and those we don't know. */
export const takesValue = (component: FormComponent): boolean =>
  holdsValue(component) || (component.type !== '' && componentTypeOf(component.type) === undefined);

/** The header of a component without numbers of rows. */
const patternOf = (plan: FormPlan, id: string): string => columnKey(plan.pathOf(id, [])).replaceAll(/\[\d+\]/g, '[]');

const simple = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Headers that are clear by themselves, the best first. */
const itemNames: readonly (readonly [ColumnTarget, readonly string[]])[] = [
  [
    'name',
    ['_item_name', 'item_name', 'itemname', 'name', 'title', 'file_name', 'filename', 'id', 'item_id', 'uuid', 'key'],
  ],
  ['folder', ['_folder', 'folder', 'folder_name']],
  ['category', ['_item_category', 'item_category', 'category']],
];

/**
 * Returns the likely targets of the columns: by the names of our own header, then by ids and labels of components, then
 * by names that are often used. Each component is guessed once. What is left goes into the attached data where the form
 * reads it (`rest`).
 */
export function guessMapping(columns: readonly string[], plan: FormPlan, rest: 'payload' | 'ignore'): RowMapping {
  const mapping = new Map<string, ColumnTarget>();
  const used = new Set<ColumnTarget>();
  const take = (column: string | undefined, target: ColumnTarget): void => {
    if (column === undefined || mapping.has(column) || used.has(target)) return;
    mapping.set(column, target);
    used.add(target);
  };
  for (const [target, [exact]] of itemNames)
    take(
      columns.find(each => each === exact),
      target,
    );
  for (const column of columns) if ((factColumns as readonly string[]).includes(column)) mapping.set(column, 'ignore');
  const fields = [...plan.byId.values()].map(each => each.component).filter(takesValue);
  for (const { id } of fields)
    take(
      columns.find(each => each === patternOf(plan, id)),
      `component:${id}`,
    );
  for (const { id } of fields)
    take(
      columns.find(each => each === id),
      `component:${id}`,
    );
  for (const { id } of fields)
    take(
      columns.find(each => !mapping.has(each) && simple(each) === simple(id)),
      `component:${id}`,
    );
  for (const { id, label } of fields)
    if (typeof label === 'string' && simple(label) !== '')
      take(
        columns.find(each => !mapping.has(each) && simple(each) === simple(label)),
        `component:${id}`,
      );
  for (const [target, names] of itemNames)
    for (const name of names)
      take(
        columns.find(each => !mapping.has(each) && simple(each) === simple(name)),
        target,
      );
  // The number of a question, of a task, of a sample.
  take(
    columns.find(each => !mapping.has(each) && /(?:^|_)id$/i.test(each)),
    'name',
  );
  return Object.fromEntries(columns.map(each => [each, mapping.get(each) ?? rest]));
}

/** A mapping as it was sent, for the columns there are: what it does not name is left out. */
export const fullMapping = (columns: readonly string[], given: RowMapping): RowMapping =>
  Object.fromEntries(columns.map(each => [each, Object.hasOwn(given, each) ? given[each]! : 'ignore']));

/** Why a mapping cannot be used, one text for each fault; none when it can. */
export function mappingProblems(mapping: RowMapping, plan: FormPlan): readonly string[] {
  const problems: string[] = [];
  const used = new Map<ColumnTarget, string>();
  for (const [column, target] of Object.entries(mapping)) {
    if (target === 'payload' || target === 'ignore') continue;
    const id = componentOf(target);
    const placed = id === undefined ? undefined : plan.byId.get(id);
    if (id !== undefined && (placed === undefined || !takesValue(placed.component)))
      problems.push(`${column}: the form has no component ${id} that holds a value.`);
    const depth = column.split('[]').length - 1;
    if (placed !== undefined && depth > 0 && depth !== placed.groups.length)
      problems.push(
        `${column}: it is in ${depth === 1 ? 'one group' : `${depth} groups`}, ${id} in ${placed.groups.length === 0 ? 'none' : placed.groups.length}. Choose another component.`,
      );
    const other = used.get(target);
    if (other !== undefined) problems.push(`${other} and ${column} are taken as the same thing. Change one of them.`);
    used.set(target, column);
  }
  return problems;
}
