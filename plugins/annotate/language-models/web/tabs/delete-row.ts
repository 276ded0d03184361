import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** A row that a person asked to delete. */
interface DeletedRow {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly remove: () => Promise<unknown>;
  /** Runs once the row is deleted. */
  readonly refresh: () => Promise<void>;
}

/** Deletes a row once the person confirms it, and reports the result. */
export async function deleteRow({ name, title, text, remove, refresh }: DeletedRow): Promise<void> {
  if (!(await confirm({ title, text, action: messages.shared.delete, danger: true }))) return;
  try {
    await remove();
    toast(messages.deleteRow.nameIsDeleted(name), { tone: 'success' });
    await refresh();
  } catch (error) {
    toastError(error);
  }
}
