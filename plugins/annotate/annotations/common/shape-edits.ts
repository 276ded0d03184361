import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { shapeProblem } from '#plugins/workspace/classes/common/index.ts';
import type { Patch } from './edits.ts';
import { isRecord } from './json-value.ts';

/**
 * Returns why patches may not give an object its class and shape, as a sentence; undefined when they may. What an
 * object has already it may keep.
 */
export function editProblem(patches: readonly Patch[], classes: readonly AnnotationClass[]): string | undefined {
  const limited = new Map(classes.filter(each => each.shapes !== undefined).map(each => [each.id, each]));
  if (limited.size === 0) return undefined;
  for (const { collection, before, after } of patches) {
    if (collection !== 'instances' || !isRecord(after)) continue;
    const owner = limited.get(after['classId'] as number);
    if (owner === undefined) continue;
    if (isRecord(before) && before['classId'] === after['classId'] && before['type'] === after['type']) continue;
    const problem = shapeProblem(owner, String(after['type']));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
