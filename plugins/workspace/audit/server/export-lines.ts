import { csvCell } from '#core/base/common/index.ts';
import type { AuditEntry } from '#core/audit/server/index.ts';

const COLUMNS = [
  'number',
  'at',
  'organization_id',
  'team',
  'by',
  'credential',
  'address',
  'action',
  'outcome',
  'details',
  'request_id',
  'hash',
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], unknown>>;

const rowOf = ({ id: _, email, at, ...row }: AuditEntry): Row => ({ ...row, at: at.toISOString(), by: email });

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Yields the lines of an export: CSV with a header and cells that no spreadsheet runs, or one JSON object a line. */
export async function* exportLines(
  entries: AsyncIterable<AuditEntry>,
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`;
  for await (const entry of entries) {
    const row = rowOf(entry);
    yield format === 'csv'
      ? `${COLUMNS.map(column => csvCell(textOf(row[column]))).join(',')}\r\n`
      : `${JSON.stringify(row)}\n`;
  }
}
