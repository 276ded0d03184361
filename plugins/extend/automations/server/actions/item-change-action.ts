import type { Fault } from '#core/base/common/index.ts';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemChanging } from '#plugins/workspace/items/server/kit/index.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import type { Action, ActionInput, ActionOutcome } from './action.ts';
import { noItem } from './action.ts';

/** A change of items that an action makes, by its kind among the bulk changes of items. */
export interface ItemChangeOf {
  readonly kind: string;
  readonly access: string;
  /** Returns the value of the change in a project. @throws Fault INVALID_FIELD when the project does not know it. */
  value(context: RequestContext, projectId: number, node: ActionNode): Promise<unknown>;
}

/** An action that changes items the way people change many at once: with the same rights, rules and events. */
export const itemChangeAction = (changing: ItemChanging, { kind, access, value }: ItemChangeOf): Action => ({
  external: false,
  access,
  async run(context, { node }, inputs) {
    const outcomes = new Map<ActionInput, ActionOutcome>();
    for (const [projectId, group] of byProject(inputs)) {
      const found = await changed(context, projectId, group);
      for (const input of group) outcomes.set(input, found(input.itemId!));
    }
    return inputs.map(each => outcomes.get(each) ?? noItem);

    async function changed(
      of: RequestContext,
      projectId: number,
      group: readonly ActionInput[],
    ): Promise<(itemId: number) => ActionOutcome> {
      try {
        const change = await changing.open(of, projectId, { kind, value: await value(of, projectId, node) });
        const done = await changing.change(
          of,
          projectId,
          group.map(each => each.itemId!),
          change,
        );
        const states = new Map(done.changed.map(each => [each.item_id, each]));
        const faults = new Map(done.refused.map(each => [each.id, each.fault]));
        return itemId => {
          const state = states.get(itemId);
          const fault = faults.get(itemId);
          if (state !== undefined)
            return {
              result: 'success',
              output: { changed: true, before: state.before, after: state.after },
              changes: [{ kind, before: state.before, after: state.after }],
            };
          return fault === undefined
            ? { result: 'success', output: { changed: false }, skipped: 'It was so already.' }
            : { result: 'success', output: { changed: false, skipped: fault.code }, skipped: fault.message };
        };
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        return () => failureOf(error);
      }
    }
  },
});

function byProject(inputs: readonly ActionInput[]): ReadonlyMap<number, readonly ActionInput[]> {
  const groups = new Map<number, ActionInput[]>();
  for (const each of inputs)
    if (each.itemId !== null && each.projectId !== null)
      groups.set(each.projectId, [...(groups.get(each.projectId) ?? []), each]);
  return groups;
}

/** Returns the outcome of an action that was refused. */
export const failureOf = ({ code, message }: Fault): ActionOutcome => ({ result: 'failure', error: { code, message } });
