import { isRecord } from '#plugins/editor/common/json-value.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import type { FormValues } from '#plugins/annotations/common/form-values.ts';
import { dropped } from './transfer-report.ts';
import type { Fate, TransferReport } from './transfer-report.ts';

/** Columns that say which item a row is (formats, multimodal 3). */
export const itemColumns = ['_item_name', '_folder', '_item_category'] as const;

/** Components that hold no value (formats, multimodal 1.4). */
const valueless: ReadonlySet<string> = new Set(['group', 'container', 'grid', 'tabs', 'modal', 'divider', 'button', 'buttonSecondary']);

/** Ids of the components of a form that have one value for each item, in the order of the form: those outside of groups. */
export function formColumns(components: unknown): readonly string[] {
  if (!Array.isArray(components)) return [];
  return components.filter(isRecord).flatMap(component => {
    const { id, type } = component;
    if (type === 'group') return [];
    const below = ['children', 'components', 'columns', 'tabs'].flatMap(key => formColumns(component[key]));
    // Columns of a grid and single tabs have no type and no value.
    const own = typeof id === 'string' && typeof type === 'string' && !valueless.has(type) && component['exclude'] !== true ? [id] : [];
    return [...own, ...below];
  });
}

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that a spreadsheet would run gets an apostrophe in front (security, section 6); full-width signs count like the plain ones. */
const harmless = (text: string): string => (/^[=+\-@\t\r|%]/.test(text.normalize('NFKC').trimStart()) || /^[\t\r]/.test(text)) && !Number.isFinite(Number(text)) ? `'${text}` : text;

/** A value as a cell: texts as they are but for what a spreadsheet would run, everything else as JSON (formats, multimodal 3). */
export const csvCell = (value: unknown): string => quoted(value === null || value === undefined ? '' : typeof value === 'string' ? harmless(value) : JSON.stringify(value));

/** One line of a CSV file, with its line end. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

const grouped: Fate = { one: 'inside a group has no column', many: 'inside groups have no column' };

/** The values of one form in the order of the columns; what the table has no place for is counted. */
export function formCells(values: FormValues, columns: readonly string[], report: TransferReport): readonly unknown[] {
  const known = new Set(columns);
  for (const [id, list] of values) {
    const inside = list.filter(entry => entry.element_path.length > 1).length;
    report.add('value', grouped, inside);
    if (!known.has(id)) report.add(`value of ${id}`, dropped, list.length - inside);
  }
  return columns.map(id => values.get(id)?.find(entry => entry.element_path.length === 1)?.value);
}

/** One line of a JSONL file: the compact form (formats, multimodal 2.1), which an import takes again. */
export function formLine(metadata: JsonRecord, place: { readonly folder: string; readonly category: string | undefined }, data: JsonRecord, comments: unknown): string {
  return `${JSON.stringify({
    metadata: { ...metadata, ...(place.folder === '' ? {} : { folder_name: place.folder }), ...(place.category === undefined ? {} : { item_category: place.category }) },
    data,
    ...(Array.isArray(comments) && comments.length > 0 ? { comments } : {}),
  })}\n`;
}
