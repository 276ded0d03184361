import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** Asks and deletes a status, role or workflow that nothing uses; otherwise says what uses it. True when it is gone. */
export async function deleteWord(
  what: string,
  name: string,
  used: string | undefined,
  cure: string,
  remove: () => Promise<unknown>,
): Promise<boolean> {
  if (used !== undefined) {
    await confirm({
      title: messages.deleteWord.isInUse(name),
      text: messages.deleteWord.itIsUsedByUsed(used, cure),
      action: messages.deleteWord.understood,
    });
    return false;
  }
  if (
    !(await confirm({
      title: messages.deleteWord.deleteName(name),
      text: messages.deleteWord.nothingUsesThisWhat(what),
      action: messages.deleteWord.deleteWhat(what),
      danger: true,
    }))
  )
    return false;
  try {
    await remove();
    toast(messages.deleteWord.nameIsDeleted(name), { tone: 'success' });
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
