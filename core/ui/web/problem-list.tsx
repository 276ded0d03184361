import { Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from './icon.tsx';
import classes from './problem-list.module.css';

/** A problem of what is edited. */
export interface ListedProblem {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** The place in what is edited, such as the name of a node or a line. */
  readonly place?: string | undefined;
}

/** Lists the problems below what is edited, under a sentence that sums them up; a click leads to the place of one. */
export function ProblemList<T extends ListedProblem>({
  label,
  summary,
  problems,
  onOpen,
}: {
  readonly label: string;
  readonly summary: string;
  readonly problems: readonly T[];
  readonly onOpen: (problem: T) => void;
}): JSX.Element {
  const wrong = problems.some(each => each.severity === 'error');
  return (
    <section className={classes['problems']} aria-label={label}>
      <Text size="sm" c={wrong ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status">
        {summary}
      </Text>
      {problems.length === 0 ? undefined : <ProblemRows problems={problems} onOpen={onOpen} />}
    </section>
  );
}

/** The problems alone, without the sentence; `label` names the list where nothing around it does. */
export function ProblemRows<T extends ListedProblem>({
  label,
  problems,
  onOpen,
}: {
  readonly label?: string;
  readonly problems: readonly T[];
  readonly onOpen: (problem: T) => void;
}): JSX.Element {
  return (
    <ul className={classes['rows']} aria-label={label}>
      {problems.map((each, at) => (
        <li key={`${at} ${each.message}`}>
          <UnstyledButton className={classes['problem']} onClick={() => onOpen(each)}>
            <span className={classes[each.severity]}>
              <Icon name={each.severity === 'warning' ? 'warning' : 'rejected'} size={14} />
            </span>
            <span>{each.message}</span>
            {each.place === undefined ? undefined : (
              <Text span size="sm" c="var(--loupe-muted)">
                {each.place}
              </Text>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
