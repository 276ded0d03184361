/** States of runs and of their steps, as stored and on the wire. Nothing leaves `COMPLETED` and `FAILED`. */
export const runStates = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
export type RunState = (typeof runStates)[number];

/** Names of the states on screen. */
export const runStateTitles: Readonly<Record<RunState, string>> = {
  NOT_STARTED: 'Pending',
  IN_PROGRESS: 'Running',
  COMPLETED: 'Success',
  FAILED: 'Failed',
};

/** Why a step failed. `lost`: the server that ran it stopped. */
export const failureReasons = ['error', 'revoked', 'lost'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Returns the state of a run by those of its steps: unfinished steps come first, then failed ones. */
export function runStateOf(steps: readonly RunState[]): RunState {
  if (steps.every(each => each === 'NOT_STARTED')) return steps.length === 0 ? 'COMPLETED' : 'NOT_STARTED';
  if (steps.some(each => each === 'NOT_STARTED' || each === 'IN_PROGRESS')) return 'IN_PROGRESS';
  return steps.includes('FAILED') ? 'FAILED' : 'COMPLETED';
}
