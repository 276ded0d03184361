import type { ElementPath } from '#plugins/annotate/annotations/common/index.ts';

export type { ElementPath } from '#plugins/annotate/annotations/common/index.ts';

const encode = (step: string | number): string =>
  String(step).replaceAll(/[%.[\]#]/g, each => `%${each.codePointAt(0)!.toString(16).toUpperCase()}`);

/** A path as one text, such as `answers[1].answer`: different for different paths, so that it identifies the place. */
export const pathKey = (path: ElementPath): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${encode(step)}`)).join('');

/** True for ids of groups, each with its row from 0, and an id at the end. */
export const isElementPath = (path: unknown): path is ElementPath =>
  Array.isArray(path) &&
  path.length % 2 === 1 &&
  path.every((step, at) =>
    at % 2 === 0 ? typeof step === 'string' : Number.isSafeInteger(step) && (step as number) >= 0,
  );

/**
 * The row of a group that a path leads into; undefined where it is in none. `group` is the path of the group itself.
 */
export function rowIn(path: ElementPath, group: ElementPath): number | undefined {
  const row = path[group.length];
  return typeof row === 'number' && path.length > group.length + 1 && group.every((step, at) => path[at] === step)
    ? row
    : undefined;
}

/** The path in another row of a group. */
export const inRow = (path: ElementPath, group: ElementPath, row: number): ElementPath => path.with(group.length, row);

/** Rows compared in order; ids where the paths part. Negative when the first comes before. */
export function comparePaths(one: ElementPath, other: ElementPath): number {
  for (const [at, step] of one.entries()) {
    const beside = other[at];
    if (beside === undefined) return 1;
    if (step === beside) continue;
    return typeof step === 'number' && typeof beside === 'number'
      ? step - beside
      : String(step) < String(beside)
        ? -1
        : 1;
  }
  return one.length - other.length;
}
