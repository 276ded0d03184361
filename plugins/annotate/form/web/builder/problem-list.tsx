import { Text, UnstyledButton } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { FormProblem } from '../../common/form-checks.ts';
import { formProblems } from '../../common/form-checks.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';

/** Returns the problems of the edited form, once there is time to look. */
export function useProblems(store: BuilderStore): readonly FormProblem[] {
  const form = useDeferredValue(useBuilder(store, each => each.form));
  return useMemo(() => formProblems(form), [form]);
}

/** Lists the problems that keep the form from being published, and the warnings; a click leads to the component. */
export function ProblemList({
  problems,
  onOpen,
}: {
  readonly problems: readonly FormProblem[];
  readonly onOpen: (component: string | undefined) => void;
}): JSX.Element {
  const wrong = problems.filter(each => each.severity === 'error').length;
  const odd = problems.length - wrong;
  const text =
    wrong > 0
      ? messages.problemList.toFixBeforePublishing(wrong)
      : odd > 0
        ? messages.problemList.oddThingsAre(odd)
        : messages.problemList.noProblems;
  return (
    <section className={classes['problems']} aria-label={messages.problemList.problems}>
      <Text size="sm" c={wrong > 0 ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status">
        {text}
      </Text>
      {problems.length === 0 ? undefined : (
        <ul className={classes['problemRows']}>
          {problems.map((each, at) => (
            <li key={`${at} ${each.message}`}>
              <UnstyledButton className={classes['problem']} onClick={() => onOpen(each.component)}>
                <span
                  style={{
                    color: each.severity === 'warning' ? 'var(--loupe-warning)' : 'var(--loupe-danger)',
                    display: 'flex',
                  }}
                >
                  <Icon name={each.severity === 'warning' ? 'warning' : 'rejected'} size={14} />
                </span>
                <span>{each.message}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
