import { Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { PipelineProblem } from '../../common/validate-pipeline.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

/** Lists the problems that keep the pipeline from being saved; a click selects the node. */
export function ProblemList({
  problems,
  onOpen,
}: {
  readonly problems: readonly PipelineProblem[];
  readonly onOpen: (problem: PipelineProblem) => void;
}): JSX.Element {
  return (
    <section className={classes['problems']} aria-label={messages.problemList.problems}>
      <Text size="sm" c={problems.length > 0 ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status">
        {problems.length === 0
          ? messages.problemList.noProblems
          : messages.problemList.countProblemsToFixBeforeSaving(problems.length)}
      </Text>
      {problems.length === 0 ? undefined : (
        <ul className={classes['problemRows']}>
          {problems.map(each => (
            <li key={`${each.node} ${each.field} ${each.message}`}>
              <UnstyledButton className={classes['problem']} onClick={() => onOpen(each)}>
                <span style={{ color: 'var(--loupe-danger)', display: 'flex' }}>
                  <Icon name="rejected" size={14} />
                </span>
                <span>{each.message}</span>
                <Text span size="sm" c="var(--loupe-muted)">
                  {each.node}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
