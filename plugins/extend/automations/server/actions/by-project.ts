import type { Fault } from '#core/base/common/index.ts';
import type { ActionInput, ActionOutcome } from './action.ts';
import { noItem } from './action.ts';

/** Outcome of one item of a project. */
export type OutcomeOf = (itemId: number) => ActionOutcome;

/** Carries an action out for the items of each project, and returns the outcomes in the order of the inputs. */
export async function byProject(
  inputs: readonly ActionInput[],
  work: (projectId: number, itemIds: readonly number[], group: readonly ActionInput[]) => Promise<OutcomeOf>,
): Promise<readonly ActionOutcome[]> {
  const groups = new Map<number, ActionInput[]>();
  for (const each of inputs)
    if (each.itemId !== null && each.projectId !== null)
      groups.set(each.projectId, [...(groups.get(each.projectId) ?? []), each]);
  const outcomes = new Map<ActionInput, ActionOutcome>();
  for (const [projectId, group] of groups) {
    const of = await work(
      projectId,
      group.map(each => each.itemId!),
      group,
    );
    for (const input of group) outcomes.set(input, of(input.itemId!));
  }
  return inputs.map(each => outcomes.get(each) ?? noItem);
}

/** Returns the outcome of an item that was left as it was, with the reason for people. */
export const skippedBecause = (reason: string): ActionOutcome => ({
  result: 'success',
  output: { changed: false },
  skipped: reason,
});

/** Returns the outcome of an action that was refused. */
export const failureOf = ({ code, message }: Pick<Fault, 'code' | 'message'>): ActionOutcome => ({
  result: 'failure',
  error: { code, message },
});
