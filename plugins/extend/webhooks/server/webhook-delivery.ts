import { createHmac } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Disposable } from '#core/base/common/index.ts';
import { isFault, toDisposable } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { Database, Jobs } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { DatabaseToken, every, JobsToken, LogToken } from '#core/kernel/server/index.ts';
import { MOST_FAILURES, secondsToNext } from '../common/back-off.ts';
import { HEADERS } from '../common/signature.ts';
import { PING } from '../common/webhook-events.ts';
import { LANES, SendLanes } from './send-lanes.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import type { DeliveryRow, WebhookRow, WebhookTables } from './webhook-tables.ts';

type Trx = Kysely<WebhookTables>;

const TIMEOUT_MS = 15_000;
/** Seconds for which no other server sends a message that one has taken; longer than an attempt takes. */
const HELD_SECONDS = 60;
/** Milliseconds between two looks for attempts that are due. */
const EVERY_MS = 2_000;
const DAYS = 30;

interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
  /** False when another attempt would end the same way. */
  readonly again: boolean;
}

interface Message {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
}

type Due = Pick<DeliveryRow, 'id' | 'team_id' | 'webhook_id'>;

/**
 * Sends messages, each until it is taken or no attempt is left. They are no jobs: a server runs few of those at a time,
 * and addresses that answer slowly would hold up all others. A webhook and a team have a few requests under way at most,
 * so that the lanes of a server are never all taken by one of them. After a server died between sending and keeping the
 * outcome, the message is sent again with its id.
 */
export class WebhookDelivery {
  readonly #stopping = new AbortController();
  readonly #lanes = new SendLanes();
  #looking = false;
  #again = false;

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Egress) private readonly egress: Egress,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(WebhookSecrets) private readonly secrets: WebhookSecrets,
    @inject(LogToken) private readonly log: Log,
  ) {}

  /** Sends what is due until it is disposed of. Every server of an installation does. Keeps no process alive. */
  watch(): Disposable {
    const ticking = every(EVERY_MS, () => this.carryOn(), this.#report);
    return toDisposable(() => {
      ticking.dispose();
      this.#stopping.abort();
    });
  }

  /** Looks for messages that are due without waiting for it. */
  wake(): void {
    void this.carryOn().catch(this.#report);
  }

  /** Begins to send the messages that are due. Those that must wait for others are sent when these are done. */
  async carryOn(): Promise<void> {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again && this.#lanes.free > 0 && !this.#stopping.signal.aborted) {
        const { free } = this.#lanes;
        this.#again = false;
        const due = await this.#claim(free);
        if (due.length > 0) this.#again = true;
        for (const each of due) void this.#attempt(each);
      }
    } finally {
      this.#looking = false;
    }
  }

  /** Deletes what is finished for 30 days. */
  async trim(): Promise<void> {
    await this.database
      .system<WebhookTables>('old webhook messages')
      .transaction(trx =>
        sql`delete from webhooks.delivery where finished_at < now() - make_interval(days => ${DAYS}::int)`.execute(trx),
      );
  }

  /**
   * Takes messages that are due for this server: of every webhook and team as many as it may have under way, beginning
   * with those that have the fewest.
   */
  #claim(most: number): Promise<readonly Due[]> {
    const { teams, webhooks } = this.#lanes.busy;
    return this.database.system<WebhookTables>('webhook messages that are due').transaction(async trx => {
      const { rows } = await sql<Due>`
        with found as (
          select due.id, due.next_attempt, webhook.team_id,
            row_number() over (partition by webhook.team_id order by due.place, due.next_attempt)
              + coalesce((${teams}::jsonb ->> webhook.team_id::text)::int, 0) as lane
          from webhooks.webhook as webhook cross join lateral (
            select id, next_attempt, row_number() over (order by next_attempt)
              + coalesce((${webhooks}::jsonb ->> webhook.id::text)::int, 0) as place
            from (
              select id, next_attempt from webhooks.delivery
              where team_id = webhook.team_id and webhook_id = webhook.id and state = 'pending'
                and next_attempt <= clock_timestamp()
              order by next_attempt limit ${LANES.webhook}
            ) as first
          ) as due
          where due.place <= ${LANES.webhook}
        ), due as (
          select delivery.id from webhooks.delivery as delivery join found on found.id = delivery.id
          where found.lane <= ${LANES.team} and delivery.next_attempt <= clock_timestamp()
          order by found.lane, found.next_attempt limit ${most} for update of delivery skip locked
        )
        update webhooks.delivery as taken
        set next_attempt = clock_timestamp() + make_interval(secs => ${HELD_SECONDS}::int)
        from due where taken.id = due.id returning taken.id, taken.team_id, taken.webhook_id`.execute(trx);
      return rows;
    });
  }

  async #attempt(due: Due): Promise<void> {
    const { id, team_id: teamId } = due;
    this.#lanes.begin(due);
    try {
      // Webhooks are off in the team: the message stays taken for a while, and is then looked at again.
      if (!(await this.jobs.serves('webhooks', teamId))) return;
      const found = await this.#find(teamId, id);
      if (found === undefined) return;
      const begun = performance.now();
      const outcome = await this.#outcome(found);
      if (this.#stopping.signal.aborted) return;
      const milliseconds = Math.round(performance.now() - begun);
      await this.database
        .tenant<WebhookTables>(teamId)
        .transaction(trx => settle(trx, found.delivery, outcome, milliseconds));
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#report(error);
    } finally {
      this.#lanes.end(due);
      // Messages that waited for this lane may be due.
      this.wake();
    }
  }

  readonly #report = (error: unknown): void => this.log.error({ err: error }, 'a webhook message was not sent');

  #find(teamId: number, id: number): Promise<Message | undefined> {
    return this.database.tenant<WebhookTables>(teamId).transaction(async trx => {
      const delivery = await trx
        .selectFrom('webhooks.delivery')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .executeTakeFirst();
      if (delivery === undefined) return undefined;
      const webhook = await trx
        .selectFrom('webhooks.webhook')
        .selectAll()
        .where('id', '=', delivery.webhook_id)
        .executeTakeFirst();
      return webhook === undefined ? undefined : { delivery, webhook };
    });
  }

  async #outcome({ webhook, delivery }: Message): Promise<Outcome> {
    if (!webhook.enabled && delivery.type !== PING) return { status: null, error: 'The webhook is off.', again: false };
    try {
      const status = await this.#send(webhook, delivery);
      return { status, error: status >= 200 && status < 300 ? null : `The address answered ${status}.`, again: true };
    } catch (error) {
      if (isFault(error)) return { status: null, error: error.message, again: error.code !== 'EGRESS_REFUSED' };
      if (this.#stopping.signal.aborted) throw error;
      this.#report(error);
      return { status: null, error: 'The message could not be sent.', again: true };
    }
  }

  async #send(webhook: WebhookRow, { message_id: id, body }: DeliveryRow): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signatures = this.secrets
      .of(webhook)
      .map(secret => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
    const answer = await this.egress.fetch(webhook.url, {
      method: 'POST',
      body,
      timeoutMs: TIMEOUT_MS,
      // A redirect would carry the message to an address that nobody entered.
      mayFollow: () => false,
      signal: this.#stopping.signal,
      headers: {
        'content-type': 'application/json',
        [HEADERS.id]: id,
        [HEADERS.timestamp]: timestamp,
        [HEADERS.signature]: signatures.join(' '),
      },
    });
    // Not read: it may come from a place that the reader of the list of deliveries cannot reach.
    await answer.discard();
    return answer.status;
  }
}

async function settle(
  trx: Trx,
  delivery: DeliveryRow,
  { status, error, again }: Outcome,
  milliseconds: number,
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const wait = error === null || !again ? undefined : secondsToNext(attempts);
  const state = error === null ? 'delivered' : wait === undefined ? 'failed' : 'pending';
  const changed = await trx
    .updateTable('webhooks.delivery')
    .set({
      state,
      attempts,
      status,
      error,
      milliseconds,
      next_attempt: wait === undefined ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${wait}::int)`,
      finished_at: state === 'pending' ? null : sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'pending')
    .where('attempts', '=', delivery.attempts)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n || state === 'pending') return;
  await sql`update webhooks.webhook set failures = ${state === 'failed' ? sql`failures + 1` : sql`0`},
      enabled = ${state === 'failed' ? sql`failures + 1 < ${MOST_FAILURES}::int` : sql`true`}
    where id = ${delivery.webhook_id}::int and enabled`.execute(trx);
}
