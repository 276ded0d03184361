import { csvCell } from '#core/base/common/index.ts';
import { downloadFile } from '#core/ui/web/index.ts';

type Cell = string | number | null;

/** Hands the person rows as a CSV file, with a byte order mark so that spreadsheets read its letters. */
export function downloadCsv(name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const lines = [head, ...rows].map(row => row.map(each => csvCell(each === null ? '' : String(each))).join(','));
  downloadFile(name, new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }));
}
