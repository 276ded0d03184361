import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemNameTakenMessage } from '../common/item-name.ts';
import { changeEach } from './change-each.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** Bulk changes of the data tab besides status and assignment. */
export class ItemChanges {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /** 0 clears, 1 disapproves, 2 approves; never changes the status (roles-permissions 6). */
  approve(context: RequestContext, projectId: number, ids: readonly number[], approval: number): Promise<BulkResult> {
    return changeEach(context, this.reader, projectId, ids, {
      admit: row => (row.approval_status === approval ? 'skip' : undefined),
      apply: rows => this.#write(context, projectId, rows, { approval_status: approval, updated_at: new Date() }),
    });
  }

  pin(context: RequestContext, projectId: number, ids: readonly number[], pinned: boolean): Promise<BulkResult> {
    return changeEach(context, this.reader, projectId, ids, {
      admit: row => (row.is_pinned === pinned ? 'skip' : undefined),
      apply: rows => this.#write(context, projectId, rows, { is_pinned: pinned }),
    });
  }

  /** Deletes softly; assignments and annotations stay with the item until it is restored or its time is over. */
  remove(context: RequestContext, projectId: number, ids: readonly number[]): Promise<BulkResult> {
    return changeEach(context, this.reader, projectId, ids, {
      admit: () => undefined,
      apply: async rows => {
        await this.hooks.deleting.promise(context, rows);
        await this.#write(context, projectId, rows, { deleted_at: new Date(), deleted_by: context.user.email });
      },
    });
  }

  /** Brings items back into their folder, or into the project's own one when the folder is gone. A name that was given away meanwhile is reported. */
  restore(context: RequestContext, projectId: number, ids: readonly number[]): Promise<BulkResult> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const folders = await trx.selectFrom('items.folder').select(['id', 'is_root', 'deleted_at']).where('project_id', '=', projectId).execute();
      const root = folders.find(each => each.is_root)?.id;
      const gone = new Set(folders.filter(each => each.deleted_at !== null).map(each => each.id));
      const home = (row: ItemRow): number => (gone.has(row.folder_id) && root !== undefined ? root : row.folder_id);
      const taken = new Set<string>();
      const key = (folder: number, name: string): string => `${folder}/${name}`;
      const present = await trx.selectFrom('items.item').select(['folder_id', 'name']).where('deleted_at', 'is', null)
        .where('name', 'in', builder => builder.selectFrom('items.item as asked').select('asked.name').where('asked.id', 'in', [...ids])).where('project_id', '=', projectId).execute();
      for (const row of present) taken.add(key(row.folder_id, row.name));
      return changeEach(context, this.reader, projectId, ids, {
        deleted: true,
        admit: row => {
          if (taken.has(key(home(row), row.name))) return new Fault('NAME_EXISTS', itemNameTakenMessage, { status: 409 });
          taken.add(key(home(row), row.name));
          return undefined;
        },
        apply: async rows => {
          for (const folder of new Set(rows.map(home))) {
            await trx.updateTable('items.item').set({ deleted_at: null, deleted_by: null, folder_id: folder }).where('id', 'in', rows.filter(row => home(row) === folder).map(row => row.id)).execute();
          }
          await this.statuses.announce(context, projectId, rows.map(row => row.id));
        },
      });
    });
  }

  /** Sets the priority of items of a folder by name; null takes it away. Answers the items that exist. One statement however many they are. */
  async prioritize(context: RequestContext, projectId: number, folderId: number, values: ReadonlyMap<string, number | null>): Promise<readonly { readonly name: string; readonly entropy_value: number | null }[]> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const ids = await this.idsByName(context, projectId, folderId, [...values.keys()]);
      const { rows } = await sql<{ id: number; name: string; entropy_value: number | null }>`
        update items.item set entropy_value = given.value, updated_at = now()
        from unnest(${[...values.keys()]}::text[], ${[...values.values()]}::double precision[]) as given (name, value)
        where items.item.id = any(${ids}::int[]) and items.item.name = given.name
        returning items.item.id, items.item.name, items.item.entropy_value`.execute(trx);
      await this.statuses.announce(context, projectId, rows.map(row => row.id), folderId);
      return rows.map(({ name, entropy_value }) => ({ name, entropy_value }));
    });
  }

  /** Ids of present items of a folder by name, for calls that speak in names. Unknown names are left out. */
  async idsByName(context: RequestContext, projectId: number, folderId: number, names: readonly string[]): Promise<number[]> {
    if (names.length === 0) return [];
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await (await this.reader.visible(trx, context, projectId)).where('item.folder_id', '=', folderId).where(sql<boolean>`item.name = any(${[...names]}::text[])`).select('item.id').execute();
      return rows.map(row => row.id as number);
    });
  }

  /** @throws Fault of the first item that could not be changed, for calls that answer all or nothing. */
  static demand(result: BulkResult): void {
    const [first] = result.failed;
    if (first === undefined) return;
    if (first.code === 'NOT_FOUND') throw notFound('The item');
    throw new Fault(first.code, first.message ?? first.code, { status: first.code === 'FORBIDDEN' ? 403 : 409 });
  }

  async #write(context: RequestContext, projectId: number, rows: readonly ItemRow[], values: Partial<Pick<ItemRow, 'approval_status' | 'is_pinned' | 'deleted_at' | 'deleted_by' | 'updated_at'>>): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await trx.updateTable('items.item').set(values).where('id', 'in', rows.map(row => row.id)).execute();
      await this.statuses.announce(context, projectId, rows.map(row => row.id));
    });
  }
}
