import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { messageLimit } from '#plugins/annotate/annotations/common/index.ts';
import type { MentionedPerson } from '../../common/mention-completion.ts';
import type { CommentDraft } from '../frame/comment-drafts.ts';
import { messages } from '../messages.ts';
import { useMentions } from './use-mentions.tsx';
import classes from './panels.module.css';

/** A message being written. Escape leaves it only while nothing is written; what is written goes by Cancel alone. */
export function CommentCompose({
  label,
  action,
  onSend,
  people = [],
  draft,
  autoFocus = false,
  onCancel,
}: {
  readonly label: string;
  readonly action: string;
  /** Whom `@name` completes. */
  readonly people?: readonly MentionedPerson[];
  /** Keeps the text while the message is out of sight; it is lost then when absent. */
  readonly draft?: CommentDraft;
  readonly autoFocus?: boolean;
  readonly onSend: (text: string) => void;
  readonly onCancel?: () => void;
}): JSX.Element {
  const [text, setText] = useState(draft?.text ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const write = (next: string): void => {
    setText(next);
    draft?.keep(next);
  };
  const mentions = useMentions(field, people, { text, change: write });
  const send = (): void => {
    if (text.trim() === '') return;
    // The place of the message goes when it is sent, and with it the draft.
    write('');
    onSend(text.trim());
  };
  const cancel = (): void => {
    write('');
    onCancel?.();
  };
  return (
    <div className={classes['compose']}>
      <Textarea
        ref={field}
        autosize
        minRows={1}
        maxRows={8}
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={messages.commentCompose.labelCtrlEnterSends(label)}
        maxLength={messageLimit}
        value={text}
        onChange={event => {
          write(event.currentTarget.value);
          mentions.follow();
        }}
        onClick={mentions.follow}
        onKeyUp={event => {
          if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) mentions.follow();
        }}
        onKeyDown={event => {
          if (mentions.press(event)) return;
          // Ctrl+Enter in the editor around it moves the item on, and Escape gives up what is being drawn.
          if ((event.key === 'Enter' && (event.ctrlKey || event.metaKey)) || event.key === 'Escape')
            event.stopPropagation();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          if (event.key === 'Escape' && text.trim() === '') cancel();
        }}
      />
      {mentions.list}
      {text === '' && onCancel === undefined ? undefined : (
        <div className={classes['chips']}>
          <Button size="compact-xs" disabled={text.trim() === ''} onClick={send}>
            {action}
          </Button>
          {onCancel === undefined ? undefined : (
            <Button size="compact-xs" variant="subtle" onClick={cancel}>
              {messages.commentCompose.cancel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
