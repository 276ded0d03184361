import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ElementPath, FormPlan } from '#plugins/annotate/form/common/index.ts';
import { comparePaths, pathKey, valueProblems } from '#plugins/annotate/form/common/index.ts';
import { itemNameProblem } from '#plugins/workspace/items/common/index.ts';
import { cellText, cellValue } from './cell-text.ts';
import { shapeOf } from './form-columns.ts';
import { componentOf } from './row-mapping.ts';
import type { RowMapping } from './row-mapping.ts';
import type { RowCell, RowRecord } from './row-record.ts';

/** Something in a row that does not fit. */
export interface RowProblem {
  readonly row: number;
  /** The header of the column; '' when it is about the row as a whole. */
  readonly column: string;
  readonly reason: string;
}

/** Rules for making items of rows, whatever their columns. */
export interface RowRules {
  readonly mapping: RowMapping;
  /** The whole row is the attached data of its item. */
  readonly wholeRow: boolean;
  /** Begins the names of items where no column holds them: `Item` gives `Item_0001`. */
  readonly prefix: string;
  /** Part that is skipped with a refused value: itself, or its whole row. */
  readonly refused: 'row' | 'value';
}

/** One value that is to be stored. */
export interface PlannedValue {
  readonly id: string;
  readonly path: ElementPath;
  readonly value: unknown;
  readonly beside?: JsonRecord;
}

/** The item a row is to become. */
export interface PlannedItem {
  readonly row: number;
  readonly name: string;
  /** '' means where the import was begun. */
  readonly folder: string;
  readonly categories: readonly string[];
  /** In the order of the form. */
  readonly values: readonly PlannedValue[];
  readonly comments: readonly unknown[] | undefined;
  /** The attached data; undefined for none. */
  readonly payload: unknown;
  readonly problems: readonly RowProblem[];
  /** Nothing is made of the row. */
  readonly refused: boolean;
}

const clean = (text: string): string => text.normalize('NFC').trim();

/** The name with a number of at least four digits. */
export const numberedName = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(4, '0')}`;

/** A name, folder or category as text; numbers of JSON are taken as they are written. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? clean(value)
    : typeof value === 'number'
      ? String(value)
      : value === null
        ? ''
        : undefined;

/** Name and folder of a row, and nothing else: cheap enough to be asked of every row first. */
export function rowPlace(
  record: RowRecord,
  { mapping, prefix }: RowRules,
): { readonly name: string; readonly folder: string } {
  const named = Object.values(mapping).includes('name');
  const of = (target: 'name' | 'folder'): string =>
    textOf(record.cells.find(each => mapping[each.column] === target)?.value) ?? '';
  return { name: named ? of('name') : numberedName(prefix, record.row), folder: of('folder') };
}

function categoriesOf(cell: RowCell | undefined): readonly string[] | undefined {
  if (cell === undefined) return [];
  const value = cell.isText ? cellValue(cell.value as string, 'choices') : cell.value;
  const list = Array.isArray(value) ? value : [value];
  const names = list.map(textOf);
  return names.includes(undefined) ? undefined : (names as string[]).filter(each => each !== '');
}

/** Returns the item of a row by the mapping, with all problems. The order of form fields is that of `places`. */
export function plannedItem(
  record: RowRecord,
  rules: RowRules,
  plan: FormPlan,
  places: ReadonlyMap<string, number> = placesOf(plan),
): PlannedItem {
  const { row, cells } = record;
  const problems: RowProblem[] = [];
  let fatal = record.problem !== undefined;
  const add = (column: string, reason: string): void => void problems.push({ row, column, reason });
  const at = (target: 'name' | 'folder' | 'category'): RowCell | undefined =>
    cells.find(each => rules.mapping[each.column] === target);
  if (record.problem !== undefined) add('', record.problem);

  const { name, folder } = rowPlace(record, rules);
  const nameProblem = itemNameProblem(name);
  if (nameProblem !== undefined && record.problem === undefined) {
    fatal = true;
    add(at('name')?.key ?? columnOf(rules.mapping, 'name'), nameProblem);
  }
  const folderCell = at('folder');
  if (folderCell !== undefined && textOf(folderCell.value) === undefined) {
    fatal = true;
    add(folderCell.key, 'The folder is no text.');
  }
  const category = at('category');
  const categories = categoriesOf(category);
  if (categories === undefined) {
    fatal = true;
    add(category!.key, 'The category is no text. Write one name, or a list of names.');
  }

  const values: PlannedValue[] = [];
  const seen = new Set<string>();
  for (const cell of cells) {
    const id = componentOf(rules.mapping[cell.column] ?? 'ignore');
    const placed = id === undefined ? undefined : plan.byId.get(id);
    if (id === undefined || placed === undefined) continue;
    const value = cell.isText ? cellValue(cell.value as string, shapeOf(placed.component)) : cell.value;
    const path = plan.pathOf(id, cell.rows);
    const reasons = seen.has(pathKey(path))
      ? ['There is another value for the same place.']
      : valueProblems(placed.component, value);
    seen.add(pathKey(path));
    for (const reason of reasons) add(cell.key, reason);
    if (reasons.length === 0)
      values.push({ id, path, value, ...(cell.beside === undefined ? {} : { beside: cell.beside }) });
    else if (rules.refused === 'row') fatal = true;
  }
  values.sort(
    (one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0) || comparePaths(one.path, other.path),
  );
  return {
    row,
    name,
    folder,
    categories: categories ?? [],
    values,
    comments: record.comments,
    payload: payloadOf(cells, rules),
    problems,
    refused: fatal,
  };
}

/** Places of components in reading order, by id. */
export const placesOf = (plan: FormPlan): ReadonlyMap<string, number> =>
  new Map([...plan.byId.keys()].map((id, at) => [id, at]));

const columnOf = (mapping: RowMapping, target: 'name'): string =>
  Object.keys(mapping).find(each => mapping[each] === target) ?? '';

function payloadOf(cells: readonly RowCell[], { mapping, wholeRow }: RowRules): JsonRecord | undefined {
  const taken = cells.filter(each => wholeRow || mapping[each.column] === 'payload');
  if (taken.length === 0) return undefined;
  const payload: Record<string, unknown> = {};
  for (const { key, value, isText } of taken) {
    // Own fields only: a column may be called __proto__.
    Object.defineProperty(payload, key, {
      value: isText ? cellValue(value as string, 'any') : value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return payload;
}

/** The values as a document holds them: with paths where the form has groups, alone where it has none. */
export function plannedData({ values }: Pick<PlannedItem, 'values'>, plan: FormPlan): JsonRecord {
  const byId = new Map<string, PlannedValue[]>();
  for (const each of values) {
    const before = byId.get(each.id);
    if (before === undefined) byId.set(each.id, [each]);
    else before.push(each);
  }
  return Object.fromEntries(
    [...byId].map(([id, list]) => [
      id,
      plan.hasGroups
        ? list.map(({ value, path, beside }) => ({ ...beside, value, element_path: path }))
        : { ...list[0]!.beside, value: list[0]!.value },
    ]),
  );
}

/** A value as the preview shows it. */
export const shownValue = (value: unknown): string => {
  const text = cellText(value, isRecord(value) || Array.isArray(value) ? 'any' : 'text');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};
