import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemSelectionOutput } from '../../common/change-api.ts';
import { ItemLists } from '../item-lists.ts';
import type { ChangeWork } from './change-works.ts';

const LAST_ID = 2_147_483_647;

/** Walks through the items of a selection in order of their ids. */
export class SelectionWalk {
  constructor(@inject(ItemLists) private readonly lists: ItemLists) {}

  /** The next items of a selection after one, in order of their ids. */
  async next(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    work: Pick<ChangeWork, 'on'>,
    page: { readonly after: number; readonly last: number; readonly limit: number },
  ): Promise<readonly number[]> {
    if ('filter' in selection)
      return this.lists.stretch(context, projectId, filterOf(selection, work), {
        ...page,
        except: selection.except ?? [],
      });
    return [...new Set(selection.item_ids)]
      .filter(each => each > page.after && each <= page.last)
      .sort((one, other) => one - other)
      .slice(0, page.limit);
  }

  /** Returns how many items there are, and the last id that the walk may reach. */
  async extent(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    work: Pick<ChangeWork, 'on'>,
  ): Promise<{ readonly count: number; readonly last: number }> {
    return 'filter' in selection
      ? this.lists.extent(context, projectId, filterOf(selection, work), selection.except ?? [])
      : { count: new Set(selection.item_ids).size, last: LAST_ID };
  }
}

/** Returns the filter for present items, or for deleted ones where the work is on those. */
const filterOf = (
  { filter }: Extract<ItemSelectionOutput, { readonly filter: unknown }>,
  { on }: Pick<ChangeWork, 'on'>,
) => ({ ...filter, deleted: on === 'deleted' });
