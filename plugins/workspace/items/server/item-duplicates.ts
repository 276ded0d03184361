import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { FILE_COLUMNS } from './file-columns.ts';
import { Folders } from './folders.ts';
import { ItemQuota } from './item-quota.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** Duplicates items without the work on them. Rights are asked before. */
export class ItemDuplicates {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /** Returns those of the names that no present item of a folder has, in their order. */
  async freeNames(context: RequestContext, folderId: number, names: readonly string[]): Promise<readonly string[]> {
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.item')
        .select('name')
        .where('team_id', '=', context.team.id)
        .where('folder_id', '=', folderId)
        .where('deleted_at', 'is', null)
        .where('name', 'in', [...names])
        .execute(),
    );
    const taken = new Set(rows.map(row => row.name));
    return names.filter(name => !taken.has(name));
  }

  /**
   * Makes an item of the file of another one of its project, with its details and in the first status. Folder, priority
   * and times are those of `neighbour`. Inside the caller's transaction.
   * @returns undefined when the name is taken
   * @throws Fault FOLDER_LIMIT, PROJECT_LIMIT (422)
   */
  async make(context: RequestContext, source: ItemRow, neighbour: ItemRow, name: string): Promise<ItemRow | undefined> {
    const { project_id: projectId } = source;
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      await this.folders.hold(context, [neighbour.folder_id]);
      const { start } = await this.statuses.of(context, projectId);
      const {
        rows: [made],
      } = await sql<ItemRow>`
        insert into items.item (team_id, project_id, folder_id, name, annotation_status, entropy_value, created_at, updated_at, ${FILE_COLUMNS})
        select team_id, project_id, ${neighbour.folder_id}::int, ${name}, ${start}::smallint, ${neighbour.entropy_value}::double precision, ${neighbour.created_at}::timestamptz, ${neighbour.updated_at}::timestamptz, ${FILE_COLUMNS}
        from items.item where team_id = ${context.team.id}::int and id = ${source.id}::int
        on conflict (team_id, folder_id, name) where deleted_at is null do nothing
        returning *`.execute(trx);
      if (made === undefined) return undefined;
      const folder = (await trx
        .selectFrom('items.folder')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('id', '=', made.folder_id)
        .executeTakeFirstOrThrow()) as FolderRow;
      await this.quota.demand(context, folder, 0);
      await this.hooks.copyingDetails.promise(context, {
        projectId,
        sourceProjectId: projectId,
        pairs: [{ source: source.id, target: made.id, replaced: false }],
        missing: 'refuse',
        leaveOut: () => undefined,
      });
      await this.hooks.created.promise(context, projectId, [made]);
      await this.statuses.announce(context, projectId, [made.id], made.folder_id);
      return made;
    });
  }
}
