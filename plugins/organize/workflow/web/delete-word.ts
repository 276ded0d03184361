import { confirm, toast, toastError } from '#core/ui/web/index.ts';

/** Asks and deletes a status, role or workflow that nothing uses; otherwise says what uses it. True when it is gone. */
export async function deleteWord(
  what: string,
  name: string,
  used: string | undefined,
  cure: string,
  remove: () => Promise<unknown>,
): Promise<boolean> {
  if (used !== undefined) {
    await confirm({ title: `${name} is in use`, text: `It is used by ${used}. ${cure}`, action: 'Understood' });
    return false;
  }
  if (
    !(await confirm({
      title: `Delete ${name}?`,
      text: `Nothing uses this ${what}. It can’t be brought back.`,
      action: `Delete ${what}`,
      danger: true,
    }))
  )
    return false;
  try {
    await remove();
    toast(`${name} is deleted.`, { tone: 'success' });
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
