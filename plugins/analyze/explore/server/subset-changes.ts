import { inject } from 'inversify';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ChangePurpose, ItemChange, ItemChangeKind } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue } from '#plugins/workspace/items/server/kit/index.ts';
import { subsetChange } from '../common/subset-change.ts';
import { Subsets } from './subsets.ts';

/** Adds items to a subset or removes them: a kind of item change, so that it has a preview, a job and an undo. */
export class SubsetChanges implements ItemChangeKind {
  readonly access = 'ManageSubsets';

  constructor(@inject(Subsets) private readonly subsets: Subsets) {}

  /** @throws Fault INVALID_FIELD when the project has no such subset, NOT_FOUND when it is gone before an undo. */
  async open(context: RequestContext, projectId: number, value: unknown, purpose: ChangePurpose): Promise<ItemChange> {
    const asked = changeValue(subsetChange, value, 'must be { subset_id, mode: "add" or "remove" }');
    const { subset_id: subsetId } = asked;
    const name = await this.subsets.nameOf(context, projectId, subsetId);
    if (name === undefined)
      throw purpose === 'undo'
        ? notFound('The subset')
        : invalidField('change.value.subset_id', 'must be a subset of this project');
    return {
      value: { ...asked, name },
      read: async rows => {
        const ids = rows.map(row => row.id);
        const inside = await this.subsets.among(context, subsetId, ids);
        return new Map(ids.map(id => [id, inside.has(id)]));
      },
      wanted: () => asked.mode === 'add',
      write: async (rows, wanted) => {
        const idsOf = (inside: boolean): number[] =>
          rows.filter(row => wanted.get(row.id) === inside).map(row => row.id);
        // The subset may have been deleted since the change was opened.
        await this.subsets.demand(context, projectId, subsetId);
        await this.subsets.put(context, { projectId, subsetId }, 'DETACH', idsOf(false));
        await this.subsets.put(context, { projectId, subsetId }, 'ATTACH', idsOf(true));
        await this.subsets.assertCapacity(context, subsetId);
        if (purpose === 'undo' && asked.created === true)
          await this.subsets.removeEmpty(context, { projectId, subsetId });
      },
    };
  }
}
