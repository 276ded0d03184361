import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { demandBelowLimit } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { DeliveryView, WebhookSettings, WebhookView } from '../common/api.ts';
import { OVERLAP_HOURS } from '../common/signature.ts';
import { WebhookOutbox } from './webhook-outbox.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import type { DeliveryRow, WebhookRow, WebhookTables } from './webhook-tables.ts';

type Trx = Kysely<WebhookTables>;
interface Made {
  readonly webhook: WebhookView;
  readonly secret: string;
}

const LIMIT: RowLimit = {
  table: 'webhooks.webhook',
  most: 20,
  code: 'WEBHOOK_LIMIT',
  things: 'webhooks',
  remedy: 'Delete one that is not used.',
};

/** Webhooks of teams and their deliveries. Rights are asked before. */
export class Webhooks {
  constructor(
    @inject(WebhookSecrets) private readonly secrets: WebhookSecrets,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  async list(context: RequestContext): Promise<WebhookView[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('webhooks.webhook')
        .selectAll()
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .execute(),
    );
    return rows.map(view);
  }

  /** @throws Fault WEBHOOK_LIMIT (422), NOT_FOUND for a project */
  create(context: RequestContext, settings: WebhookSettings): Promise<Made> {
    const { secret, sealed } = this.secrets.make(context.team.id);
    return context.transaction(async (trx: Trx) => {
      await demandBelowLimit(trx, context.team.id, LIMIT);
      const row = await trx
        .insertInto('webhooks.webhook')
        .values({
          team_id: context.team.id,
          ...(await this.#columns(context, settings)),
          secret: sealed,
          created_by: context.user.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { webhook: view(row), secret };
    });
  }

  /** @throws Fault NOT_FOUND, CONFLICT when somebody else changed it */
  update(
    context: RequestContext,
    id: number,
    { enabled, version, ...settings }: WebhookSettings & { readonly enabled: boolean; readonly version: number },
  ): Promise<WebhookView> {
    return context.transaction(async (trx: Trx) => {
      const before = await one(trx, id, 'change');
      if (before.version !== version) throw conflict({ version: before.version });
      const row = await trx
        .updateTable('webhooks.webhook')
        .set({
          ...(await this.#columns(context, settings, before.project_ids)),
          enabled,
          version: version + 1,
          ...(enabled && !before.enabled ? { failures: 0 } : {}),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return view(row);
    });
  }

  /** @throws Fault NOT_FOUND */
  async delete(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      await one(trx, id, 'change');
      await trx.deleteFrom('webhooks.webhook').where('id', '=', id).execute();
    });
  }

  /**
   * Makes a new secret; the one before signs too for a day.
   * @throws Fault NOT_FOUND, CONFLICT when somebody else changed it
   */
  rotate(context: RequestContext, id: number, version: number): Promise<Made> {
    const { secret, sealed } = this.secrets.make(context.team.id);
    return context.transaction(async (trx: Trx) => {
      const before = await one(trx, id, 'change');
      // Asked again, it would end the overlap with the secret that receivers have.
      if (before.version !== version) throw conflict({ version: before.version });
      const row = await trx
        .updateTable('webhooks.webhook')
        .set({
          version: version + 1,
          secret: sealed,
          old_secret: before.secret,
          old_secret_until: sql<Date>`now() + make_interval(hours => ${OVERLAP_HOURS}::int)`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { webhook: view(row), secret };
    });
  }

  /** @throws Fault NOT_FOUND */
  test(context: RequestContext, id: number): Promise<DeliveryView> {
    return context.transaction(async (trx: Trx) => {
      await one(trx, id, 'read');
      return deliveryView(await this.outbox.ping(trx, context.team.id, id));
    });
  }

  deliveries(
    context: RequestContext,
    id: number,
    {
      offset,
      limit,
      state,
    }: { readonly offset: number; readonly limit: number; readonly state?: DeliveryRow['state'] | undefined },
  ): Promise<{ data: DeliveryView[]; count: number }> {
    return context.transaction(async (trx: Trx) => {
      await one(trx, id, 'read');
      const matching = trx
        .selectFrom('webhooks.delivery')
        .where('webhook_id', '=', id)
        .$if(state !== undefined, query => query.where('state', '=', state!));
      const rows = await matching.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: rows.map(deliveryView), count };
    });
  }

  /** @throws Fault NOT_FOUND */
  delivery(context: RequestContext, webhookId: number, id: number): Promise<DeliveryView & { body: string }> {
    return context.transaction(async (trx: Trx) => {
      const row = await oneDelivery(trx, webhookId, id, 'read');
      return { ...deliveryView(row), body: row.body };
    });
  }

  /** Sends a message again, with its id and a new series of attempts. @throws Fault NOT_FOUND */
  redeliver(context: RequestContext, webhookId: number, id: number): Promise<DeliveryView> {
    return context.transaction(async (trx: Trx) => {
      const { message_id, type, body, state } = await oneDelivery(trx, webhookId, id, 'change');
      return deliveryView(
        state === 'pending'
          ? await this.outbox.hurry(trx, id)
          : await this.outbox.store(trx, { team_id: context.team.id, webhook_id: webhookId, message_id, type, body }),
      );
    });
  }

  /** Projects of `before` stay chosen once they are deleted: without them the webhook would be for all projects. */
  async #columns(
    context: RequestContext,
    { name, url, events, project_ids: ids }: WebhookSettings,
    before: readonly number[] = [],
  ) {
    for (const id of ids) if (!before.includes(id)) await this.projects.get(context, id);
    return { name, url, events: JSON.stringify([...new Set(events)]), project_ids: JSON.stringify([...new Set(ids)]) };
  }
}

/** Events that are recorded meanwhile refer to the row, so it is locked only for a change. */
async function one(trx: Trx, id: number, purpose: 'read' | 'change'): Promise<WebhookRow> {
  const row = await trx
    .selectFrom('webhooks.webhook')
    .selectAll()
    .where('id', '=', id)
    .$if(purpose === 'change', query => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw notFound('The webhook');
  return row;
}

async function oneDelivery(trx: Trx, webhookId: number, id: number, purpose: 'read' | 'change'): Promise<DeliveryRow> {
  const row = await trx
    .selectFrom('webhooks.delivery')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .$if(purpose === 'change', query => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw notFound('The delivery');
  return row;
}

const view = (row: WebhookRow): WebhookView => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events,
  project_ids: row.project_ids,
  enabled: row.enabled,
  failures: row.failures,
  oldSecretUntil:
    row.old_secret_until === null || row.old_secret_until <= new Date() ? null : row.old_secret_until.toISOString(),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

const deliveryView = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  message_id: row.message_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  error: row.error,
  milliseconds: row.milliseconds,
  nextAttempt: row.next_attempt?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
