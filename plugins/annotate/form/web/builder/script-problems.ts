import type { Bundler, BundleResult } from '#core/sandbox/web/index.ts';
import type { FormDocument } from '../../common/form-document.ts';
import { runningScripts } from '../../common/script-handlers.ts';
import { fileOf, scriptBundle } from '../kit/script-bundle.ts';

/** Something wrong in a script; line and column count from 1. */
export interface ScriptProblem {
  /** Name of the script. */
  readonly script: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

export interface Compiled {
  readonly problems: readonly ScriptProblem[];
  readonly milliseconds: number;
  /** Characters of what runs; undefined when it does not compile. */
  readonly size: number | undefined;
}

/**
 * Compiles the scripts of a form as they will run; undefined when there is none.
 * @throws Fault when the compiler cannot be loaded.
 */
export async function compileScripts(
  bundler: Bundler,
  form: Pick<FormDocument, 'code'>,
  signal?: AbortSignal,
): Promise<Compiled | undefined> {
  const scripts = runningScripts(form);
  if (scripts.length === 0) return undefined;
  const result: BundleResult = await bundler.bundle(scriptBundle(scripts), signal);
  const nameOf = (file: string): string => scripts.find(([name]) => fileOf(name) === file)?.[0] ?? file;
  return {
    problems: result.problems.map(({ file, ...rest }) => ({ ...rest, script: nameOf(file) })),
    milliseconds: result.milliseconds,
    size: result.code?.length,
  };
}
