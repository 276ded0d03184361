import type { JSX } from 'react';
import { StatusChip } from '#core/ui/web/index.ts';
import type { RunState } from '../common/run-states.ts';
import { runStateTitles } from '../common/run-states.ts';

const colors: Readonly<Record<RunState, string>> = {
  NOT_STARTED: 'var(--loupe-muted)',
  IN_PROGRESS: 'var(--loupe-accent)',
  COMPLETED: 'var(--loupe-success)',
  FAILED: 'var(--loupe-danger)',
};

/** The state of a run or of a step. */
export const RunStateMark = ({ state }: { readonly state: RunState }): JSX.Element => (
  <StatusChip label={runStateTitles[state]} color={colors[state]} />
);
