import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import { Items, folderRows } from '#plugins/workspace/items/server/kit/index.ts';

/** An item that was found, with its place. */
export type FoundItem = Item & {
  readonly folder_name: string;
  readonly is_root_folder: boolean;
  /** The passage of its text that fits the words of a query. */
  readonly excerpt?: string;
};

/** Items as searches answer them. */
export class FoundItems {
  constructor(@inject(Items) private readonly items: Items) {}

  /** Items by id as searches answer them, in the given order; those the caller does not see are left out. */
  async byIds(context: RequestContext, projectId: number, ids: readonly number[]): Promise<FoundItem[]> {
    const rows = await this.items.byIds(context, projectId, ids);
    const views = await this.items.views(
      context,
      ids.flatMap(id => rows.get(id) ?? []),
    );
    const folders = await context.transaction(
      async (trx: Kysely<unknown>) =>
        new Map(
          (
            await trx
              .selectFrom(folderRows.as('folder'))
              .select(['id', 'name', 'is_root'])
              .where('team_id', '=', context.team.id)
              .where(sql<boolean>`id = any(${[...new Set(views.map(each => each.folder_id))]}::int[])`)
              .execute()
          ).map(row => [row.id, row]),
        ),
    );
    return views.map(view => ({
      ...view,
      folder_name: folders.get(view.folder_id)?.name ?? '',
      is_root_folder: folders.get(view.folder_id)?.is_root ?? false,
    }));
  }
}
