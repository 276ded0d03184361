import { useDeferredValue, useMemo } from 'react';
import type { FormProblem } from '../../common/form-checks.ts';
import { formProblems } from '../../common/form-checks.ts';
import { messages } from '../messages.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';

/** Returns the problems of the edited form, once there is time to look. */
export function useProblems(store: BuilderStore): readonly FormProblem[] {
  const form = useDeferredValue(useBuilder(store, each => each.form));
  return useMemo(() => formProblems(form), [form]);
}

/** Sums up the problems that keep a form from being published; without any, the warnings. */
export function problemSummary(problems: readonly FormProblem[]): string {
  const errors = problems.filter(each => each.severity === 'error').length;
  if (errors > 0) return messages.useProblems.toFixBeforePublishing(errors);
  return problems.length > 0 ? messages.useProblems.warnings(problems.length) : messages.useProblems.noProblems;
}
