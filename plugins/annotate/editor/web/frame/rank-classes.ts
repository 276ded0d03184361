import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';

/**
 * Classes whose name holds the text: those that begin with it first, then those with a word that does; all in their
 * order when there is none.
 */
export function rankClasses(classes: readonly AnnotationClass[], text: string): readonly AnnotationClass[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return classes;
  const rank = (name: string): number =>
    name.startsWith(wanted)
      ? 0
      : name.split(/[\s_-]+/).some(word => word.startsWith(wanted))
        ? 1
        : name.includes(wanted)
          ? 2
          : 3;
  return classes
    .map(each => ({ each, at: rank(each.name.toLowerCase()) }))
    .filter(({ at }) => at < 3)
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
