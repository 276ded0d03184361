import { useCallback, useEffect, useRef } from 'react';
import type { CSSProperties, JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { ThreadLocation } from '#plugins/annotate/annotations/common/index.ts';
import { isUnread } from '../../common/thread-filter.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import type { Editor } from '../kit/editor-type.ts';
import { messages } from '../messages.ts';
import { FrameView } from './frame-view.ts';
import { ReadThreads } from './read-threads.ts';
import { pinOf, threadPlace } from './thread-place.ts';
import { useChanges, useScene } from './use-controller.ts';
import classes from './frame.module.css';

/** CSS pixels between pins of the same object. */
const APART = 20;

/** The open comments as pins over the item, and the one being written. They go with the view and with their objects. */
export function CommentPins({
  editor,
  document,
}: {
  readonly editor: Editor;
  readonly document: EditorDocument;
}): JSX.Element | undefined {
  const view = useService(FrameView);
  const { comment, thread } = useSnapshot(view.state);
  const { seen } = useSnapshot(useService(ReadThreads).state);
  const surface = useRef<HTMLDivElement>(null);
  const { scene } = document;
  useScene(document);

  const shown = scene.comments.filter(each => !each.resolved || each.id === thread);
  const isEmpty = shown.length === 0 && comment === undefined;
  const follow = useCallback((listener: () => void) => editor.onView(listener), [editor]);
  useChanges(isEmpty ? undefined : follow);
  // Pins go with objects that are being dragged.
  const followDrafts = useCallback(
    (listener: () => void) =>
      scene.onChange(({ drafts }) => {
        if (drafts.size > 0) listener();
      }),
    [scene],
  );
  useChanges(isEmpty ? undefined : followDrafts);

  // A thread that is chosen elsewhere is scrolled into sight, at the present zoom.
  useEffect(() => {
    const chosen = scene.comments.find(each => each.id === thread);
    if (chosen !== undefined && editor.showThread !== undefined) editor.showThread(chosen);
    const place = chosen === undefined ? undefined : threadPlace(chosen, scene, editor);
    const { width = 0, height = 0 } = surface.current?.getBoundingClientRect() ?? {};
    if (place === undefined || editor.toElement === undefined || width === 0) return;
    const at = editor.toElement(place);
    if (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height) return;
    const zoom = editor.stage?.camera.zoom ?? 1;
    const [across, down] = [width / zoom / 2, height / zoom / 2];
    editor.showArea?.({ minX: place.x - across, minY: place.y - down, maxX: place.x + across, maxY: place.y + down });
  }, [thread, scene, editor]);

  if (editor.toElement === undefined && editor.pinAt === undefined) return undefined;
  const before = new Map<string, number>();
  const style = (each: ThreadLocation): CSSProperties | undefined => {
    const place = pinOf(each, scene, editor);
    if (place === undefined) return undefined;
    const { x, y } = place;
    const beside = each.instanceId === undefined ? 0 : (before.get(each.instanceId) ?? 0);
    if (each.instanceId !== undefined) before.set(each.instanceId, beside + 1);
    return { left: x + beside * APART, top: y };
  };
  return (
    <div ref={surface} className={classes['pins']}>
      {shown.map(each => {
        const place = style(each);
        const text = each.correspondence[0]?.text ?? '';
        const unread = isUnread(each, seen, document.user.email);
        return place === undefined ? undefined : (
          <button
            key={each.id}
            type="button"
            className={classes['pin']}
            data-active={each.id === thread}
            data-resolved={each.resolved}
            data-unread={unread}
            style={place}
            title={text}
            aria-label={`${unread ? messages.commentPins.unreadComment : messages.commentPins.comment}: ${text}`}
            onClick={() => view.showThread(each.id)}
          >
            <Icon name={each.resolved ? 'check' : 'comment'} size={13} />
          </button>
        );
      })}
      {comment === undefined ? undefined : (
        <span className={classes['pin']} data-active="true" style={style(comment)}>
          <Icon name="plus" size={13} />
        </span>
      )}
    </div>
  );
}
