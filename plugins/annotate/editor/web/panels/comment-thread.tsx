import { ActionIcon } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { Icon, longDate, shortDate, toast } from '#core/ui/web/index.ts';
import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import { deleteMessage, reply, setResolved } from '#plugins/annotate/annotations/common/index.ts';
import { isUnread } from '../../common/thread-filter.ts';
import { FrameView } from '../frame/frame-view.ts';
import { ReadThreads } from '../frame/read-threads.ts';
import { useDocumentState, useOpen } from '../frame/use-controller.ts';
import { messages as texts } from '../messages.ts';
import { CommentCompose } from './comment-compose.tsx';
import { typeTitle, unclassified } from './object-rows.ts';
import { useMentionable } from './use-mentions.tsx';
import classes from './panels.module.css';

/** One thread: its messages, an answer, and what the person may do with it. */
export function CommentThread({ thread, active }: { readonly thread: Comment; readonly active: boolean }): JSX.Element {
  const addressOf = useAddressOf();
  const { document, opened, editor, controller } = useOpen();
  const { mayComment, classes: known } = useDocumentState(document);
  const people = useMentionable(opened.project.id);
  const view = useService(FrameView);
  const reading = useService(ReadThreads);
  const { seen } = useSnapshot(reading.state);
  const place = useRef<HTMLElement>(null);
  const { user, scene } = document;
  const author = thread.createdBy?.email ?? thread.correspondence[0]?.email;
  const mayResolve = author === user.email || opened.flags.resolveComment;
  const object = thread.instanceId === undefined ? undefined : scene.get(thread.instanceId);
  const unread = isUnread(thread, seen, user.email);

  useEffect(() => {
    if (!active) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    reading.see(thread);
  }, [active, thread, reading]);

  const copyLink = async (): Promise<void> => {
    // Somebody else finds the thread only once it is stored.
    if (!(await controller.save())) return toast(texts.commentThread.yourWorkMustBeSaved, { tone: 'error' });
    const { item, project } = opened;
    const link = `${location.origin}/t/${item.team_id}/p/${project.id}/item/${item.id}?thread=${encodeURIComponent(thread.id)}`;
    return navigator.clipboard.writeText(link).then(
      () => toast(texts.commentThread.linkCopied, { tone: 'success' }),
      () => toast(link),
    );
  };

  const words = object === undefined ? undefined : editor?.titleOf?.(object);
  const title =
    object === undefined
      ? (editor?.threadTitle?.(thread) ?? placeTitle(thread))
      : texts.commentThread.onName(
          known.find(each => each.id === object.classId)?.name ?? unclassified,
          words === undefined ? `(${typeTitle(object.type)})` : `“${words}”`,
        );
  const resolveTitle = thread.resolved ? texts.commentThread.openAgain : texts.commentThread.resolve;
  return (
    <article
      ref={place}
      className={classes['thread']}
      data-active={active}
      data-unread={unread}
      data-thread={thread.id}
      onClick={() => view.showThread(thread.id)}
    >
      <div className={classes['threadHead']}>
        {unread ? (
          <span className={classes['unread']} title={texts.shared.unread} role="img" aria-label={texts.shared.unread} />
        ) : undefined}
        {object === undefined ? (
          <span className={classes['label']}>
            {title}
            {thread.resolved ? ' · resolved' : ''}
          </span>
        ) : (
          <button type="button" className={classes['threadObject']} onClick={() => editor?.focusInstance(object.id)}>
            {title}
            {thread.resolved ? ' · resolved' : ''}
          </button>
        )}
        <ActionIcon
          size="sm"
          aria-label={texts.commentThread.copyLink}
          title={texts.commentThread.copyLink}
          onClick={event => {
            event.stopPropagation();
            void copyLink();
          }}
        >
          <Icon name="link" size={14} />
        </ActionIcon>
        {mayComment ? (
          <ActionIcon
            size="sm"
            aria-label={resolveTitle}
            title={mayResolve ? resolveTitle : texts.commentThread.yourRoleMayResolve}
            disabled={!mayResolve}
            onClick={() =>
              document.edit(thread.resolved ? texts.commentThread.openComment : texts.commentThread.resolveComment, [
                setResolved(thread, !thread.resolved, user),
              ])
            }
          >
            <Icon name={thread.resolved ? 'restore' : 'check'} />
          </ActionIcon>
        ) : undefined}
      </div>
      {thread.correspondence.map((message, index) => (
        <div key={`${index} ${message.createdAt ?? ''}`} className={classes['message']}>
          <div className={classes['fieldName']}>
            <span title={addressOf(message.email)}>
              {people.find(each => each.email === message.email)?.name || addressOf(message.email)}
              {message.role === undefined ? '' : ` · ${message.role}`}
            </span>
            <span className={classes['icons']} data-kept={active}>
              {message.createdAt === undefined ? undefined : (
                <span className={classes['muted']} title={longDate(message.createdAt)}>
                  {shortDate(message.createdAt)}
                </span>
              )}
              {mayComment && (message.email === user.email || opened.flags.deleteComment) ? (
                <button
                  type="button"
                  className={classes['icon']}
                  aria-label={texts.commentThread.delete}
                  title={index === 0 ? texts.commentThread.deleteThread : texts.commentThread.delete}
                  onClick={() => document.edit(texts.commentThread.deleteComment, [deleteMessage(thread, index, user)])}
                >
                  <Icon name="trash" size={13} />
                </button>
              ) : undefined}
            </span>
          </div>
          <p>{message.text}</p>
        </div>
      ))}
      {active && mayComment ? (
        <CommentCompose
          label={texts.commentThread.reply}
          people={people}
          draft={view.drafts.of(opened.item.id, thread.id)}
          action={texts.commentThread.reply}
          onSend={text => document.edit(texts.commentThread.reply, [reply(thread, text, user)])}
        />
      ) : undefined}
    </article>
  );
}

/** Returns the place of a thread that is about no present object. */
function placeTitle({ instanceId, x, y, start, end, page }: Comment): string {
  if (instanceId !== undefined) return texts.commentThread.onAnObjectThatIsGone;
  if (start !== undefined && end !== undefined) return texts.commentThread.atCharactersCountEnd(start + 1, end);
  if (page !== undefined) return texts.commentThread.onPage(page);
  return x === undefined
    ? texts.commentThread.wholeItem
    : texts.commentThread.atCount(Math.round(x), Math.round(y ?? 0));
}
