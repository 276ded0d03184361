import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BringReport } from '../../common/bring-api.ts';
import type { ItemSelectionOutput } from '../../common/change-api.ts';
import { Folders } from '../folders.ts';
import { ItemLists } from '../item-lists.ts';
import type { ItemTables } from '../items-tables.ts';

/** Tells before items are brought to a folder what that would mean. */
export class BringPreview {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemLists) private readonly lists: ItemLists,
  ) {}

  /** @throws Fault NOT_FOUND for the folder. */
  async of(context: RequestContext, projectId: number, selection: ItemSelectionOutput, folderId: number): Promise<BringReport> {
    const target = await this.folders.get(context, projectId, folderId);
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const meant = await this.lists.meant(context, projectId, selection);
      const { rows: [found] } = await sql<BringReport>`
        select count(*)::int as items, count(*) filter (where meant.folder_id = ${target.id}::int)::int as there,
          count(*) filter (where meant.folder_id <> ${target.id}::int and taken.id is not null)::int as taken
        from (${meant.select(['item.folder_id', 'item.name'])}) as meant
        left join items.item as taken on taken.team_id = ${context.team.id}::int and taken.folder_id = ${target.id}::int and taken.name = meant.name and taken.deleted_at is null`.execute(trx);
      return found!;
    });
  }
}
