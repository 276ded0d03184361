import { UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { ScriptProblem } from './script-problems.ts';

/** Lists the problems in scripts; a click leads to the line. */
export function ScriptProblemList({
  problems,
  onOpen,
}: {
  readonly problems: readonly ScriptProblem[];
  readonly onOpen: (problem: ScriptProblem) => void;
}): JSX.Element | undefined {
  if (problems.length === 0) return undefined;
  return (
    <ul className={classes['scriptProblems']} aria-label={messages.scriptProblemList.problemsInScripts}>
      {problems.map((each, at) => (
        <li key={`${at} ${each.message}`}>
          <UnstyledButton className={classes['scriptProblem']} onClick={() => onOpen(each)}>
            <span
              style={{
                color: each.severity === 'warning' ? 'var(--loupe-warning)' : 'var(--loupe-danger)',
                display: 'flex',
              }}
            >
              <Icon name={each.severity === 'warning' ? 'warning' : 'rejected'} size={14} />
            </span>
            <span className={classes['problemPlace']}>
              {messages.scriptProblemList.scriptLine(each.script, each.line)}
            </span>
            <span>{each.message}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
