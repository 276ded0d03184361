import { BIDI_CONTROLS_MESSAGE, WITHOUT_BIDI_CONTROLS } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';

/** Longest name in characters. */
export const PROJECT_NAME_LENGTH = 200;
export const PROJECT_NAME_TAKEN = 'A project with this name already exists.';

const FORBIDDEN = /[/\\:*?"<>|“]/;
const UNSEEN = /\p{Cc}/u;

/** Returns the problem that keeps a text from being the name of a project, or undefined. Outer blanks do not count. */
export function projectNameProblem(text: string): string | undefined {
  const name = text.trim();
  if (name === '') return 'give it a name';
  if (name.length > PROJECT_NAME_LENGTH) return `use at most ${PROJECT_NAME_LENGTH} characters`;
  const found = FORBIDDEN.exec(name)?.[0];
  if (found !== undefined) return `${found} can’t be used; leave out / \\ : * ? " < > | and “`;
  if (!WITHOUT_BIDI_CONTROLS.test(name)) return BIDI_CONTROLS_MESSAGE;
  if (UNSEEN.test(name)) return 'leave out control characters';
  return undefined;
}

export const projectName = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = projectNameProblem(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
