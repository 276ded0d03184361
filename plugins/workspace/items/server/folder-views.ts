import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectCount } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Folder } from '../common/item.ts';
import { FolderPeople } from './folder-people.ts';
import { ItemStatuses } from './item-statuses.ts';
import { folderView } from './item-views.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** Folders and projects with their numbers of items. */
export class FolderViews {
  constructor(
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(FolderPeople) private readonly people: FolderPeople,
  ) {}

  /** Folders as calls answer them, with their people when `users` is asked for. */
  async of(context: RequestContext, projectId: number, rows: readonly FolderRow[], users = false): Promise<Folder[]> {
    const { completed } = await this.statuses.of(context, projectId);
    const tally = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.tally')
        .select(['folder_id', 'annotation_status', 'items'])
        .where('project_id', '=', projectId)
        .where('folder_id', 'in', [-1, ...rows.map(row => row.id)])
        .execute(),
    );
    const people = users
      ? await this.people.of(
          context,
          projectId,
          rows.map(row => row.id),
        )
      : new Map<number, never[]>();
    return rows.map(row => {
      const own = tally.filter(each => each.folder_id === row.id);
      const sum = (list: typeof own): number => list.reduce((total, each) => total + each.items, 0);
      return folderView(
        row,
        { total: sum(own), completed: sum(own.filter(each => completed.includes(each.annotation_status))) },
        people.get(row.id),
      );
    });
  }

  /** For lists of projects: items and completed ones per project. */
  async counts(context: RequestContext, projectIds: readonly number[]): Promise<ReadonlyMap<number, ProjectCount>> {
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.tally')
        .innerJoin('items.folder', 'items.folder.id', 'items.tally.folder_id')
        .select(['items.tally.project_id', 'annotation_status', 'is_root', sql<number>`sum(items)::int`.as('items')])
        .where('items.tally.project_id', 'in', [-1, ...projectIds])
        .groupBy(['items.tally.project_id', 'annotation_status', 'is_root'])
        .execute(),
    );
    const counts = new Map<number, { total: number; completed: number; rootCompleted: number }>(
      projectIds.map(id => [id, { total: 0, completed: 0, rootCompleted: 0 }]),
    );
    const ends = new Map<number, readonly number[]>();
    for (const row of rows) {
      const count = counts.get(row.project_id)!;
      if (!ends.has(row.project_id))
        ends.set(row.project_id, (await this.statuses.of(context, row.project_id)).completed);
      const completed = ends.get(row.project_id)!.includes(row.annotation_status);
      count.total += row.items;
      if (completed) count.completed += row.items;
      if (completed && row.is_root) count.rootCompleted += row.items;
    }
    return counts;
  }

  /** For lists of projects: their root folders. */
  async roots(context: RequestContext, projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.folder')
        .select(['project_id', 'id'])
        .where('is_root', '=', true)
        .where('project_id', 'in', [-1, ...projectIds])
        .execute(),
    );
    return new Map(rows.map(row => [row.project_id, row.id]));
  }
}
