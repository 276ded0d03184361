/**
 * The statuses an item moves forward to, best first, by the code of its present status: into review, and out of it as
 * completed.
 */
const forward: Readonly<Record<number, readonly number[]>> = { 1: [3, 5, 2], 2: [3, 5], 3: [5], 4: [3, 5] };

const [QUALITY_CHECK, RETURNED, COMPLETED] = [3, 4, 5];

/** Returns the status the primary action leads to: the way forward when it is open, else the only step there is. */
export function primaryStep(current: number, targets: readonly number[]): number | undefined {
  return forward[current]?.find(status => targets.includes(status)) ?? (targets.length === 1 ? targets[0] : undefined);
}

/** Returns the status that sends an item in review back to its annotator; undefined where that step is not open. */
export function returnStep(current: number, targets: readonly number[]): number | undefined {
  return current === QUALITY_CHECK && targets.includes(RETURNED) ? RETURNED : undefined;
}

/** Returns the text of a button that moves an item on, e.g. `Submit`. */
export function stepTitle(current: number, to: number, statusTitle: string): string {
  if (to === QUALITY_CHECK) return 'Submit';
  if (to === COMPLETED) return 'Complete';
  if (to === RETURNED && current === QUALITY_CHECK) return 'Return';
  return `Move to ${statusTitle}`;
}

/** Returns the statuses of the items that wait for the same kind of work as an item of this status. */
export function waitingStatuses(worked: number): readonly number[] {
  return [1, 2, RETURNED].includes(worked) ? [1, 2, RETURNED] : [worked];
}

/**
 * Returns whether open comments are to be settled before a step. A first submission may carry questions to the
 * reviewer.
 */
export function answersComments(current: number, to: number): boolean {
  return to === COMPLETED || current === RETURNED;
}
