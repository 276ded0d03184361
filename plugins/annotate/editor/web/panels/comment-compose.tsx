import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { messageLimit } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';
import classes from './panels.module.css';

/** A message being written. Escape leaves it only while nothing is written; what is written goes by Cancel alone. */
export function CommentCompose({
  label,
  action,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly action: string;
  readonly onSend: (text: string) => void;
  readonly onCancel?: () => void;
}): JSX.Element {
  const [text, setText] = useState('');
  const send = (): void => {
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  return (
    <div className={classes['compose']}>
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        autoFocus={onCancel !== undefined}
        aria-label={label}
        placeholder={messages.commentCompose.labelCtrlEnterSends(label)}
        maxLength={messageLimit}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          // Ctrl+Enter in the editor around it moves the item on, and Escape gives up what is being drawn.
          if ((event.key === 'Enter' && (event.ctrlKey || event.metaKey)) || event.key === 'Escape')
            event.stopPropagation();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          if (event.key === 'Escape' && text.trim() === '') onCancel?.();
        }}
      />
      {text === '' && onCancel === undefined ? undefined : (
        <div className={classes['chips']}>
          <Button size="compact-xs" disabled={text.trim() === ''} onClick={send}>
            {action}
          </Button>
          {onCancel === undefined ? undefined : (
            <Button size="compact-xs" variant="subtle" onClick={onCancel}>
              {messages.commentCompose.cancel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
