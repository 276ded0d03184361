import type { EditorDocument } from '../document/editor-document.ts';

/** Hands the person the document as it stands and every edit that is not stored, as a file. */
export function downloadUnsaved(open: EditorDocument): void {
  const content = { item: { id: open.item.id, name: open.item.name }, base: open.revision, document: open.scene.document, edits: open.unsaved };
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${open.item.name}.unsaved.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
