import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { DatabaseToken, JobsToken, MailerToken, PublicUrlToken } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { Teams } from '#core/tenancy/server/index.ts';
import { notificationMail } from '../common/notification-mail.ts';
import { NotificationKinds } from './notification-kinds.ts';
import type { NotificationTables } from './notification-tables.ts';
import { namedRows, notificationView, visibleNotifications } from './notification-views.ts';
import { teamPeople } from './team-people.ts';

/** Most notifications of one e-mail; the list in the product has the rest. */
const MOST_MAILED = 50;
/** Days after which notifications are deleted, read or not. */
const KEPT_DAYS = 90;

/** Sends what people have not read by e-mail, one for all that is due. */
export class NotificationMails {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(MailerToken) private readonly mailer: Mailer,
    @inject(PublicUrlToken) private readonly site: string,
    @inject(Teams) private readonly teams: Teams,
    @inject(NotificationKinds) private readonly kinds: NotificationKinds,
  ) {}

  /**
   * The job `mail`: one e-mail to one person.
   * @throws Fault MAIL_FAILED; what is due stays so and is tried again in the next hour
   */
  async run({ subject, teamId }: JobRun): Promise<void> {
    const { email } = subject as { readonly email: string };
    const receiver = (await teamPeople(this.database, teamId)).find(each => each.email === email);
    const rows = this.database.tenant<NotificationTables>(teamId);
    const due = await rows.transaction(trx =>
      namedRows(
        visibleNotifications(trx, teamId, email, receiver?.admin ?? false)
          .where('notification.mail_due', '<=', new Date())
          .where('notification.mailed_at', 'is', null)
          .where('notification.read_at', 'is', null)
          .orderBy('notification.created_at', 'desc')
          .orderBy('notification.id', 'desc'),
      ),
    );
    const notifications = due.flatMap(row => notificationView(this.kinds, row) ?? []).slice(0, MOST_MAILED);
    // Invited people have no account to read them with.
    if (
      receiver !== undefined &&
      receiver.personId !== null &&
      notifications.length > 0 &&
      this.mailer.kind !== 'none'
    ) {
      const team = (await this.teams.name(teamId)) ?? 'Loupe';
      await this.mailer.send({ to: email, ...notificationMail({ team, site: this.site, teamId, notifications }) });
    }
    await rows.transaction(trx =>
      trx
        .updateTable('notifications.notification')
        .set({ mailed_at: new Date() })
        .where('email', '=', email)
        .where('mail_due', '<=', new Date())
        .where('mailed_at', 'is', null)
        .execute(),
    );
  }

  /**
   * Asks for an e-mail to each person for whom something is due, and deletes what is old. Every server of an
   * installation may do so.
   */
  async tidy(now: Date = new Date()): Promise<void> {
    const due = await this.database
      .system<NotificationTables>('notifications that are due by e-mail')
      .transaction(async trx => {
        await sql`delete from notifications.notification where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}::int)`.execute(
          trx,
        );
        return trx
          .selectFrom('notifications.notification')
          .select(['team_id', 'email'])
          .distinct()
          .where('mail_due', '<=', now)
          .where('mailed_at', 'is', null)
          .where('read_at', 'is', null)
          .execute();
      });
    const hour = now.toISOString().slice(0, 13);
    for (const { team_id: teamId, email } of due)
      await this.jobs.enqueue(undefined, {
        teamId,
        plugin: 'notifications',
        name: 'mail',
        subject: { email },
        key: `${email} ${hour}`,
      });
  }
}
