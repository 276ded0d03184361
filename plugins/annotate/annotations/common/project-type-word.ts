import { projectTypeOf } from '#plugins/workspace/projects/common/index.ts';

/** Returns the word by which editors and hooks name a project type, e.g. `vector` for 1; `unknown` for a number that is no type. */
export function projectTypeWord(type: number): string {
  return projectTypeOf(type)?.word ?? 'unknown';
}
