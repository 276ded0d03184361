import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { itemsEvents } from '../common/events.ts';
import type { Folder } from '../common/item.ts';
import { checkedName, nameTaken, replacedName } from './folder-naming.ts';
import { FolderViews } from './folder-views.ts';
import { RESTORABLE_DAYS } from './item-reader.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemRow } from './items-hooks.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** The root folder's name on the wire. */
const ROOT = 'root';

/** Folders of a project. Rights are asked before. */
export class Folders {
  constructor(
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(FolderViews) private readonly views: FolderViews,
  ) {}

  /** Makes the root folder of a new project; inside its transaction. */
  async begin(context: RequestContext, projectId: number): Promise<void> {
    await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .insertInto('items.folder')
        .values({ team_id: context.team.id, project_id: projectId, name: ROOT, is_root: true })
        .execute(),
    );
  }

  /** The root folder. Made when it is missing, for projects that are older than this plugin. */
  async root(context: RequestContext, projectId: number): Promise<FolderRow> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const found = await trx
        .selectFrom('items.folder')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('is_root', '=', true)
        .executeTakeFirst();
      if (found !== undefined) return found;
      await this.begin(context, projectId);
      return trx
        .selectFrom('items.folder')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('is_root', '=', true)
        .executeTakeFirstOrThrow();
    });
  }

  /** A present folder, the root one when `id` is absent. Throws NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number | undefined): Promise<FolderRow> {
    if (id === undefined) return this.root(context, projectId);
    return this.#present(context, projectId, sql<boolean>`id = ${id}`);
  }

  /** The folder of that name, whatever the case. Throws NOT_FOUND. */
  async byName(context: RequestContext, projectId: number, name: string): Promise<FolderRow> {
    if (name.trim().toLowerCase() === ROOT) return this.root(context, projectId);
    return this.#present(context, projectId, sql<boolean>`lower(name) = lower(${name.trim()})`);
  }

  async #present(context: RequestContext, projectId: number, condition: RawBuilder<boolean>): Promise<FolderRow> {
    const row = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.folder')
        .selectAll()
        .where('project_id', '=', projectId)
        .where(condition)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    if (row === undefined || !(await this.#letsIn(context, row))) throw notFound('The folder');
    return row;
  }

  /** Folders the caller is let into beside the root, which is nobody's secret; undefined means all. */
  seen(context: RequestContext, projectId: number): Promise<readonly number[] | undefined> {
    return this.hooks.visibleFolders.promise(context, undefined, projectId);
  }

  async #letsIn(context: RequestContext, row: FolderRow): Promise<boolean> {
    return row.is_root || (await this.seen(context, row.project_id))?.includes(row.id) !== false;
  }

  /**
   * Keeps others from adding many items to these folders until the transaction ends: two that write the same names in
   * another order would wait for each other, and both would find the last room. Single uploads and everything else go
   * on.
   */
  async hold(context: RequestContext, ids: readonly number[]): Promise<void> {
    await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.folder')
        .select('id')
        .where('team_id', '=', context.team.id)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute(),
    );
  }

  /** Folders with their numbers, the root first, then by name; for scripts by age. */
  async list(
    context: RequestContext,
    projectId: number,
    filter: {
      readonly name?: string | undefined;
      readonly status?: readonly number[] | undefined;
      readonly includeUsers?: boolean | undefined;
      readonly offset: number;
      readonly limit: number;
    },
  ): Promise<{ readonly data: Folder[]; readonly count: number }> {
    await this.root(context, projectId);
    const seen = await this.seen(context, projectId);
    const { rows, count } = await context.transaction(async (trx: Kysely<ItemTables>) => {
      const matching = trx
        .selectFrom('items.folder')
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .$if(seen !== undefined, query =>
          query.where(({ eb, or }) => or([eb('is_root', '=', true), eb('id', 'in', [-1, ...seen!])])),
        )
        .$if(filter.name !== undefined && filter.name !== '', query =>
          query.where(sql<boolean>`position(lower(${filter.name ?? ''}) in lower(name)) > 0`),
        )
        .$if((filter.status ?? []).length > 0, query => query.where('status', 'in', [...filter.status!]));
      const total = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        rows: await matching
          .selectAll()
          .orderBy('is_root', 'desc')
          .$if(context.credential !== 'sdk', query => query.orderBy(sql`lower(name)`))
          .orderBy('id')
          .offset(filter.offset)
          .limit(filter.limit)
          .execute(),
        count: total.count,
      };
    });
    return { data: await this.views.of(context, projectId, rows, filter.includeUsers === true), count };
  }

  /**
   * Makes a folder. Without `exact` forbidden characters become `_` and a taken name gets a counter, with it both are
   * refused.
   */
  async create(context: RequestContext, projectId: number, given: string, exact: boolean): Promise<FolderRow> {
    const name = checkedName(exact ? given : replacedName(given));
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      for (let attempt = 1; ; attempt++) {
        const candidate = attempt === 1 ? name : `${[...name].slice(0, 190).join('')} (${attempt})`;
        const row = await trx
          .insertInto('items.folder')
          .values({ team_id: context.team.id, project_id: projectId, name: candidate, status: 1 })
          .onConflict(conflict => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined && exact) throw nameTaken();
        if (row === undefined) continue;
        await this.hooks.folderChanged.promise(context, { after: row });
        await context.publish(itemsEvents.foldersChanged, { project_id: projectId });
        return row;
      }
    });
  }

  /** Renames or sets the status; what is undefined stays. Throws NAME_EXISTS, NOT_FOUND. */
  async update(
    context: RequestContext,
    projectId: number,
    id: number,
    change: { readonly name?: string | undefined; readonly status?: number | undefined },
  ): Promise<FolderRow> {
    const before = await this.get(context, projectId, id);
    const renamed = change.name !== undefined && change.name.trim() !== before.name;
    if (before.is_root && renamed) throw invalidField('name', 'the project’s own folder cannot be renamed');
    const name = renamed ? checkedName(change.name!) : before.name;
    try {
      return await context.transaction(async (trx: Kysely<ItemTables>) => {
        const row = await trx
          .updateTable('items.folder')
          .set({
            name,
            ...(change.status === undefined || before.is_root ? {} : { status: change.status }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (row.name !== before.name || row.status !== before.status)
          await this.hooks.folderChanged.promise(context, { before, after: row });
        await context.publish(itemsEvents.foldersChanged, { project_id: projectId });
        return row;
      });
    } catch (error) {
      if (asUniqueViolation(error) !== undefined) throw nameTaken();
      throw error;
    }
  }

  /** Deletes a folder with its items. Throws NOT_FOUND; the root folder stays. */
  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    const row = await this.get(context, projectId, id);
    if (row.is_root) throw invalidField('folder_id', 'the project’s own folder cannot be deleted');
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      const at = new Date();
      for (let after = 0; ;) {
        const part = await trx
          .selectFrom('items.item')
          .selectAll()
          .where('folder_id', '=', id)
          .where('deleted_at', 'is', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(1000)
          .execute();
        if (part.length === 0) break;
        await this.hooks.deleting.promise(context, part as ItemRow[]);
        after = part.at(-1)!.id;
      }
      await trx
        .updateTable('items.item')
        .set({ deleted_at: at, deleted_by: context.user.email })
        .where('folder_id', '=', id)
        .where('deleted_at', 'is', null)
        .execute();
      const gone = await trx
        .updateTable('items.folder')
        .set({ deleted_at: at })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      // Deleted by somebody else in the same moment.
      if (gone === undefined) throw notFound('The folder');
      await this.hooks.folderChanged.promise(context, { before: row });
      await context.publish(itemsEvents.foldersChanged, { project_id: projectId });
      await context.publish(itemsEvents.changed, { project_id: projectId, folder_id: id });
    });
  }

  /** Deletes a folder that has no items; the root folder and one that has some stay. */
  async removeEmpty(context: RequestContext, projectId: number, id: number): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      const row = await trx
        .updateTable('items.folder')
        .set({ deleted_at: new Date() })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('is_root', '=', false)
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`not exists (select from items.item where folder_id = ${id}::int and deleted_at is null)`)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return;
      await this.hooks.folderChanged.promise(context, { before: { ...row, deleted_at: null } });
      await context.publish(itemsEvents.foldersChanged, { project_id: projectId });
    });
  }

  /** Brings a folder back with the items that were deleted with it. Throws NOT_FOUND, NAME_EXISTS. */
  async restore(context: RequestContext, projectId: number, id: number): Promise<void> {
    try {
      await context.transaction(async (trx: Kysely<ItemTables>) => {
        const row = await trx
          .selectFrom('items.folder')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .where('deleted_at', '>', sql<Date>`now() - make_interval(days => ${RESTORABLE_DAYS})`)
          .executeTakeFirst();
        if (row === undefined) throw notFound('The folder');
        await trx.updateTable('items.folder').set({ deleted_at: null }).where('id', '=', id).execute();
        await trx
          .updateTable('items.item')
          .set({ deleted_at: null, deleted_by: null })
          .where('folder_id', '=', id)
          .where('deleted_at', '=', row.deleted_at)
          .execute();
        await context.publish(itemsEvents.foldersChanged, { project_id: projectId });
        await context.publish(itemsEvents.changed, { project_id: projectId, folder_id: id });
      });
    } catch (error) {
      if (asUniqueViolation(error) !== undefined) throw nameTaken();
      throw error;
    }
  }
}
