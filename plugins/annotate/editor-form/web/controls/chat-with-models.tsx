import { Button, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { chatModels, isBlind, shuffled, turnsOf } from '../../common/chat-turns.ts';
import { useForm } from '../form-context.ts';
import { ChatController } from '../models/chat-controller.ts';
import { useModels, useRuns } from '../models/use-models.ts';
import { HandComposer } from './chat-by-hand.tsx';
import { ChatTurnView } from './chat-turn.tsx';
import type { ControlProps } from './control.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** A conversation with one model, or with several side by side whose answers are compared. */
export function ChatWithModels({ component, path, field, id, name }: ControlProps): JSX.Element {
  const form = useForm();
  const offered = useModels();
  const runs = useRuns();
  const blind = isBlind(component, { status: form.controller.reader.status, readOnly: field.readOnly });
  const { id: itemId } = form.controller.session.item;
  const names = chatModels(component);
  const named = names.join('\n');
  const models = offered?.models;
  const projectId = offered?.projectId;
  const chat = useMemo(
    () =>
      new ChatController(
        form,
        component,
        path,
        component['blind'] === true
          ? shuffled(named.split('\n'), `${itemId} ${component.id}`)
          : named === ''
            ? []
            : named.split('\n'),
        models === undefined || projectId === undefined ? undefined : { models, projectId },
      ),
    [form, component, path, named, itemId, models, projectId],
  );
  const turns = turnsOf(recordsOf(field.value));
  const busy = runs.under(chat.prefix).some(each => each.problem === undefined);
  return (
    <div className={classes['stack']} role="group" aria-label={name}>
      {turns.map((turn, at) => (
        <ChatTurnView
          key={at}
          chat={chat}
          turn={turn}
          at={at}
          last={at === turns.length - 1}
          field={field}
          name={name}
          blind={blind}
          canAsk={offered !== undefined && !field.readOnly}
        />
      ))}
      <span role="status" className={classes['unseen']}>
        {busy ? messages.chatWithModels.modelsAreAnswering : ''}
      </span>
      {field.readOnly || names.length === 0 ? undefined : offered === undefined ? (
        <>
          <div className={classes['quiet']}>{messages.chatWithModels.modelsAreSwitchedOffHere}</div>
          <HandComposer id={id} name={name} add={line => chat.set([...chat.lines, line])} />
        </>
      ) : (
        <Composer id={id} name={name} busy={busy} onSend={text => chat.say(text)} onStop={() => chat.stop()} />
      )}
    </div>
  );
}

interface ComposerProps {
  readonly id: string;
  readonly name: string;
  readonly busy: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

/** Enter sends, Shift+Enter begins a line. While answers come it can be written on, but not sent. */
function Composer({ id, name, busy, onSend, onStop }: ComposerProps): JSX.Element {
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !busy;
  const send = (): void => {
    if (!ready) return;
    onSend(text.trim());
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.nativeEvent.isComposing
    )
      return;
    event.preventDefault();
    send();
  };
  return (
    <div>
      <Textarea
        id={id}
        aria-label={messages.chatWithModels.messageOfName(name)}
        placeholder={messages.chatWithModels.askTheModel}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={classes['bar']}>
        {busy ? (
          <Button size="compact-sm" variant="default" leftSection={<Icon name="square" size={13} />} onClick={onStop}>
            {messages.shared.stop}
          </Button>
        ) : (
          <Button size="compact-sm" leftSection={<Icon name="send" size={13} />} disabled={!ready} onClick={send}>
            {messages.chatWithModels.send}
          </Button>
        )}
      </div>
    </div>
  );
}
