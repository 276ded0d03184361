import { Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';

/** Something that is wrong, or only odd, with a workflow. */
export interface DesignProblem {
  readonly path: string;
  readonly message: string;
  readonly odd: boolean;
  /** Line of the JSON, from 1, where that is on the screen. */
  readonly line?: number | undefined;
}

/** Lists the problems that keep the workflow from being saved, and the warnings; a click leads to the culprit. */
export function ProblemList({
  problems,
  onOpen,
}: {
  readonly problems: readonly DesignProblem[];
  readonly onOpen: (problem: DesignProblem) => void;
}): JSX.Element {
  const wrong = problems.filter(each => !each.odd).length;
  return (
    <section className={classes['problems']} aria-label={messages.problemList.problems}>
      <Text size="sm" c={wrong > 0 ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status">
        {wrong > 0
          ? messages.problemList.problemsToFixBeforeSaving(wrong)
          : problems.length > 0
            ? messages.problemList.countThingsAreOdd(problems.length)
            : messages.problemList.noProblems}
      </Text>
      {problems.length === 0 ? undefined : (
        <ul className={classes['problemRows']}>
          {problems.map(each => (
            <li key={`${each.path} ${each.message}`}>
              <UnstyledButton className={classes['problem']} onClick={() => onOpen(each)}>
                <span style={{ color: each.odd ? 'var(--loupe-warning)' : 'var(--loupe-danger)', display: 'flex' }}>
                  <Icon name={each.odd ? 'warning' : 'rejected'} size={14} />
                </span>
                <span>{each.message}</span>
                <Text span size="sm" c="var(--loupe-muted)">
                  {each.line === undefined ? each.path : messages.problemList.line(each.line)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
