import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { GroupValue, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { changeInstances, withAnswer } from '#plugins/annotate/annotations/common/index.ts';
import type { Editor } from '../kit/editor-type.ts';
import type { EditorDocument } from './editor-document.ts';
import { messages } from '../messages.ts';

/** Returns the selected instances as they are at the moment that the editor shows. */
export const shownSelection = (document: EditorDocument, editor: Editor | undefined): readonly Instance[] =>
  document.scene.selected.map(each => editor?.asShown?.(each) ?? each);

/**
 * Answers a group of the selected objects, which are of the class `owner`, in one step of undo. Locked objects stay as
 * they are.
 */
export function setAnswer(
  document: EditorDocument,
  editor: Editor | undefined,
  owner: AnnotationClass,
  group: AttributeGroup,
  value: GroupValue,
): void {
  document.edit(
    messages.setAnswer.setName(group.name),
    changeInstances(
      shownSelection(document, editor).filter(each => each.locked !== true),
      instance => withAnswer(instance, owner, group, value),
      document.user,
    ),
  );
}
