import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { ItemReader } from './item-reader.ts';
import type { ItemRow } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** Walks the items of a project in the order that the item list has by name. */
export class ItemsByName {
  constructor(@inject(ItemReader) private readonly reader: ItemReader) {}

  /** Returns the next items after one. `condition` narrows them, and names the item as `item`. */
  async after(
    context: RequestContext,
    projectId: number,
    page: { readonly afterId: number; readonly limit: number },
    condition = sql<boolean>`true`,
  ): Promise<readonly ItemRow[]> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      // It counts where it was even when it is deleted by now.
      const last = await trx
        .selectFrom('items.item')
        .select('sort_key')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('id', '=', page.afterId)
        .executeTakeFirst();
      return (await (
        await this.reader.visible(trx, context, projectId)
      )
        .selectAll('item')
        .where(condition)
        .$if(last !== undefined, query =>
          query.where(sql<boolean>`(item.sort_key, item.id) > (${last?.sort_key}, ${page.afterId}::int)`),
        )
        .orderBy('item.sort_key')
        .orderBy('item.id')
        .limit(page.limit)
        .execute()) as ItemRow[];
    });
  }
}
