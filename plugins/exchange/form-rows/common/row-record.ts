import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { formValues, isRecord, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { columnKey, columnPattern, rowsOfKey } from './form-columns.ts';
import { unguarded } from '#core/base/common/index.ts';

/** One thing a row says. */
export interface RowCell {
  /** The column as it is mapped: its header without the numbers of rows. */
  readonly column: string;
  /** The header as written, for messages. */
  readonly key: string;
  /** Rows of the groups around it, from the outside in; empty outside of groups. */
  readonly rows: readonly number[];
  /** Any JSON; of a table always a text. */
  readonly value: unknown;
  /** It comes from a table, so its meaning depends on the target. */
  readonly isText: boolean;
  /** Data in a line of JSON beside the value. */
  readonly beside?: JsonRecord;
}

/** A row of a file, whatever its format. */
export interface RowRecord {
  /** As the person finds it: the line of a spreadsheet or of JSON lines, the place in a list, from 1. */
  readonly row: number;
  readonly cells: readonly RowCell[];
  readonly comments?: readonly unknown[];
  /** Why it cannot be read at all. */
  readonly problem?: string;
}

/** Headers of a table, each once: one that occurs twice gets a number. */
export function distinctHeaders(row: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return row.map((text, at) => {
    const given = unguarded(text.trim()) || `Column ${at + 1}`;
    const count = (seen.get(given) ?? 0) + 1;
    seen.set(given, count);
    return count === 1 ? given : `${given} (${count})`;
  });
}

/** A row of a table; empty cells say nothing. @param row its line in the spreadsheet */
export function tableRecord(headers: readonly string[], cells: readonly string[], row: number): RowRecord {
  const more = cells.slice(headers.length).some(each => each !== '');
  return {
    row,
    cells: cells.flatMap((text, at) => {
      const key = headers[at];
      return key === undefined || text === ''
        ? []
        : [{ column: columnPattern(key), key, rows: rowsOfKey(key), value: unguarded(text), isText: true }];
    }),
    ...(more
      ? { problem: `The row has ${cells.length} cells, the header ${headers.length}. Put cells with commas in quotes.` }
      : {}),
  };
}

/** True for an item in the compact form. */
const isCompact = (json: JsonRecord): boolean => isRecord(json['data']) && isRecord(json['metadata']);

/**
 * An item of JSON: in the compact form, or any object whose keys are columns; a list under the id of a group holds its
 * rows.
 */
export function jsonRecord(
  json: unknown,
  row: number,
  plan: FormPlan,
  place: { readonly name?: string; readonly folder?: string } = {},
): RowRecord {
  if (!isRecord(json)) return { row, cells: [], problem: 'This is no JSON object. Write each item as { … }.' };
  const given = isCompact(json) ? compactCells(json) : plainCells(json, plan);
  const placed = [
    ['_item_name', place.name],
    ['_folder', place.folder],
  ].flatMap(([key, value]) =>
    value === undefined || value === '' || given.some(each => each.column === key) ? [] : [cell(key!, value)],
  );
  return {
    row,
    cells: [...placed, ...given],
    ...(isCompact(json) && Array.isArray(json['comments']) && json['comments'].length > 0
      ? { comments: json['comments'] as readonly unknown[] }
      : {}),
  };
}

const cell = (key: string, value: unknown): RowCell => ({ column: key, key, rows: [], value, isText: false });

function compactCells(json: JsonRecord): readonly RowCell[] {
  const { name, folder_name: folder, item_category: given } = json['metadata'] as JsonRecord;
  const category = isRecord(given) ? given['value'] : given;
  const item = [
    ['_item_name', name],
    ['_folder', folder],
    ['_item_category', category],
  ] as const;
  return [
    ...item.flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [cell(key, value)],
    ),
    ...[...formValues({ data: json['data'] })].flatMap(([, list]) =>
      list.map((entry): RowCell => {
        const key = columnKey(entry.element_path);
        const beside = withoutFields(entry, 'value', 'element_path', 'scores');
        return {
          column: columnPattern(key),
          key,
          rows: rowsOfKey(key),
          value: entry.value,
          isText: false,
          ...(Object.keys(beside).length === 0 ? {} : { beside }),
        };
      }),
    ),
  ];
}

function plainCells(json: JsonRecord, plan: FormPlan): readonly RowCell[] {
  const cells: RowCell[] = [];
  const walk = (record: JsonRecord, before: string, rows: readonly number[]): void => {
    for (const [name, value] of Object.entries(record)) {
      const key = before === '' ? name : `${before}.${name}`;
      if (Array.isArray(value) && value.length > 0 && value.every(isRecord) && plan.component(name)?.type === 'group')
        value.forEach((each, row) => walk(each, `${key}[${row}]`, [...rows, row]));
      else if (value !== undefined)
        cells.push({ column: rows.length === 0 ? key : columnPattern(key), key, rows, value, isText: false });
    }
  };
  walk(json, '', []);
  return cells;
}
