import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';

/** The classes whose names hold the text in any case: those that begin with it first, otherwise in their own order. */
export function rankTagClasses(classes: readonly AnnotationClass[], text: string): readonly AnnotationClass[] {
  const wanted = text.trim().toLowerCase();
  const matching = classes.filter(each => each.name.toLowerCase().includes(wanted));
  const begins = (each: AnnotationClass): boolean => each.name.toLowerCase().startsWith(wanted);
  return [...matching.filter(begins), ...matching.filter(each => !begins(each))];
}
