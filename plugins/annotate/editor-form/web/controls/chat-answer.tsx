import { ActionIcon, Button, Loader, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { PlacedLine } from '../../common/chat-turns.ts';
import { withRank } from '../../common/chat-turns.ts';
import type { ChatController } from '../models/chat-controller.ts';
import { answerFacts, lineText } from '../models/chat-controller.ts';
import type { FormRun } from '../models/form-runs.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const MarkdownText = lazy(() => import('./markdown-text.tsx'));

const Words = ({ text }: { readonly text: string }): JSX.Element => (
  <Suspense fallback={<div className={classes['words']}>{text}</div>}>
    <MarkdownText text={text} />
  </Suspense>
);

interface AnswerProps {
  readonly chat: ChatController;
  readonly turn: number;
  /** Its place among the answers of the turn, and how many those are. */
  readonly place: number;
  readonly count: number;
  readonly placed: PlacedLine;
  readonly title: string;
  readonly blind: boolean;
  readonly readOnly: boolean;
  readonly canAskAgain: boolean;
}

/** An answer with its place in the order, what it took, and the way to edit it. */
export function ChatAnswer({
  chat,
  turn,
  place,
  count,
  placed: { at, line },
  title,
  blind,
  readOnly,
  canAskAgain,
}: AnswerProps): JSX.Element {
  const [draft, setDraft] = useState<string>();
  const { rank } = line;
  const save = (): void => {
    if (draft !== undefined && draft !== lineText(line))
      chat.set(chat.lines.with(at, { ...line, content: draft, edited: true }));
    setDraft(undefined);
  };
  // The facts of an answer do not reveal its model.
  const facts = blind
    ? [line['stopped'] === true ? 'stopped' : '', line['edited'] === true ? 'edited' : '']
        .filter(each => each !== '')
        .join(' · ')
    : answerFacts(line);
  return (
    <div className={classes['answer']} data-best={rank === 1} role="group" aria-label={title}>
      <div className={classes['answerHead']}>
        <span className={classes['grow']}>
          {title}
          {count > 1 && typeof rank === 'number'
            ? ` · ${rank === 1 ? (line['chosen'] === true ? messages.chatAnswer.best : messages.chatAnswer.tieForTheBest) : messages.chatAnswer.placeRank(rank)}`
            : ''}
        </span>
        {readOnly || draft !== undefined ? undefined : (
          <>
            {canAskAgain ? (
              <Tooltip label={messages.chatAnswer.askAgain}>
                <ActionIcon
                  size="xs"
                  aria-label={messages.chatAnswer.askTitleAgain(title)}
                  onClick={() => chat.ask(turn, String(line['model']))}
                >
                  <Icon name="refresh" size={12} />
                </ActionIcon>
              </Tooltip>
            ) : undefined}
            <Tooltip label={messages.chatAnswer.fixThisAnswer}>
              <ActionIcon
                size="xs"
                aria-label={messages.chatAnswer.fixTitle(title)}
                onClick={() => setDraft(lineText(line))}
              >
                <Icon name="edit" size={12} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </div>
      {draft === undefined ? (
        <Words text={lineText(line)} />
      ) : (
        <div>
          <Textarea
            autoFocus
            autosize
            minRows={2}
            maxRows={20}
            aria-label={messages.chatAnswer.textOfTitle(title)}
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
            <Button size="compact-sm" onClick={save}>
              {messages.chatAnswer.save}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setDraft(undefined)}>
              {messages.shared.cancel}
            </Button>
          </div>
        </div>
      )}
      {facts === '' ? undefined : <div className={classes['who']}>{facts}</div>}
      {count < 2 || readOnly ? undefined : (
        <div className={classes['steps']} role="radiogroup" aria-label={messages.chatAnswer.placeOfTitle(title)}>
          <span className={classes['who']}>{messages.chatAnswer.place}</span>
          {Array.from({ length: count }, (_, index) => index + 1).map(each => (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={rank === each}
              aria-label={messages.chatAnswer.titlePlaceCount(title, each)}
              className={classes['rankStep']}
              onClick={() => chat.set(withRank(chat.lines, turn, place, each))}
            >
              {each}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface ComingProps {
  readonly run: FormRun;
  readonly title: string;
  readonly blind: boolean;
  readonly canAsk: boolean;
  readonly onAgain: () => void;
  readonly onDismiss: () => void;
}

/** An answer on its way, or why it failed. */
export function ComingAnswer({ run, title, blind, canAsk, onAgain, onDismiss }: ComingProps): JSX.Element {
  // Why a provider failed names it.
  const secret = blind && run.code !== 'MODEL_BUDGET' && run.code?.startsWith('MODEL_') === true;
  return (
    <div className={classes['answer']} role="group" aria-label={title} aria-busy={run.problem === undefined}>
      <div className={classes['answerHead']}>
        <span className={classes['grow']}>{title}</span>
        {run.problem === undefined ? (
          <Loader size={12} aria-label={messages.chatAnswer.titleIsAnswering(title)} />
        ) : undefined}
      </div>
      {run.text === '' ? undefined : <Words text={run.text} />}
      {run.problem === undefined ? undefined : (
        <>
          <div className={classes['fault']} role="alert">
            {secret ? messages.chatAnswer.thisModelCouldNotAnswer : run.problem}
          </div>
          <div className={classes['bar']}>
            {canAsk ? (
              <Button size="compact-sm" variant="default" onClick={onAgain}>
                {messages.shared.retry}
              </Button>
            ) : undefined}
            <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
              {messages.shared.dismiss}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
