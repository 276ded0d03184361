import { csvCell } from '#core/base/common/index.ts';
import type { FormValues, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import { cellText, survivesCell } from './cell-text.ts';
import type { FormColumn } from './form-columns.ts';
import { isLeftOut } from './form-columns.ts';
import type { Fate, TransferReport } from '#plugins/exchange/exchange/common/index.ts';
import { dropped } from '#plugins/exchange/exchange/common/index.ts';

/** One line of a CSV file, with its line end. A single empty cell is in quotes, or it would be an empty line. */
export const csvRow = (cells: readonly string[]): string =>
  cells.length === 1 && cells[0] === '' ? '""\r\n' : `${cells.map(csvCell).join(',')}\r\n`;

const leftOut: Fate = { one: 'was left out', many: 'were left out' };
const asText: Fate = { one: 'was written as text', many: 'were written as text' };

/** The cells of one form in the order of the columns; what the table has no place for is counted. */
export function formCells(
  values: FormValues,
  columns: readonly FormColumn[],
  plan: FormPlan,
  report: TransferReport,
): readonly string[] {
  const known = new Map(columns.map(column => [pathKey(column.path), column]));
  const cells = new Map<string, string>();
  for (const [id, list] of values) {
    const component = plan.component(id);
    if (component !== undefined && isLeftOut(component)) continue;
    for (const entry of list) {
      const key = pathKey(entry.element_path);
      const column = known.get(key);
      if (column === undefined || cells.has(key)) report.add(`value of ${id}`, dropped);
      else {
        cells.set(key, cellText(entry.value, column.shape));
        if (!survivesCell(entry.value, column.shape)) report.add(`value of ${id}`, asText);
      }
      if (entry['comments'] !== undefined) report.add('comment of a value', leftOut);
    }
  }
  return columns.map(column => cells.get(pathKey(column.path)) ?? '');
}

/** Values of a line of JSON: without those that are in no download, and without scores. */
export const exportedValues = (values: FormValues, plan: FormPlan): FormValues =>
  new Map(
    [...values].flatMap(([id, list]) => {
      const component = plan.component(id);
      if (component !== undefined && isLeftOut(component)) return [];
      return [
        [
          id,
          list.map(entry => ({
            ...withoutFields(entry, 'scores'),
            value: entry.value,
            element_path: entry.element_path,
          })),
        ] as const,
      ];
    }),
  );

/** Categories of an item as one cell or one field: the name of the only one, a list of several, undefined for none. */
export const categoryValue = (names: readonly string[]): string | readonly string[] | undefined =>
  names.length > 1 ? names : names[0];

/** One line of a JSONL file: the compact form, which an import takes again. */
export function formLine(
  metadata: JsonRecord,
  place: { readonly folder: string; readonly category: string | readonly string[] | undefined },
  data: JsonRecord,
  comments: unknown,
): string {
  return `${JSON.stringify({
    metadata: {
      ...metadata,
      ...(place.folder === '' ? {} : { folder_name: place.folder }),
      ...(place.category === undefined ? {} : { item_category: place.category }),
    },
    data,
    ...(Array.isArray(comments) && comments.length > 0 ? { comments } : {}),
  })}\n`;
}

/** Raises the number of rows of each group to what a form has. */
export function countGroupRows(rows: Map<string, number>, values: FormValues): void {
  for (const list of values.values())
    for (const { element_path: path } of list) {
      for (let at = 1; at + 1 < path.length; at += 2) {
        const key = pathKey(path.slice(0, at));
        rows.set(key, Math.max(rows.get(key) ?? 0, Number(path[at]) + 1));
      }
    }
}

/** True when a form's text may be filled from the data attached to an item. */
export const usesPayload = (components: unknown): boolean =>
  typeof components === 'string'
    ? components.includes('{{')
    : Array.isArray(components)
      ? components.some(usesPayload)
      : isRecord(components) && Object.values(components).some(usesPayload);
