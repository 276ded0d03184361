import { Button, CloseButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from './question-note.module.css';
import type { AskedQuestion } from './use-question.ts';
import { isSample } from './use-question.ts';

interface QuestionNoteProps {
  readonly asked: AskedQuestion;
  readonly onRun: (query: string) => void;
  readonly onClose: () => void;
}

/** Says how a question was read, or what of it was not understood. */
export function QuestionNote({ asked, onRun, onClose }: QuestionNoteProps): JSX.Element {
  const { question, understood, query, message } = asked;
  return (
    <div className={classes['note']} role="status" data-unclear={!understood}>
      <Icon name={understood ? 'magic' : 'help'} size={14} />
      {understood ? (
        <span className={classes['text']}>
          {query === ''
            ? messages.questionNote.translatedToAll(question)
            : isSample(query)
              ? messages.questionNote.translatedNotRun(question)
              : messages.questionNote.translated(question)}
        </span>
      ) : (
        <span className={classes['text']}>{messages.questionNote.rephrase(message ?? '')}</span>
      )}
      {!understood && query !== '' ? (
        <Button variant="default" size="compact-xs" onClick={() => onRun(query)}>
          {messages.questionNote.runWhatWasUnderstood({ query: <code className={classes['part']}>{query}</code> })}
        </Button>
      ) : undefined}
      <CloseButton size="xs" aria-label={messages.questionNote.closeTheNote} onClick={onClose} />
    </div>
  );
}
