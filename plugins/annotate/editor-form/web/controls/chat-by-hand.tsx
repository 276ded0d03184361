import { ActionIcon, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { asText } from '#plugins/annotate/form/common/index.ts';
import { useTyping } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import classes from '../form.module.css';
import { messages as texts } from '../messages.ts';

const roles = ['user', 'assistant', 'system'];

/** A conversation whose messages are read, written and edited by hand. */
export function ChatByHand({ field, id, name }: Pick<ControlProps, 'field' | 'id' | 'name'>): JSX.Element {
  const messages = recordsOf(field.value);
  return (
    <div className={classes['stack']} role="group" aria-label={name}>
      {messages.map((message, at) => (
        <div key={at} className={classes['talkLine']} data-role={asText(message['role'])}>
          <span className={classes['who']}>
            {asText(message['role'])}
            {message['model'] === undefined ? '' : ` · ${asText(message['model'])}`}
          </span>
          <Message
            field={{
              ...field,
              value: message['content'],
              set: content => field.set(messages.with(at, { ...message, content })),
            }}
            name={texts.shared.messageCountOfName(at + 1, name)}
          />
          {field.readOnly ? undefined : (
            <Tooltip label={texts.chatByHand.deleteThisMessage}>
              <ActionIcon
                size="xs"
                aria-label={texts.chatByHand.deleteMessageCount(at + 1)}
                onClick={() => field.set(messages.toSpliced(at, 1))}
              >
                <Icon name="trash" size={12} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      ))}
      {field.readOnly ? undefined : (
        <HandComposer id={id} name={name} add={message => field.set([...messages, message])} />
      )}
    </div>
  );
}

/** Writes the next message of whoever says it. */
export function HandComposer({
  id,
  name,
  add,
}: {
  readonly id: string;
  readonly name: string;
  readonly add: (message: { readonly role: string; readonly content: string }) => void;
}): JSX.Element {
  const [role, setRole] = useState('user');
  const [text, setText] = useState('');
  const send = (): void => {
    if (text.trim() === '') return;
    add({ role, content: text.trim() });
    setText('');
    setRole(role === 'user' ? 'assistant' : 'user');
  };
  return (
    <div>
      <Textarea
        id={id}
        aria-label={texts.chatByHand.newMessageOfName(name)}
        placeholder={texts.chatByHand.writeAMessage}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={classes['bar']}>
        <Select
          aria-label={texts.chatByHand.whoSaysIt}
          size="xs"
          w={120}
          allowDeselect={false}
          data={roles}
          value={role}
          onChange={value => setRole(value ?? 'user')}
        />
        <Button size="compact-sm" variant="default" disabled={text.trim() === ''} onClick={send}>
          {texts.chatByHand.add}
        </Button>
      </div>
    </div>
  );
}

function Message({ field, name }: { readonly field: ControlProps['field']; readonly name: string }): JSX.Element {
  const { text, type, leave } = useTyping({ ...field, value: asText(field.value) });
  if (field.readOnly) return <div className={classes['words']}>{text}</div>;
  return (
    <Textarea
      variant="unstyled"
      autosize
      minRows={1}
      aria-label={name}
      value={text}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
