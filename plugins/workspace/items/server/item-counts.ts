import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { filtered, tallied } from './item-matching.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { ItemTables } from './items-tables.ts';

/** Numbers of items of a project. */
export interface ItemCensus {
  readonly total: number;
  /** Number by status code. */
  readonly byStatus: Record<string, number>;
  readonly byFolder: {
    readonly folder_id: number;
    readonly name: string;
    readonly total: number;
    readonly completed: number;
  }[];
}

/** Counts items, quickly for who sees all of them. */
export class ItemCounts {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
  ) {}

  /** The items of a project that the caller sees, by status and by folder. */
  async of(context: RequestContext, projectId: number): Promise<ItemCensus> {
    const { completed } = await this.statuses.of(context, projectId);
    const rows = await context.transaction(async (trx: Kysely<ItemTables>) => {
      if (await this.reader.seesAll(context, projectId)) {
        return trx
          .selectFrom('items.folder')
          .leftJoin('items.tally', join =>
            join
              .onRef('items.tally.team_id', '=', 'items.folder.team_id')
              .onRef('items.tally.project_id', '=', 'items.folder.project_id')
              .onRef('items.tally.folder_id', '=', 'items.folder.id'),
          )
          .select([
            'items.folder.id',
            'items.folder.name',
            'items.tally.annotation_status',
            sql<number>`coalesce(sum(items.tally.items), 0)::int`.as('items'),
          ])
          .where('items.folder.project_id', '=', projectId)
          .where('items.folder.deleted_at', 'is', null)
          .groupBy(['items.folder.id', 'items.folder.name', 'items.folder.is_root', 'items.tally.annotation_status'])
          .orderBy('items.folder.is_root', 'desc')
          .orderBy('items.folder.id')
          .execute();
      }
      return (await this.reader.visible(trx, context, projectId))
        .innerJoin('items.folder as folder', join =>
          join.onRef('folder.team_id', '=', 'item.team_id').onRef('folder.id', '=', 'item.folder_id'),
        )
        .select(['folder.id', 'folder.name', 'item.annotation_status', sql<number>`count(*)::int`.as('items')])
        .groupBy(['folder.id', 'folder.name', 'item.annotation_status'])
        .orderBy('folder.id')
        .execute();
    });
    const byStatus: Record<string, number> = {};
    const byFolder = new Map<number, { folder_id: number; name: string; total: number; completed: number }>();
    for (const { id, name, annotation_status: status, items } of rows) {
      const place = byFolder.get(id) ?? { folder_id: id, name, total: 0, completed: 0 };
      byFolder.set(id, place);
      if (status === null || items === 0) continue;
      place.total += items;
      if (completed.includes(status)) place.completed += items;
      byStatus[String(status)] = (byStatus[String(status)] ?? 0) + items;
    }
    return {
      total: [...byFolder.values()].reduce((sum, each) => sum + each.total, 0),
      byStatus,
      byFolder: [...byFolder.values()],
    };
  }

  /** Numbers of present items of a folder that the caller sees, by status; of the whole project without a folder. */
  async inList(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
  ): Promise<{ readonly total: number; readonly byStatus: Record<string, number>; readonly deleted: number }> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = (await this.reader.seesAll(context, projectId))
        ? await tallied(trx, projectId, folderId === undefined ? {} : { folder_id: folderId })
        : await filtered(await this.reader.visible(trx, context, projectId), { folder_id: folderId })
            .select(['item.annotation_status', sql<number>`count(*)::int`.as('items')])
            .groupBy('item.annotation_status')
            .execute();
      const deleted = await filtered(await this.reader.visible(trx, context, projectId, { deleted: true }), {
        folder_id: folderId,
      })
        .select(sql<number>`count(*)::int`.as('items'))
        .executeTakeFirstOrThrow();
      const byStatus: Record<string, number> = {};
      for (const row of rows) if (row.items > 0) byStatus[String(row.annotation_status)] = row.items;
      return { total: rows.reduce((sum, row) => sum + row.items, 0), byStatus, deleted: deleted.items };
    });
  }
}
