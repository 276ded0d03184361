import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { OpenedItem, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { changesClass, editProblem } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';

/** Returns why the project does not allow an edit, as a sentence; undefined when it does. */
export function editRefusal(
  patches: readonly Patch[],
  { limits }: OpenedItem,
  classes: readonly AnnotationClass[],
): string | undefined {
  if (!limits.changesClass && patches.some(changesClass)) return messages.editorDocument.thisProjectDoesNotLet;
  return editProblem(patches, classes);
}
