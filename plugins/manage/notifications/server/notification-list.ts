import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { ServerBusToken } from '#core/kernel/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { NotificationView } from '../common/api.ts';
import { NotificationKinds } from './notification-kinds.ts';
import type { NotificationTables } from './notification-tables.ts';
import { namedRows, notificationView, visibleNotifications } from './notification-views.ts';

/** The notifications of the caller in their team. */
export class NotificationList {
  constructor(
    @inject(NotificationKinds) private readonly kinds: NotificationKinds,
    @inject(ServerBusToken) private readonly bus: ServerBus,
  ) {}

  /** One page, newest first, with the numbers of all and of the unread ones. */
  async page(
    context: RequestContext,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: NotificationView[]; readonly count: number; readonly unread: number }> {
    return context.transaction(async (trx: Kysely<NotificationTables>) => {
      const admin = isTeamAdmin(context.team.role as TeamRole);
      const visible = visibleNotifications(trx, context.team.id, context.user.email, admin).where(
        'notification.kind',
        'in',
        this.kinds.all.map(kind => kind.id),
      );
      const rows = await namedRows(
        visible
          .orderBy('notification.created_at', 'desc')
          .orderBy('notification.id', 'desc')
          .offset(offset)
          .limit(limit),
      );
      const { count, unread } = await visible
        .select([
          sql<number>`count(*)::int`.as('count'),
          sql<number>`(count(*) filter (where notification.read_at is null))::int`.as('unread'),
        ])
        .executeTakeFirstOrThrow();
      return { data: rows.flatMap(row => notificationView(this.kinds, row) ?? []), count, unread };
    });
  }

  /** Marks notifications of the caller as read: those with these ids, or all up to an id. */
  async read(
    context: RequestContext,
    which: { readonly ids: readonly number[] } | { readonly upTo: number },
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<NotificationTables>) => {
      const { numUpdatedRows } = await trx
        .updateTable('notifications.notification')
        .set({ read_at: new Date() })
        .where('email', '=', context.user.email)
        .where('read_at', 'is', null)
        .where('ids' in which ? sql<boolean>`id = any(${[...which.ids]}::int[])` : sql<boolean>`id <= ${which.upTo}`)
        .executeTakeFirst();
      // Other tabs of the person show the same number.
      if (numUpdatedRows > 0n)
        onCommit(() =>
          this.bus.send('tabs', {
            teamId: context.team.id,
            userId: context.user.id,
            message: { type: 'notifications' },
          }),
        );
    });
  }

  /**
   * Deletes the notifications of somebody who lost a project, or all of somebody who left the team. In the caller's
   * transaction.
   */
  async forget(context: RequestContext, email: string, projectId?: number): Promise<void> {
    await context.transaction(async (trx: Kysely<NotificationTables>) => {
      let rows = trx.deleteFrom('notifications.notification').where('email', '=', email);
      if (projectId !== undefined) rows = rows.where('project_id', '=', projectId);
      await rows.execute();
      if (projectId === undefined)
        await trx.deleteFrom('notifications.preference').where('email', '=', email).execute();
    });
  }
}
