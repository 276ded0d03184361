import type { Subsets } from '#plugins/analyze/explore/server/kit/index.ts';
import type { Action } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { byProject, skippedBecause } from './by-project.ts';

/** Puts items into the subset of a name in their project, which is made when it is missing, or takes them out. */
export const subsetAction = (action: 'ATTACH' | 'DETACH', subsets: Subsets): Action => ({
  external: false,
  access: 'ManageSubsets',
  run: (context, { node }, inputs) =>
    byProject(inputs, async (projectId, itemIds) => {
      await context.demand('ManageSubsets', { projectId });
      const name = (textSetting(node, 'subset') ?? '').trim();
      const known = await subsets.idOf(context, projectId, name);
      if (known === undefined && action === 'DETACH')
        return () => skippedBecause(`The project has no subset “${name}”.`);
      const subsetId = known ?? (await subsets.create(context, projectId, [name]))[0]!.id;
      const { skipped, failed } = await subsets.change(context, { projectId, subsetId }, action, itemIds, undefined);
      const [same, gone] = [new Set(skipped), new Set(failed)];
      return itemId => {
        if (gone.has(itemId)) return skippedBecause('It is no longer there.');
        if (same.has(itemId)) return skippedBecause('It had this value already.');
        const [before, after] = action === 'ATTACH' ? [null, name] : [name, null];
        return {
          result: 'success',
          output: { changed: true, subset_id: subsetId },
          changes: [{ kind: 'subset', before, after }],
        };
      };
    }),
});
