import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { confirm, Icon, Tooltip } from '#core/ui/web/index.ts';
import { asText } from '#plugins/annotate/form/common/index.ts';
import type { ChatTurn, PlacedLine } from '../../common/chat-turns.ts';
import { withBest, withTie } from '../../common/chat-turns.ts';
import type { ChatController } from '../models/chat-controller.ts';
import { lineText } from '../models/chat-controller.ts';
import { useRuns } from '../models/use-models.ts';
import { ChatAnswer, ComingAnswer } from './chat-answer.tsx';
import type { ControlProps } from './control.ts';
import { digitChoice } from './digit-choice.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface TurnProps {
  readonly chat: ChatController;
  readonly turn: ChatTurn;
  readonly at: number;
  readonly last: boolean;
  readonly field: ControlProps['field'];
  readonly name: string;
  readonly blind: boolean;
  /** Models are there, and the conversation may be changed. */
  readonly canAsk: boolean;
}

/** Returns the title of an answer: by its model, or by a letter while that is hidden. */
export const answerTitle = (place: number, model: string, blind: boolean): string =>
  blind ? messages.chatTurn.answerFromCharCode(String.fromCharCode(65 + place)) : model === '' ? 'assistant' : model;

/** One question with its answers beside each other. */
export function ChatTurnView({ chat, turn, at, last, field, name, blind, canAsk }: TurnProps): JSX.Element {
  const runs = useRuns();
  const { question, answers } = turn;
  const waiting = chat.models.filter(model => runs.get(chat.keyOf(at, model)) !== undefined);
  const missing =
    canAsk && last && question !== undefined
      ? chat.models.filter(model => !waiting.includes(model) && !answers.some(each => each.line['model'] === model))
      : [];
  const others = answers.filter(each => !chat.models.includes(asText(each.line['model'])));
  const shown = [...chat.models, ...others.map(() => undefined)];
  /**
   * Returns the position of an answer on the screen: its model's place, whether the others have answered or not. So no
   * letter changes when another answer comes.
   */
  const shownAt = ({ line }: PlacedLine): number => chat.models.indexOf(asText(line['model']));
  const placeOf = (placed: PlacedLine): number =>
    shownAt(placed) < 0 ? chat.models.length + others.indexOf(placed) : shownAt(placed);
  const several = answers.length > 1;
  const choose = (event: KeyboardEvent): void => {
    if (field.readOnly || !several || event.target instanceof HTMLTextAreaElement) return;
    if (event.key === '0' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      chat.set(withTie(chat.lines, at));
    } else {
      digitChoice(shown.length, place => {
        const chosen = answers.findIndex(each => placeOf(each) === place);
        if (chosen >= 0) chat.set(withBest(chat.lines, at, chosen));
      })(event);
    }
  };
  const answerOf = (placed: PlacedLine): JSX.Element => {
    const place = answers.indexOf(placed);
    return (
      <ChatAnswer
        key={placed.at}
        chat={chat}
        turn={at}
        place={place}
        placed={placed}
        count={answers.length}
        title={answerTitle(placeOf(placed), asText(placed.line['model']), blind)}
        blind={blind}
        readOnly={field.readOnly}
        canAskAgain={canAsk && last && chat.models.includes(asText(placed.line['model']))}
      />
    );
  };
  return (
    <div className={classes['stack']} data-turn={at}>
      {question === undefined ? undefined : (
        <Question
          placed={question}
          onSend={text => chat.sayAgain(at, text)}
          follows={answers.length + (last ? 0 : 1)}
          readOnly={!canAsk}
          name={name}
        />
      )}
      {answers.length + waiting.length + missing.length === 0 ? undefined : (
        <div
          className={classes['answers']}
          role="group"
          aria-label={messages.chatTurn.answersToMessageCount(at + 1)}
          {...(several && !field.readOnly ? { tabIndex: 0 } : {})}
          onKeyDown={choose}
        >
          {shown.map((model, place) => {
            if (model === undefined) return answerOf(others[place - chat.models.length]!);
            const run = runs.get(chat.keyOf(at, model));
            const title = answerTitle(place, model, blind);
            if (run !== undefined)
              return (
                <ComingAnswer
                  key={model}
                  run={run}
                  title={title}
                  blind={blind}
                  canAsk={canAsk}
                  onAgain={() => chat.ask(at, model)}
                  onDismiss={() => runs.dismiss(run.key)}
                />
              );
            const given = answers.find(each => each.line['model'] === model);
            if (given !== undefined) return answerOf(given);
            if (!missing.includes(model)) return undefined;
            return (
              <div key={model} className={classes['answer']}>
                <div className={classes['answerHead']}>
                  <span className={classes['grow']}>{title}</span>
                </div>
                <div className={classes['quiet']}>{messages.chatTurn.noAnswerYet}</div>
                <div className={classes['bar']}>
                  <Button size="compact-sm" variant="default" onClick={() => chat.ask(at, model)}>
                    {messages.chatTurn.ask}
                  </Button>
                </div>
              </div>
            );
          })}
        </div>
      )}
      {several && !field.readOnly ? (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => chat.set(withTie(chat.lines, at))}>
            {messages.chatTurn.equallyGood}
          </Button>
          <span className={classes['who']}>{messages.chatTurn.number1CountChoosesTheBest(shown.length)}</span>
        </Group>
      ) : undefined}
    </div>
  );
}

interface QuestionProps {
  readonly placed: PlacedLine;
  readonly name: string;
  readonly readOnly: boolean;
  /** Messages that are dropped when it is said again. */
  readonly follows: number;
  readonly onSend: (text: string) => void;
}

function Question({ placed: { at, line }, name, readOnly, follows, onSend }: QuestionProps): JSX.Element {
  const [draft, setDraft] = useState<string>();
  const send = async (): Promise<void> => {
    const text = (draft ?? '').trim();
    if (text === '') return;
    if (
      follows > 0 &&
      !(await confirm({
        title: messages.chatTurn.regenerate,
        text: messages.chatTurn.answersToThisMessage,
        action: messages.chatTurn.regenerate,
      }))
    )
      return;
    setDraft(undefined);
    onSend(text);
  };
  return (
    <div className={classes['talkLine']} data-role={asText(line['role'])}>
      <div className={classes['answerHead']}>
        <span className={classes['grow']}>{asText(line['role'])}</span>
        {readOnly || draft !== undefined ? undefined : (
          <Tooltip label={messages.chatTurn.changeThisMessage}>
            <ActionIcon
              size="xs"
              aria-label={messages.chatTurn.changeMessageCountOfName(at + 1, name)}
              onClick={() => setDraft(lineText(line))}
            >
              <Icon name="edit" size={12} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {draft === undefined ? (
        <div className={classes['words']}>{lineText(line)}</div>
      ) : (
        <div>
          <Textarea
            autoFocus
            autosize
            minRows={1}
            maxRows={12}
            aria-label={messages.shared.messageCountOfName(at + 1, name)}
            value={draft}
            onChange={event => setDraft(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key === 'Escape') {
                event.stopPropagation();
                setDraft(undefined);
              }
            }}
          />
          <div className={classes['bar']}>
            <Button size="compact-sm" disabled={draft.trim() === ''} onClick={() => void send()}>
              {messages.chatTurn.regenerate}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setDraft(undefined)}>
              {messages.shared.cancel}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
