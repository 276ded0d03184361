import { confirm } from '#core/ui/web/index.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { messages } from './messages.ts';

/** Asks whether an import is to be undone, with what that does. */
export function askUndo({ name, report }: Pick<ImportRecord, 'name' | 'report'>): Promise<boolean> {
  const sentences = [
    messages.askUndo.itemsGetTheirEarlierAnnotationsBack,
    ...(report?.kind === 'archive' ? [messages.askUndo.pinsApprovalsPrioritiesCategoriesAnd] : []),
  ];
  return confirm({
    title: messages.askUndo.undoTheImportOfName(name),
    text: sentences.join(' '),
    action: messages.shared.undoImport,
    danger: true,
  });
}
