import type { ProjectWork } from './api.ts';

/**
 * The statuses of a role's work in the order in which it is done: what was returned, what is begun, then the others as
 * they come.
 */
export function inWorkOrder(
  statuses: readonly number[],
  special: { readonly returned: number | undefined; readonly inProgress: number | undefined },
): readonly number[] {
  const first = [special.returned, special.inProgress].filter(
    (each): each is number => each !== undefined && statuses.includes(each),
  );
  return [...first, ...statuses.filter(each => !first.includes(each))];
}

const rank = (work: ProjectWork): number =>
  work.returned > 0 ? 0 : work.in_progress > 0 ? 1 : work.waiting > 0 ? 2 : work.can_request ? 3 : 4;

/** The due date of work that waits; after all others where there is none. */
const due = (work: ProjectWork): string => work.due_on ?? '9999-12-31';

/**
 * Sorts projects by what is to be done first: work that is late on the day `today`, returned items, begun ones, waiting
 * ones, then projects that give items on request; among equals what is due first.
 */
export const byUrgency =
  (today: string) =>
  (one: ProjectWork, other: ProjectWork): number => {
    const isLate = (work: ProjectWork): number => (work.waiting > 0 && due(work) < today ? 0 : 1);
    return (
      isLate(one) - isLate(other) ||
      rank(one) - rank(other) ||
      due(one).localeCompare(due(other)) ||
      other.returned - one.returned ||
      one.name.localeCompare(other.name, 'en')
    );
  };

/** The words on the button that opens the next item; undefined when there is nothing to do. */
export function nextLabel(work: ProjectWork): string | undefined {
  if (work.returned > 0) return `Continue (${work.returned.toLocaleString('en')} returned)`;
  if (work.in_progress > 0) return 'Continue';
  if (work.waiting > 0) return 'Start';
  return work.can_request && !work.paused ? 'Request tasks' : undefined;
}
