import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { folderRows } from '#plugins/workspace/items/server/kit/index.ts';
import { quoted } from '../../common/query-text.ts';
import type { FolderRow } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';
import { completedStatuses } from './cards.ts';

/** Items, completed items and objects of each folder that has items, the root first. */
export async function folders(context: RequestContext, scope: FigureScope): Promise<readonly FolderRow[]> {
  const ends = completedStatuses(scope);
  const { rows } = await context.transaction((trx: Kysely<unknown>) =>
    sql<{ folder_id: number; name: string; is_root: boolean; items: number; completed: number; objects: number }>`
    select folder.id as folder_id, folder.name, folder.is_root, count(*)::int as items,
      (count(*) filter (where item.annotation_status = any(${[...ends]}::int[])))::int as completed,
      coalesce(sum(counted.objects), 0)::int as objects
    from ${scope.items} as item join ${folderRows} as folder on folder.team_id = ${context.team.id}::int
      and folder.id = item.folder_id
    left join (
      select item_id, sum(objects) as objects from analytics.object_count
      where team_id = ${context.team.id}::int and project_id = ${scope.projectId}::int
        and ${scope.people === undefined ? sql`true` : scope.counts(sql.ref('email'))} group by item_id
    ) as counted on counted.item_id = item.id
    group by folder.id, folder.name, folder.is_root
      order by folder.is_root desc, lower(folder.name), folder.id`.execute(trx),
  );
  return rows.map(({ is_root: root, ...row }) => ({
    ...row,
    name: root ? 'Root' : row.name,
    query: scope.query(`folder = ${root ? 'root' : quoted(row.name)}`),
  }));
}
