import { ActionIcon, Button, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, longDate, shortDate } from '#core/ui/web/index.ts';
import { deleteMessage, messageLimit, reply, setResolved, startThread } from '../../common/comment-edits.ts';
import type { Comment } from '../../common/document.ts';
import { FrameView } from '../frame/frame-view.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-desk.ts';
import classes from './panels.module.css';

/** Threads about the item: those with a pin and those about the whole. */
export default function CommentsPanel(): JSX.Element {
  const { document, editor } = useOpen();
  const { readOnly } = useDocumentState(document);
  const view = useService(FrameView);
  const { comment, thread } = useSnapshot(view.state);
  const [resolved, setShown] = useState(false);
  useScene(document);
  const all = document.scene.comments;
  const shown = all.filter(each => resolved || !each.resolved || each.id === thread);
  const add = (text: string): void => {
    const patch = startThread(text, comment === undefined ? undefined : { ...comment }, document.user);
    document.edit('Comment', [patch]);
    view.startComment(undefined);
    view.showThread(patch.id);
  };
  return (
    <>
      <div className={classes['bar']}>
        <Switch label={`Resolved (${all.filter(each => each.resolved).length})`} checked={resolved} onChange={event => setShown(event.currentTarget.checked)} />
        {readOnly === undefined && comment === undefined ? <Button variant="default" leftSection={<Icon name="comment" size={14} />} onClick={() => view.startComment(editor?.commentAt?.())}>Comment</Button> : undefined}
      </div>
      <div className={classes['scroll']}>
        {comment === undefined ? undefined : <div className={classes['thread']} data-active="true"><Compose key="new" label="New comment" action="Comment" onSend={add} onCancel={() => view.startComment(undefined)} /></div>}
        {shown.length === 0 && comment === undefined ? <div className={classes['empty']}>{all.length === 0 ? 'No comments yet.' : 'All comments are resolved.'}{readOnly === undefined ? <><br />Point at something and press <b>C</b>.</> : undefined}</div> : undefined}
        {shown.map(each => <Thread key={each.id} thread={each} active={each.id === thread} />)}
      </div>
    </>
  );
}

function Thread({ thread, active }: { readonly thread: Comment; readonly active: boolean }): JSX.Element {
  const { document, opened } = useOpen();
  const { readOnly } = useDocumentState(document);
  const view = useService(FrameView);
  const { user } = document;
  const author = thread.createdBy?.email ?? thread.correspondence[0]?.email;
  const mayWrite = readOnly === undefined;
  const mayResolve = mayWrite && (author === user.email || opened.flags.resolveComment);
  return (
    <article className={classes['thread']} data-active={active} onClick={() => view.showThread(thread.id)}>
      <div className={classes['threadHead']}>
        <span className={classes['label']}>{thread.x === undefined ? 'Whole item' : `At ${Math.round(thread.x)}, ${Math.round(thread.y ?? 0)}`}{thread.resolved ? ' · resolved' : ''}</span>
        {mayResolve ? <ActionIcon size="sm" aria-label={thread.resolved ? 'Open again' : 'Resolve'} title={thread.resolved ? 'Open again' : 'Resolve'} onClick={() => document.edit(thread.resolved ? 'Open comment' : 'Resolve comment', [setResolved(thread, !thread.resolved, user)])}><Icon name={thread.resolved ? 'restore' : 'check'} /></ActionIcon> : undefined}
      </div>
      {thread.correspondence.map((message, place) => (
        <div key={`${place} ${message.createdAt ?? ''}`} className={classes['message']}>
          <div className={classes['fieldName']}>
            <span>{message.email}{message.role === undefined ? '' : ` · ${message.role}`}</span>
            <span className={classes['icons']} data-kept={active}>
              {message.createdAt === undefined ? undefined : <span className={classes['muted']} title={longDate(message.createdAt)}>{shortDate(message.createdAt)}</span>}
              {mayWrite && (message.email === user.email || opened.flags.deleteComment) ? <button type="button" className={classes['icon']} aria-label="Delete" title={place === 0 ? 'Delete thread' : 'Delete'} onClick={() => document.edit('Delete comment', [deleteMessage(thread, place, user)])}><Icon name="trash" size={13} /></button> : undefined}
            </span>
          </div>
          <p>{message.text}</p>
        </div>
      ))}
      {active && mayWrite ? <Compose label="Reply" action="Reply" onSend={text => document.edit('Reply', [reply(thread, text, user)])} /> : undefined}
    </article>
  );
}

function Compose({ label, action, onSend, onCancel }: { readonly label: string; readonly action: string; readonly onSend: (text: string) => void; readonly onCancel?: () => void }): JSX.Element {
  const [text, setText] = useState('');
  const send = (): void => {
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  return (
    <div className={classes['compose']}>
      <Textarea autosize minRows={1} maxRows={8} autoFocus={onCancel !== undefined} aria-label={label} placeholder={`${label} · Ctrl+Enter sends`} maxLength={messageLimit} value={text} onChange={event => setText(event.currentTarget.value)} onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key === 'Escape') onCancel?.();
      }} />
      {text === '' && onCancel === undefined ? undefined : <div className={classes['chips']}><Button size="compact-xs" disabled={text.trim() === ''} onClick={send}>{action}</Button>{onCancel === undefined ? undefined : <Button size="compact-xs" variant="subtle" onClick={onCancel}>Cancel</Button>}</div>}
    </div>
  );
}
