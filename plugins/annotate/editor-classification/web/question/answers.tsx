import { Button, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { attributeTextLimit } from '#plugins/workspace/classes/common/index.ts';
import type { groupValue } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';
import { useSeatedKeys } from '../use-seated-keys.ts';
import { questionKeys, questionScope } from './question-keys.ts';
import classes from './question.module.css';
import type { Answer } from './use-answering.ts';

interface AnswersProps {
  readonly group: AttributeGroup;
  readonly title: string;
  readonly value: ReturnType<typeof groupValue>;
  readonly disabled: boolean;
  readonly onAnswer: (value: Answer) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onUndo: () => void;
}

/**
 * The answers as big buttons with their keys; a text or number is typed. One choice answers at once, several are
 * confirmed.
 */
export function Answers({ group, title, value, disabled, onAnswer, onStep, onUndo }: AnswersProps): JSX.Element {
  const keys = useKeyMap();
  const chooses = group.group_type === 'radio' || group.group_type === 'checklist';
  const several = group.group_type === 'checklist';
  const [chosen, setChosen] = useState<readonly number[]>(Array.isArray(value) ? (value as readonly number[]) : []);
  const [typed, setTyped] = useState<string | number>(
    typeof value === 'string' || typeof value === 'number' ? value : '',
  );
  const choose = (place: number): void => {
    const found = group.attributes[place];
    if (found === undefined || disabled) return;
    if (!several) return onAnswer([found.id]);
    setChosen(now => (now.includes(found.id) ? now.filter(each => each !== found.id) : [...now, found.id]));
  };
  const confirm = (): void => {
    if (several) return onAnswer(chosen.length === 0 ? null : chosen);
    if (chooses) return onStep(1);
    if (group.group_type === 'numeric') return typed === '' ? onStep(1) : onAnswer(Number(typed));
    return String(typed).trim() === '' ? onStep(1) : onAnswer(String(typed));
  };
  useSeatedKeys(questionScope, questionKeys, ({ act }) => {
    if (typeof act === 'object') return choose(act.answer);
    if (act === 'confirm') return confirm();
    return act === 'undo' ? onUndo() : onStep(act === 'skip' ? 1 : -1);
  });
  const chord = (id: string): string | undefined => keys.chords(`${questionScope}.${id}`)[0];
  const key = (id: string): JSX.Element | undefined =>
    chord(id) === undefined ? undefined : <ShortcutKey chord={keys.shown(chord(id)!)} />;
  const typing = { 'aria-label': title, autoFocus: true, size: 'md', disabled } as const;
  return (
    <section className={classes['answers']} aria-label={title}>
      <h2 className={classes['question']}>{title}</h2>
      {chooses ? (
        group.attributes.map((each, place) => (
          <button
            key={each.id}
            type="button"
            className={classes['answer']}
            aria-pressed={chosen.includes(each.id)}
            disabled={disabled}
            onClick={event => {
              event.currentTarget.blur();
              choose(place);
            }}
          >
            <span className={classes['answerText']}>{each.name}</span>
            {chosen.includes(each.id) ? <Icon name="check" size={18} /> : undefined}
            {key(`answer.${place + 1}`)}
          </button>
        ))
      ) : group.group_type === 'numeric' ? (
        <NumberInput
          {...typing}
          value={typed}
          onChange={setTyped}
          onKeyDown={event => {
            if (event.key === 'Enter') confirm();
          }}
        />
      ) : (
        <Textarea
          {...typing}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={attributeTextLimit}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              confirm();
            }
          }}
        />
      )}
      <div className={classes['steps']}>
        <Button variant="default" rightSection={key('back')} onClick={() => onStep(-1)}>
          {messages.answers.back}
        </Button>
        <Button variant="default" rightSection={key('skip')} onClick={() => onStep(1)}>
          {messages.answers.skip}
        </Button>
        {chooses && !several ? undefined : (
          <Button rightSection={key('confirm')} disabled={disabled} onClick={confirm}>
            {messages.answers.storeAndNext}
          </Button>
        )}
      </div>
    </section>
  );
}
