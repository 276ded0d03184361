import { createHmac } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Disposable } from '#core/base/common/index.ts';
import { isFault, toDisposable } from '#core/base/common/index.ts';
import type { Database, JobRun } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { secondsToNext } from '../common/back-off.ts';
import { HEADERS } from '../common/signature.ts';
import { WebhookOutbox } from './webhook-outbox.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import type { DeliveryRow, WebhookRow, WebhookTables } from './webhook-tables.ts';

type Trx = Kysely<WebhookTables>;

/** Requests of this server at the same time. */
const AT_ONCE = 16;
const TIMEOUT_MS = 15_000;
/** Milliseconds between two looks for attempts that are due, and attempts of one look. */
const EVERY_MS = 2_000;
const LOOK = 200;
/** Deliveries in a row that fail before a webhook is switched off. */
const FAILURES = 20;
const DAYS = 30;

interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
  /** False when another attempt would end the same way. */
  readonly again: boolean;
}

/** Sends messages, each until it is taken or no attempt is left. */
export class WebhookDelivery {
  readonly #lanes = pLimit(AT_ONCE);

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Egress) private readonly egress: Egress,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
    @inject(WebhookSecrets) private readonly secrets: WebhookSecrets,
  ) {}

  /** The job `deliver`: one attempt. When the server dies between sending and keeping the outcome, the message is sent again with the same id. */
  async run({ subject, teamId, signal, effect }: JobRun): Promise<void> {
    const { delivery_id: id } = subject as { readonly delivery_id: number };
    const found = await this.#find(teamId, id);
    if (found === undefined) return;
    const { delivery, webhook } = found;
    const begun = performance.now();
    const outcome = await this.#lanes(() => this.#send(webhook, delivery, signal));
    const milliseconds = Math.round(performance.now() - begun);
    await effect('outcome', (trx: Trx) => settle(trx, delivery, outcome, milliseconds));
  }

  /** Asks every two seconds for the jobs of attempts that are due. Every server of an installation may do so. Keeps no process alive. */
  watch(onError: (error: unknown) => void): Disposable {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      void this.carryOn()
        .catch(onError)
        .finally(() => (busy = false));
    }, EVERY_MS);
    timer.unref();
    return toDisposable(() => clearInterval(timer));
  }

  /** Asks for the jobs of all attempts that are due. */
  async carryOn(): Promise<void> {
    const due = await this.database.system<WebhookTables>('webhook messages that are due').transaction(trx =>
      trx
        .selectFrom('webhooks.delivery')
        .select(['id', 'team_id', 'attempts'])
        .where('state', '=', 'pending')
        .where('next_attempt', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('next_attempt')
        .limit(LOOK)
        .execute(),
    );
    for (const { id, team_id: teamId, attempts } of due) await this.outbox.ask(undefined, teamId, id, attempts);
  }

  /** Deletes what is finished for 30 days. */
  async trim(): Promise<void> {
    await this.database
      .system<WebhookTables>('old webhook messages')
      .transaction(trx =>
        sql`delete from webhooks.delivery where finished_at < now() - make_interval(days => ${DAYS}::int)`.execute(trx),
      );
  }

  #find(
    teamId: number,
    id: number,
  ): Promise<{ readonly delivery: DeliveryRow; readonly webhook: WebhookRow } | undefined> {
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

  async #send(webhook: WebhookRow, { message_id: id, body }: DeliveryRow, signal: AbortSignal): Promise<Outcome> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signatures = this.secrets
      .of(webhook)
      .map(secret => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
    try {
      const answer = await this.egress.fetch(webhook.url, {
        method: 'POST',
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: 1_000_000,
        // A redirect would carry the message to an address that nobody entered.
        mayFollow: () => false,
        signal,
        headers: {
          'content-type': 'application/json',
          [HEADERS.id]: id,
          [HEADERS.timestamp]: timestamp,
          [HEADERS.signature]: signatures.join(' '),
        },
      });
      await answer.text();
      const { status } = answer;
      // Nothing of the body is kept: it may come from a place that the reader of this list cannot reach.
      return { status, error: status >= 200 && status < 300 ? null : `The address answered ${status}.`, again: true };
    } catch (error) {
      if (!isFault(error)) throw error;
      return { status: null, error: error.message, again: error.code !== 'EGRESS_REFUSED' };
    }
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
      enabled = enabled and ${state === 'failed' ? sql`failures + 1 < ${FAILURES}::int` : sql`true`}
    where id = ${delivery.webhook_id}::int`.execute(trx);
}
