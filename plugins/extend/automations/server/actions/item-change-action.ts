import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemChanging } from '#plugins/workspace/items/server/kit/index.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import type { Action } from './action.ts';
import { byProject, failureOf, skippedBecause } from './by-project.ts';

/** A change of items that an action makes, by its kind among the bulk changes of items. */
export interface ItemChangeOf {
  readonly kind: string;
  readonly access: string;
  /** Returns the value of the change in a project. @throws Fault when the project does not know it. */
  value(context: RequestContext, projectId: number, node: ActionNode): Promise<unknown>;
  /** Returns how former and new values of a project are shown in results; as they are when absent. */
  shown?(context: RequestContext, projectId: number): Promise<(value: unknown) => unknown>;
}

const asItIs = (value: unknown): unknown => value;

/** An action that changes items the way people change many at once: with the same rights, rules and events. */
export const itemChangeAction = (changing: ItemChanging, { kind, access, value, shown }: ItemChangeOf): Action => ({
  external: false,
  access,
  run: (context, { node }, inputs) =>
    byProject(inputs, async (projectId, itemIds) => {
      try {
        const change = await changing.open(context, projectId, { kind, value: await value(context, projectId, node) });
        const done = await changing.change(context, projectId, itemIds, change);
        const show = (await shown?.(context, projectId)) ?? asItIs;
        const states = new Map(done.changed.map(each => [each.item_id, each]));
        const faults = new Map(done.refused.map(each => [each.id, each.fault]));
        return itemId => {
          const state = states.get(itemId);
          const fault = faults.get(itemId);
          if (state !== undefined) {
            const [before, after] = [show(state.before), show(state.after)];
            return { result: 'success', output: { changed: true, before, after }, changes: [{ kind, before, after }] };
          }
          return fault === undefined
            ? skippedBecause('It had this value already.')
            : { result: 'success', output: { changed: false, skipped: fault.code }, skipped: fault.message };
        };
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        const refused = failureOf(error);
        return () => refused;
      }
    }),
});
