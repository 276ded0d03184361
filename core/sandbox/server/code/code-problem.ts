import { Fault } from '#core/base/common/index.ts';

/** Problem in a source; line and column count from 1. */
export interface CodeProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns the refusal of code with problems; the first one is its message, which names the file where `several`. */
export function codeInvalid(problems: readonly [CodeProblem, ...CodeProblem[]], several: boolean): Fault {
  const [{ file, line, message }] = problems;
  const place = several ? `${file}, line ${line}` : `Line ${line}`;
  return new Fault('CODE_INVALID', `${place}: ${message}`, { status: 422, details: { problems } });
}
