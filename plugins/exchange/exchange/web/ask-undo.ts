import { confirm } from '#core/ui/web/index.ts';
import type { ImportRecord } from '../common/import-api.ts';

/** Asks whether an import is to be undone, with what that does. */
export function askUndo({ name, report }: Pick<ImportRecord, 'name' | 'report'>): Promise<boolean> {
  const fields =
    report?.kind === 'archive' ? ' Pins, approvals, priorities, categories and fields that it set stay.' : '';
  return confirm({
    title: `Undo the import of ${name}?`,
    text: `Items get their earlier annotations back, and items, classes and folders it created are deleted. Items changed since stay as they are and are listed.${fields}`,
    action: 'Undo import',
    danger: true,
  });
}
