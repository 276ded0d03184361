import { useCallback } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import type { Editor } from '../kit/editor-type.ts';
import { FrameView } from './frame-view.ts';
import { useChanges, useScene } from './use-desk.ts';
import classes from './frame.module.css';

/** The open comments as pins over the item, and the one being written. */
export function CommentPins({ editor, document }: { readonly editor: Editor; readonly document: EditorDocument }): JSX.Element | undefined {
  const view = useService(FrameView);
  const { comment, thread } = useSnapshot(view.state);
  useScene(document);
  useChanges(useCallback((listener: () => void) => editor.onView(listener), [editor]));
  if (editor.toElement === undefined) return undefined;
  const at = (place: { readonly x: number; readonly y: number }): { left: number; top: number } => {
    const { x, y } = editor.toElement!(place);
    return { left: x, top: y };
  };
  return (
    <div className={classes['pins']}>
      {document.scene.comments.filter(each => !each.resolved && each.x !== undefined && each.y !== undefined).map(each => (
        <button
          key={each.id}
          type="button"
          className={classes['pin']}
          data-active={each.id === thread}
          style={at({ x: each.x!, y: each.y! })}
          title={each.correspondence[0]?.text}
          aria-label={`Comment: ${each.correspondence[0]?.text ?? ''}`}
          onClick={() => view.showThread(each.id)}
        >
          <Icon name="comment" size={13} />
        </button>
      ))}
      {comment === undefined ? undefined : <span className={classes['pin']} data-active="true" style={at(comment)}><Icon name="plus" size={13} /></span>}
    </div>
  );
}
