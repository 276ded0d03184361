import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '../form-document.ts';
import type { ElementPath } from './element-path.ts';
import { pathKey } from './element-path.ts';
import { isFormInstance } from './form-instance.ts';

/** Returns the number of rows of each group by the values in it, by the key of the group's path. */
export function countRows(instances: Iterable<Instance>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of instances) if (isFormInstance(each)) countPath(counts, each.element_path);
  return counts;
}

/** Counts one more path in. Answers the keys of the groups that have more rows now. */
export function countPath(counts: Map<string, number>, path: ElementPath): readonly string[] {
  const grown: string[] = [];
  for (let at = 1; at + 1 < path.length; at += 2) {
    const key = pathKey(path.slice(0, at));
    const count = (path[at] as number) + 1;
    if ((counts.get(key) ?? 0) >= count) continue;
    counts.set(key, count);
    grown.push(key);
  }
  return grown;
}

/** Rows that a group shows: one that is no template always has one. */
export const shownRows = (group: FormComponent, counted: number): number =>
  Math.max(counted, group['isTemplate'] === true ? 0 : 1);
