import { defineServerHalf, everyHour, JobsToken, LogToken } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { AgreementHooks } from '#plugins/review/agreement/server/kit/index.ts';
import { GoldHooks } from '#plugins/review/gold-items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { TeamsHooks } from '#plugins/workspace/teams/server/kit/index.ts';
import { notificationsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { DueReminders } from './due-reminders.ts';
import { NotificationKinds } from './notification-kinds.ts';
import { NotificationOutbox } from './notification-outbox.ts';
import { NotificationDelivery } from './notification-delivery.ts';
import { NotificationList } from './notification-list.ts';
import { NotificationMails } from './notification-mails.ts';
import { NotificationPreferences } from './notification-preferences.ts';
import { notificationsHandlers } from './notifications-handlers.ts';
import { WorkEvents } from './work-events.ts';
import { notificationReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [NotificationKinds, NotificationOutbox],
  bindings(container) {
    for (const service of [
      NotificationKinds,
      NotificationOutbox,
      NotificationDelivery,
      NotificationList,
      NotificationMails,
      NotificationPreferences,
      DueReminders,
      WorkEvents,
    ])
      container.bind(service as typeof WorkEvents).toSelf();
  },
  activate({ get, find, implement, tap, hooks, own }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...notificationReferences]);
    const list = get(NotificationList);
    implement(notificationsApi, notificationsHandlers(list, get(NotificationPreferences)));

    // Jobs without a creator: nobody follows them, and they run with the rights of nobody.
    const jobs = get(JobsToken);
    own(jobs.define('notifications', 'deliver', run => get(NotificationDelivery).run(run)));
    own(jobs.define('notifications', 'mail', run => get(NotificationMails).run(run)));
    const failed = (error: unknown): void => get(LogToken).error({ err: error }, 'a notification was not sent');
    own(everyHour(() => get(NotificationMails).tidy(), failed));
    own(everyHour(() => get(DueReminders).remind(), failed));

    const events = get(WorkEvents);
    const items = get(ItemsHooks);
    tap(items.assigned, (context, assignments) => events.assigned(context, assignments));
    tap(items.statusChanged, (context, changes) => events.statusChanged(context, changes));
    tap(get(AnnotationHooks).storing, (context, stored) => events.stored(context, stored));
    const agreement = find(AgreementHooks);
    if (agreement !== undefined) {
      tap(agreement.given, (context, copies) => events.assigned(context, copies));
      tap(agreement.sentBack, (context, item, email) => events.returned(context, item.project_id, [item.id], email));
      tap(agreement.completed, (context, item) => events.consensusDue(context, item));
    }
    const gold = find(GoldHooks);
    if (gold !== undefined) tap(gold.fallen, (context, fallen) => events.goldMissed(context, fallen));
    tap(hooks.jobFinished, job => void events.jobFinished(job).catch(failed));

    tap(get(ProjectsHooks).contributorChanged, (context, { projectId, email, to }) =>
      to === undefined ? list.forget(context, email, projectId) : undefined,
    );
    tap(get(TeamsHooks).removed, (context, member) => list.forget(context, member.email));
  },
});
