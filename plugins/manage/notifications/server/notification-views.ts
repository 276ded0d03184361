import type { Kysely, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows, projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { NotificationView } from '../common/api.ts';
import type { NotificationKinds } from './notification-kinds.ts';
import type { NotificationRow, NotificationTables } from './notification-tables.ts';

/** A notification with the names of what it is about. */
export type NamedRow = NotificationRow & {
  readonly project_name: string | null;
  readonly item_name: string | null;
  /** The project in which the item is now. */
  readonly place_id: number | null;
};

type Rows = SelectQueryBuilder<
  NotificationTables & { notification: NotificationTables['notifications.notification'] },
  'notification',
  object
>;

/**
 * Notifications of a person whose projects are there and can be seen by them, without those of items in the bin.
 * `admin` says that the person sees every project of the team.
 */
export function visibleNotifications(
  trx: Kysely<NotificationTables>,
  teamId: number,
  email: string,
  admin: boolean,
): Rows {
  const project = sql`coalesce((select item.project_id from ${itemRows} as item where item.team_id = notification.team_id and item.id = notification.item_id), notification.project_id)`;
  return (trx.selectFrom('notifications.notification as notification') as unknown as Rows)
    .where('notification.team_id', '=', teamId)
    .where('notification.email', '=', email)
    .where(
      sql<boolean>`(notification.project_id is null or exists (select from ${projectRows} as project
        where project.team_id = notification.team_id and project.id = ${project} and project.deleted_at is null
        and (${admin}::boolean or exists (select from ${contributorRows} as contributor where contributor.team_id = project.team_id
          and contributor.project_id = project.id and contributor.email = notification.email))))`,
    )
    .where(
      sql<boolean>`not exists (select from ${itemRows} as item where item.team_id = notification.team_id and item.id = notification.item_id and item.deleted_at is not null)`,
    );
}

/** Reads them with the names of their projects and items. */
export async function namedRows(rows: Rows): Promise<readonly NamedRow[]> {
  const found = await rows
    .selectAll('notification')
    .select([
      sql<
        string | null
      >`(select item.name from ${itemRows} as item where item.team_id = notification.team_id and item.id = notification.item_id)`.as(
        'item_name',
      ),
      sql<
        number | null
      >`coalesce((select item.project_id from ${itemRows} as item where item.team_id = notification.team_id and item.id = notification.item_id), notification.project_id)`.as(
        'place_id',
      ),
      sql<
        string | null
      >`(select project.name from ${projectRows} as project where project.team_id = notification.team_id
        and project.id = coalesce((select item.project_id from ${itemRows} as item where item.team_id = notification.team_id and item.id = notification.item_id), notification.project_id))`.as(
        'project_name',
      ),
    ])
    .execute();
  return found as unknown as readonly NamedRow[];
}

/** A row as its receiver sees it; undefined when the plugin of its kind is gone. */
export function notificationView(kinds: NotificationKinds, row: NamedRow): NotificationView | undefined {
  const kind = kinds.get(row.kind);
  if (kind === undefined) return undefined;
  const project = row.place_id === null ? undefined : `/t/${row.team_id}/p/${row.place_id}`;
  return {
    id: row.id,
    kind: kind.id,
    icon: kind.icon,
    text: kind.text({
      actor: row.actor ?? undefined,
      count: row.count,
      item: row.item_name ?? undefined,
      project: row.project_name ?? undefined,
      title: row.title ?? undefined,
    }),
    detail: row.detail,
    project: row.project_name,
    path:
      project === undefined
        ? `/t/${row.team_id}/notifications`
        : row.item_id !== null
          ? `${project}/item/${row.item_id}`
          : kind.page === undefined
            ? project
            : `${project}/${kind.page}`,
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  };
}
