import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { MailerToken } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import type { Delivery, MailFrequency, NotificationSettings } from '../common/api.ts';
import { NotificationKinds } from './notification-kinds.ts';
import type { NotificationTables } from './notification-tables.ts';

interface Preference {
  readonly deliveries: Readonly<Record<string, Delivery>>;
  readonly mail_frequency: MailFrequency;
  /** UTC. */
  readonly mail_hour: number;
}

/** Preferences of people who have chosen nothing: one e-mail in the morning of what they have not read. */
export const defaultPreference: Preference = { deliveries: {}, mail_frequency: 'daily', mail_hour: 7 };

/** Preferences that may be changed; absent parts stay. */
interface PreferenceChange {
  readonly kinds: Readonly<Record<string, Delivery>>;
  readonly mail_frequency?: MailFrequency | undefined;
  readonly mail_hour?: number | undefined;
}

/** Preferences for notifications, by team. */
export class NotificationPreferences {
  constructor(
    @inject(MailerToken) private readonly mailer: Mailer,
    @inject(NotificationKinds) private readonly kinds: NotificationKinds,
  ) {}

  async of(context: RequestContext): Promise<NotificationSettings> {
    const { deliveries, mail_frequency, mail_hour } = await this.#stored(context);
    const mails = this.mailer.kind !== 'none';
    return {
      mail_available: mails,
      kinds: this.kinds.all.map(({ id, title, description, delivery }) => {
        const chosen = deliveries[id] ?? delivery;
        return { id, title, description, delivery: chosen === 'mail' && !mails ? 'product' : chosen };
      }),
      mail_frequency,
      mail_hour,
    };
  }

  /** @throws Fault INVALID_FIELD for a kind that does not exist */
  async put(context: RequestContext, change: PreferenceChange): Promise<NotificationSettings> {
    for (const kind of Object.keys(change.kinds))
      if (this.kinds.get(kind) === undefined)
        throw invalidField(`kinds.${kind}`, 'is not a kind of notification; GET the settings for those there are');
    const { kinds, mail_frequency = null, mail_hour = null } = change;
    await context.transaction((trx: Kysely<NotificationTables>) =>
      sql`insert into notifications.preference as kept (team_id, email, deliveries, mail_frequency, mail_hour)
        values (${context.team.id}::int, ${context.user.email}::text, ${JSON.stringify(kinds)}::jsonb,
          coalesce(${mail_frequency}::text, ${defaultPreference.mail_frequency}), coalesce(${mail_hour}::int, ${defaultPreference.mail_hour}::int))
        on conflict (team_id, email) do update set deliveries = kept.deliveries || excluded.deliveries, updated_at = now(),
          mail_frequency = coalesce(${mail_frequency}::text, kept.mail_frequency), mail_hour = coalesce(${mail_hour}::int, kept.mail_hour)`.execute(
        trx,
      ),
    );
    return this.of(context);
  }

  async #stored(context: RequestContext): Promise<Preference> {
    return (
      (await context.transaction((trx: Kysely<NotificationTables>) =>
        trx
          .selectFrom('notifications.preference')
          .select(['deliveries', 'mail_frequency', 'mail_hour'])
          .where('email', '=', context.user.email)
          .executeTakeFirst(),
      )) ?? defaultPreference
    );
  }
}
