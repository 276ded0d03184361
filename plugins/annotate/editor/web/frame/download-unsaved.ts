import { downloadJson } from '#core/ui/web/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';

/** Hands the person the document as it stands and every edit that is not stored, as a file. */
export function downloadUnsaved(open: EditorDocument): void {
  const content = {
    item: { id: open.item.id, name: open.item.name },
    base: open.revision,
    document: open.scene.document,
    edits: open.unsaved,
  };
  downloadJson(`${open.item.name}.unsaved.json`, content);
}
