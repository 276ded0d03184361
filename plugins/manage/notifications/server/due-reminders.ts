import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { dayAfter, projectStatuses } from '#plugins/workspace/projects/common/index.ts';
import { contributorRows, projectRows, settingRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { workKinds } from '../common/notification-kind.ts';
import { NotificationOutbox } from './notification-outbox.ts';

/** Statuses of projects in which nobody works: completed, on hold. */
const RESTING = projectStatuses.filter(each => ['completed', 'onHold'].includes(each.name)).map(each => each.value);
/** Days after a due date in which its notification may still be sent, e.g. by a server that was not running. */
const LATE_DAYS = 3;

/**
 * Reminds the people of projects of their due dates: the day before, and when the day has passed. Days are those of
 * UTC.
 */
export class DueReminders {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(NotificationOutbox) private readonly outbox: NotificationOutbox,
  ) {}

  /**
   * Notifies each person once of a date; paused people, and projects that are completed or on hold, are left out. Every
   * server of an installation may do so.
   */
  async remind(now: Date = new Date()): Promise<void> {
    const today = now.toISOString().slice(0, 10);
    const tomorrow = dayAfter(today);
    const { rows } = await this.database.system('due dates of projects').transaction(trx =>
      sql<{ team_id: number; project_id: number; due: string; people: string[] }>`
        select project.team_id, project.id as project_id, setting.value #>> '{}' as due, array_agg(contributor.email order by contributor.email) as people
        from ${projectRows} as project
        join ${settingRows} as setting on setting.team_id = project.team_id and setting.project_id = project.id and setting.attribute = 'DueDate'
        join ${contributorRows} as contributor on contributor.team_id = project.team_id and contributor.project_id = project.id and not contributor.paused
        where project.deleted_at is null and project.status <> all(${RESTING}::int[])
          and (setting.value #>> '{}' = ${tomorrow} or setting.value #>> '{}' between ${dayAfter(today, -LATE_DAYS)} and ${dayAfter(today, -1)})
        group by 1, 2, 3`.execute(trx),
    );
    for (const { team_id: teamId, project_id: projectId, due, people } of rows) {
      const { id: kind } = due === tomorrow ? workKinds.dueTomorrow : workKinds.late;
      await this.outbox.addForTeam(teamId, { kind, to: people, projectId }, `${kind} ${projectId} ${due}`);
    }
  }
}
