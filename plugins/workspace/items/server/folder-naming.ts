import { Fault } from '#core/base/common/index.ts';
import { cleanFolderName, folderNameProblem, folderNameTakenMessage, itemNameLimit } from '../common/item-name.ts';

/** The fault of a name that another folder has. */
export const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', folderNameTakenMessage, { status: 409, details: { field: 'name' } });

/** Returns the trimmed name. Throws INVALID_FIELD for one that no folder may have. */
export function checkedName(given: string): string {
  const name = given.trim();
  const problem = folderNameProblem(name);
  if (problem !== undefined)
    throw new Fault('INVALID_FIELD', problem, {
      status: 400,
      details: { issues: [{ field: 'name', reason: problem }] },
    });
  return name;
}

/**
 * Returns the name as the public client would write it; one that is blank or too long stays as it is, and is refused.
 */
export const replacedName = (given: string): string =>
  given.trim() === '' || [...given].length > itemNameLimit ? given : cleanFolderName(given);
