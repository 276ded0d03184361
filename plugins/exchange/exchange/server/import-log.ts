import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ImportAdded, ImportChangeTable, TransferTables } from './transfer-tables.ts';
import type { Selectable } from 'kysely';

/** Change that an import made to one item. */
export type ImportChange = Selectable<ImportChangeTable>;

/** Records what imports change, so that they can be undone. */
export class ImportLog {
  /** Notes items that an import created. */
  async created(context: RequestContext, importId: number, rows: readonly ItemRow[]): Promise<void> {
    if (rows.length === 0) return;
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      await trx
        .insertInto('exchange.import_change')
        .values(
          rows.map(row => ({
            team_id: context.team.id,
            import_id: importId,
            item_id: row.id,
            created: true,
            revision: null,
            status_before: row.annotation_status,
            status_after: row.annotation_status,
          })),
        )
        .onConflict(conflict => conflict.doNothing())
        .execute();
    });
  }

  /** Notes the revisions that an import stored, inside the transaction that stores them. */
  async annotated(
    context: RequestContext,
    importId: number,
    documents: readonly { readonly item: ItemRow }[],
    revisions: ReadonlyMap<number, number>,
  ): Promise<void> {
    const written = documents.filter(({ item }) => revisions.has(item.id));
    if (written.length === 0) return;
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      await trx
        .insertInto('exchange.import_change')
        .values(
          written.map(({ item }) => ({
            team_id: context.team.id,
            import_id: importId,
            item_id: item.id,
            created: false,
            revision: revisions.get(item.id)!,
            status_before: item.annotation_status,
            status_after: item.annotation_status,
          })),
        )
        .onConflict(conflict =>
          conflict
            .columns(['team_id', 'import_id', 'item_id'])
            .doUpdateSet(given => ({ revision: given.ref('excluded.revision') })),
        )
        .execute();
    });
  }

  /** Notes the statuses that items have once an import is done with them. */
  async settle(context: RequestContext, importId: number, itemIds: readonly number[]): Promise<void> {
    if (itemIds.length === 0) return;
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      await sql`update exchange.import_change as change set status_after = item.annotation_status
        from ${itemRows} as item
        where change.import_id = ${importId}::int and change.item_id = any(${[...itemIds]}::int[])
          and item.team_id = change.team_id and item.id = change.item_id`.execute(trx);
    });
  }

  /** Notes classes or folders that an import created. */
  async add(context: RequestContext, importId: number, kind: keyof ImportAdded, ids: readonly number[]): Promise<void> {
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      const added = await this.added(context, importId);
      await trx
        .updateTable('exchange.import')
        .set({ added: JSON.stringify({ ...added, [kind]: [...added[kind], ...ids] }) })
        .where('id', '=', importId)
        .execute();
    });
  }

  /** The classes and folders that an import created. */
  async added(context: RequestContext, importId: number): Promise<ImportAdded> {
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const row = await trx.selectFrom('exchange.import').select('added').where('id', '=', importId).executeTakeFirst();
      return row?.added ?? { classes: [], folders: [] };
    });
  }

  /** The next items an import changed, in order of their ids. */
  async changes(
    context: RequestContext,
    importId: number,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly ImportChange[]> {
    return context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .selectFrom('exchange.import_change')
        .selectAll()
        .where('import_id', '=', importId)
        .where('item_id', '>', page.after)
        .orderBy('item_id')
        .limit(page.limit)
        .execute(),
    );
  }

  /** Returns how many items an import changed. */
  async count(context: RequestContext, importId: number): Promise<number> {
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const { items } = await trx
        .selectFrom('exchange.import_change')
        .select(sql<number>`count(*)::int`.as('items'))
        .where('import_id', '=', importId)
        .executeTakeFirstOrThrow();
      return items;
    });
  }

  /** Forgets the changes of items that were undone, inside the transaction that undoes them. */
  async forget(context: RequestContext, importId: number, itemIds: readonly number[]): Promise<void> {
    if (itemIds.length === 0) return;
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      await trx
        .deleteFrom('exchange.import_change')
        .where('import_id', '=', importId)
        .where(sql<boolean>`item_id = any(${[...itemIds]}::int[])`)
        .execute();
    });
  }
}
