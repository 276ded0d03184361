import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { startThread } from '#plugins/annotate/annotations/common/index.ts';
import type { ThreadFilter } from '../../common/thread-filter.ts';
import { threadsOf } from '../../common/thread-filter.ts';
import { FrameView } from '../frame/frame-view.ts';
import { ReadThreads } from '../frame/read-threads.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-controller.ts';
import { messages } from '../messages.ts';
import { CommentCompose } from './comment-compose.tsx';
import { CommentThread } from './comment-thread.tsx';
import { useMentionable } from './use-mentions.tsx';
import classes from './panels.module.css';

const FILTERS: readonly { readonly value: ThreadFilter; readonly title: string; readonly none: string }[] = [
  { value: 'open', title: messages.commentsPanel.open, none: messages.commentsPanel.allCommentsAreResolved },
  { value: 'unread', title: messages.shared.unread, none: messages.commentsPanel.youHaveReadEverything },
  { value: 'resolved', title: messages.commentsPanel.resolved, none: messages.commentsPanel.noCommentIsResolvedYet },
  { value: 'all', title: messages.commentsPanel.all, none: messages.commentsPanel.noCommentsYet },
];

/** Threads about the item: those at a place, and those of an object. */
export default function CommentsPanel(): JSX.Element {
  const { document, opened } = useOpen();
  const people = useMentionable(opened.project.id);
  const { mayComment } = useDocumentState(document);
  const view = useService(FrameView);
  const keys = useKeyMap();
  const { comment, resumed, thread } = useSnapshot(view.state);
  const { seen } = useSnapshot(useService(ReadThreads).state);
  const [filter, setFilter] = useState<ThreadFilter>('open');
  useScene(document);
  const all = document.scene.comments;
  const { email } = document.user;
  const shown = threadsOf(all, filter, seen, email, thread);
  const [key] = keys.chords('editor.comment');
  const add = (text: string): void => {
    const patch = startThread(text, comment === undefined ? undefined : { ...comment }, document.user);
    document.edit(messages.commentsPanel.comment, [patch]);
    view.startComment(undefined);
    view.showThread(patch.id);
  };
  return (
    <>
      <div className={classes['bar']}>
        <Select
          aria-label={messages.commentsPanel.whichComments}
          size="xs"
          allowDeselect={false}
          value={filter}
          data={FILTERS.map(({ value, title }) => ({
            value,
            label: `${title} (${threadsOf(all, value, seen, email).length})`,
          }))}
          onChange={value => setFilter((value ?? 'open') as ThreadFilter)}
        />
        {mayComment && comment === undefined ? (
          <Button
            variant="default"
            leftSection={<Icon name="comment" size={14} />}
            onClick={() => view.startComment(view.commentPlace())}
          >
            {messages.commentsPanel.comment}
          </Button>
        ) : undefined}
      </div>
      <div className={classes['scroll']}>
        {comment === undefined ? undefined : (
          <div className={classes['thread']} data-active="true">
            <CommentCompose
              key="new"
              label={
                comment.instanceId === undefined
                  ? messages.commentsPanel.newComment
                  : messages.commentsPanel.commentOnThisObject
              }
              people={people}
              draft={view.drafts.of(opened.item.id)}
              autoFocus={!resumed}
              action={messages.commentsPanel.comment}
              onSend={add}
              onCancel={() => view.startComment(undefined)}
            />
          </div>
        )}
        {shown.length === 0 && comment === undefined ? (
          <div className={classes['empty']}>
            {all.length === 0
              ? messages.commentsPanel.noCommentsYet
              : FILTERS.find(each => each.value === filter)?.none}
            {mayComment && key !== undefined ? (
              <>
                <br />
                {messages.commentsPanel.pointAndPress({ key: <b>{keys.shown(key)}</b> })}
              </>
            ) : undefined}
          </div>
        ) : undefined}
        {shown.map(each => (
          <CommentThread key={each.id} thread={each} active={each.id === thread} />
        ))}
      </div>
    </>
  );
}
