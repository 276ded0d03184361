import { Loader, Progress } from '@mantine/core';
import type { JSX } from 'react';
import { clauseText } from '#core/api/common/index.ts';
import { EmptyState } from '#core/ui/web/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { groupValue } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';
import type { QuestionWalk } from './question-walk.ts';
import classes from './question.module.css';
import { Answers } from './answers.tsx';
import { AskedItem } from './asked-item.tsx';
import { QuestionEnd } from './question-end.tsx';
import { SubmitAnswered } from '../submit-answered.tsx';
import { useAnswering } from './use-answering.ts';

interface QuestionControllerProps {
  readonly projectId: number;
  readonly owner: AnnotationClass;
  readonly group: AttributeGroup;
  readonly first: QuestionWalk;
  readonly folderId: number | undefined;
  /** Items of the list, and the number of those that had an answer at first. */
  readonly listed: readonly number[];
  readonly done: number;
}

/** The item at hand beside the answers. What is answered is stored while the next item is looked at. */
export function QuestionController({
  projectId,
  owner,
  group,
  first,
  folderId,
  listed,
  done,
}: QuestionControllerProps): JSX.Element {
  const total = listed.length;
  const { id, asked, answered, mayWrite, length, answer, undo, step, settled } = useAnswering({
    projectId,
    owner,
    group,
    first,
    done,
  });
  const tagged = asked?.tagged;
  const own = tagged?.tags.tags.find(each => each.class_id === owner.id);
  const value =
    own === undefined
      ? undefined
      : groupValue({ id: '', type: 'tag', classId: owner.id, attributes: own.attributes }, group);
  return (
    <div className={classes['view']}>
      <div className={classes['bar']}>
        <Progress
          size="sm"
          w={160}
          aria-label={messages.shared.answered}
          value={total === 0 ? 100 : (answered / total) * 100}
        />
        <strong className={classes['figures']}>
          {messages.questionController.answeredOf(answered.toLocaleString('en'), total.toLocaleString('en'))}
        </strong>
        <span className={classes['muted']}>{tagged?.item.name}</span>
        {mayWrite ? (
          <span className={classes['end']}>
            <SubmitAnswered
              projectId={projectId}
              folderId={folderId}
              answered={clauseText({ field: 'answered_group', operator: '$eq', values: [String(group.id)] })}
              among={() => new Set(listed)}
              settled={settled}
            />
          </span>
        ) : undefined}
      </div>
      {id === undefined ? (
        <QuestionEnd total={length} onBack={() => step(-1)} onUndo={undo} />
      ) : (
        <div className={classes['middle']}>
          <div className={classes['item']} data-asked={tagged?.item.name}>
            {asked === undefined ? (
              <Loader size="sm" aria-label={messages.questionController.loadingTheItem} />
            ) : tagged === undefined ? (
              <EmptyState icon="file" text={messages.questionController.thisItemIsNoLongerThere} />
            ) : (
              <AskedItem key={id} id={id} name={tagged.item.name} url={asked.asset.url ?? ''} mime={asked.asset.mime} />
            )}
          </div>
          <Answers
            key={`${id} ${asked === undefined}`}
            group={group}
            title={`${owner.name}: ${group.name}`}
            value={value}
            disabled={!mayWrite}
            onAnswer={answer}
            onStep={step}
            onUndo={undo}
          />
        </div>
      )}
    </div>
  );
}
