import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { DatabaseToken, JobsToken, ServerBusToken } from '#core/kernel/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { NotificationKind } from '../common/notification-kind.ts';
import { workKinds } from '../common/notification-kind.ts';
import { mentionedIn } from '../common/mentions.ts';
import { nextMailTime } from '../common/mail-time.ts';
import { withActorName } from './actor-name.ts';
import { NotificationKinds } from './notification-kinds.ts';
import type { PendingNotification } from './notification-outbox.ts';
import type { NotificationTables } from './notification-tables.ts';
import { defaultPreference } from './notification-preferences.ts';
import type { TeamPerson } from './team-people.ts';
import { teamPeople } from './team-people.ts';

/** Minutes for which an unread notification takes in more of the same. */
const MERGE_MINUTES = 15;

/** Result of delivering one kind of pending notification. */
interface Delivered {
  readonly kind: NotificationKind;
  readonly people: readonly TeamPerson[];
}

/** Turns pending notifications into one row for each person, and shows them in their open tabs. */
export class NotificationDelivery {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(ServerBusToken) private readonly bus: ServerBus,
    @inject(NotificationKinds) private readonly kinds: NotificationKinds,
  ) {}

  /** The job `deliver`. Runs again after a crash without writing a row twice. */
  async run({ subject, teamId, effect }: JobRun): Promise<void> {
    const taken = subject as PendingNotification;
    const kind = this.kinds.get(taken.kind);
    // The plugin of the kind was removed meanwhile.
    if (kind === undefined) return;
    const members = await teamPeople(this.database, teamId);
    const pending = withActorName(taken, members);
    const reached = await effect('rows', async (trx: Kysely<NotificationTables>) => {
      const able = await peopleOfProject(trx, members, pending.projectId);
      const others = able.filter(each => each.email !== pending.actor?.email);
      const mentioned = new Set(pending.text === undefined ? [] : mentionedIn(pending.text, others));
      const groups: readonly Delivered[] = [
        { kind: workKinds.mentioned, people: others.filter(each => mentioned.has(each.email)) },
        { kind, people: others.filter(each => pending.to.includes(each.email) && !mentioned.has(each.email)) },
      ];
      const emails: string[] = [];
      for (const group of groups) emails.push(...(await this.#write(trx, teamId, pending, group)));
      return emails;
    });
    for (const { email, personId } of members)
      if (personId !== null && reached.includes(email))
        await this.bus.send('tabs', { teamId, userId: personId, message: { type: 'notifications' } });
  }

  /** Returns the e-mails of those who got a row. */
  async #write(
    trx: Kysely<NotificationTables>,
    teamId: number,
    pending: PendingNotification,
    { kind, people }: Delivered,
  ): Promise<readonly string[]> {
    if (people.length === 0) return [];
    const preferences = new Map(
      (
        await trx
          .selectFrom('notifications.preference')
          .selectAll()
          .where(
            'email',
            'in',
            people.map(each => each.email),
          )
          .execute()
      ).map(row => [row.email, row]),
    );
    const now = new Date();
    const rows = people.flatMap(({ email }) => {
      const preference = preferences.get(email) ?? defaultPreference;
      const delivery = preference.deliveries[kind.id] ?? kind.delivery;
      const immediately = preference.mail_frequency === 'immediately';
      const due = delivery !== 'mail' ? null : immediately ? now : nextMailTime(now, preference.mail_hour);
      return delivery === 'off' ? [] : [{ email, due, immediately }];
    });
    for (const { email, due, immediately } of rows) {
      const id = await upsert(trx, teamId, kind, pending, email, due);
      if (due !== null && immediately)
        await this.jobs.enqueue(trx, {
          teamId,
          plugin: 'notifications',
          name: 'mail',
          subject: { email },
          key: `${id}`,
        });
    }
    return rows.map(row => row.email);
  }
}

/** Those of the members who may see the project; all members when it is about none. */
async function peopleOfProject(
  trx: Kysely<NotificationTables>,
  members: readonly TeamPerson[],
  projectId: number | undefined,
): Promise<readonly TeamPerson[]> {
  if (projectId === undefined) return members;
  const contributors = await trx
    .selectFrom(contributorRows.as('contributor'))
    .select('email')
    .where('project_id', '=', projectId)
    .execute();
  const emails = new Set(contributors.map(row => row.email));
  return members.filter(each => each.admin || emails.has(each.email));
}

/** Adds to an unread notification of the same key, or makes one. Returns its id. */
async function upsert(
  trx: Kysely<NotificationTables>,
  teamId: number,
  kind: NotificationKind,
  pending: PendingNotification,
  email: string,
  due: Date | null,
): Promise<number> {
  const { itemId, projectId, count = 1, mergeKey, title, detail, actor } = pending;
  if (mergeKey !== undefined) {
    const merged = await sql<{ id: number }>`
      update notifications.notification set count = count + ${count}::int, created_at = now(), detail = ${detail ?? null}::text,
        item_id = case when item_id = ${itemId ?? null}::int then item_id end
      where id = (select id from notifications.notification where email = ${email}::text and kind = ${kind.id}::text
        and merge_key = ${mergeKey}::text and read_at is null and mailed_at is null
        and created_at > now() - make_interval(mins => ${MERGE_MINUTES}::int) order by id desc limit 1 for update)
      returning id`.execute(trx);
    if (merged.rows[0] !== undefined) return merged.rows[0].id;
  }
  const { id } = await trx
    .insertInto('notifications.notification')
    .values({
      team_id: teamId,
      email,
      kind: kind.id,
      merge_key: mergeKey ?? '',
      actor: actor?.name ?? null,
      project_id: projectId ?? null,
      item_id: itemId ?? null,
      count,
      title: title ?? null,
      detail: detail ?? null,
      mail_due: due,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
