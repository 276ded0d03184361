import { projectTypeOf } from '#plugins/workspace/projects/common/project-type.ts';

/** The word editors go by for a project type, e.g. `vector` for 1; `unknown` for a number that is no type. */
export function projectTypeWord(type: number): string {
  return projectTypeOf(type)?.editor.replace(/^editor-/, '') ?? 'unknown';
}
