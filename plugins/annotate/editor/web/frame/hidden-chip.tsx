import { useCallback } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { setVisible } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import type { Editor } from '../kit/editor-type.ts';
import { messages } from '../messages.ts';
import { useChanges, useDocumentState, useScene } from './use-controller.ts';
import classes from './frame.module.css';

/** Stays in sight as long as something of the item is hidden, and shows it again. */
export function HiddenChip({
  editor,
  document,
}: {
  readonly editor: Editor;
  readonly document: EditorDocument;
}): JSX.Element | undefined {
  useChanges(useCallback((listener: () => void) => editor.onToolChange(listener), [editor]));
  useScene(document);
  const { readOnly } = useDocumentState(document);
  const hidden = document.scene.instances.filter(each => each.visible === false);
  const all = editor.allHidden === true;
  if (!all && hidden.length === 0) return undefined;
  const { one, many } = editor.instanceWords ?? { one: 'object', many: 'objects' };
  const show = (): void => {
    editor.showAll?.();
    if (!all) document.edit(messages.shared.show, setVisible(hidden, true, document.user));
  };
  return (
    <button
      type="button"
      className={classes['hiddenChip']}
      disabled={!all && readOnly !== undefined}
      onClick={event => {
        event.currentTarget.blur();
        show();
      }}
    >
      <Icon name="hidden" size={14} />
      {all
        ? messages.hiddenChip.allManyHidden(many)
        : messages.hiddenChip.countNameHidden(hidden.length, hidden.length === 1 ? one : many)}
      {!all && readOnly !== undefined ? undefined : <b>{messages.shared.show}</b>}
    </button>
  );
}
