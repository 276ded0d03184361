import { expect, it } from 'vitest';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { NotificationView } from '../common/api.ts';
import { notificationsApi } from '../common/api.ts';
import { DueReminders } from './due-reminders.ts';
import { NotificationOutbox } from './notification-outbox.ts';

const { createProject } = projectsApi.operations;
const { shareProject } = contributorsApi.operations;

eachDatabase(kind => {
  it(
    'should come once the day before a project is due, and once when it is late, but not of one that is completed or on hold',
    async () => {
      const app = await openTestApp(kind, { plugins: ['teams', 'projects', 'notifications'] });
      try {
        const team = await app.team('North');
        const ana = await team.join('ana@north.test');
        for (const [name, status] of Object.entries({ Boats: 3, Bees: 4, Birds: 2 })) {
          const { body: project } = await team.owner.call<{ id: number }>('main', createProject, {
            body: { name, type: 1, status, settings: [{ attribute: 'DueDate', value: '2026-12-24' }] },
          });
          await team.owner.call('main', shareProject, {
            params: { project_id: project.id },
            body: { users: [{ user_id: ana.email, user_role: 1 }] },
          });
        }
        const texts = async (): Promise<readonly string[]> => {
          const { body } = await ana.call<{ data: readonly NotificationView[] }>(
            'main',
            notificationsApi.operations.listNotifications,
          );
          return body.data.map(each => each.text).filter(each => !each.includes('added you'));
        };
        const reminders = new DueReminders(app.database, new NotificationOutbox(app.app.services.jobs));
        const remind = async (...days: readonly string[]): Promise<void> => {
          for (const day of days) await reminders.remind(new Date(`2026-12-${day}:00:00Z`));
        };

        await remind('22T23', '23T01', '23T12', '24T12');
        await expect.poll(texts).toEqual(['Birds is due tomorrow']);
        await remind('25T01', '26T01');
        await expect.poll(texts).toEqual(['Birds is late: its due date has passed', 'Birds is due tomorrow']);
      } finally {
        await app.close();
      }
    },
    DATABASE_TIMEOUT_MS,
  );
});
