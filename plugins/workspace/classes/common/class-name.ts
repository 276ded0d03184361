import { classNameLimit } from './annotation-class.ts';

/** Said when a form gives the name of another class of the project. */
export const classNameTakenMessage = 'A class with this name already exists.';

/** Answer of a name check: the reason is one of the stable codes. */
export interface ClassNameCheck {
  readonly exists: boolean;
  readonly valid: boolean;
  readonly reason?: 'EMPTY' | 'TOO_LONG' | 'NAME_EXISTS';
  readonly message?: string;
}

/**
 * Checks the name a person gives to a class: 1–200 characters after trimming, and not the name of another class of
 * the project in any case of letters. Files are different: there `Car` and `car` are two classes (exact names).
 */
export function checkClassName(name: string, otherNames: Iterable<string>): ClassNameCheck {
  const text = name.trim();
  if (text === '')
    return { exists: false, valid: false, reason: 'EMPTY', message: 'Name is required: type 1 to 200 characters.' };
  if ([...text].length > classNameLimit) {
    return {
      exists: false,
      valid: false,
      reason: 'TOO_LONG',
      message: `Name is too long: use at most ${classNameLimit} characters.`,
    };
  }
  const folded = text.toLowerCase();
  for (const other of otherNames) {
    if (other.trim().toLowerCase() === folded)
      return { exists: true, valid: false, reason: 'NAME_EXISTS', message: classNameTakenMessage };
  }
  return { exists: false, valid: true };
}
