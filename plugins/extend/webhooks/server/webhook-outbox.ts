import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { EventRecorder, HappenedEvent } from '#plugins/extend/automations/server/kit/index.ts';
import { PING, webhookEvents } from '../common/webhook-events.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import type { DeliveryRow, WebhookTables } from './webhook-tables.ts';

type Trx = Kysely<WebhookTables>;

/** Most items of one message; those of a larger change become several. */
const AT_ONCE = 1_000;

const typeOf = new Map(webhookEvents.map(each => [each.code, each.type]));

/**
 * Keeps messages inside the transaction in which their event happens: none is lost, and none stays of a change that is
 * rolled back.
 */
export class WebhookOutbox implements EventRecorder {
  constructor(@inject(WebhookDelivery) private readonly delivery: WebhookDelivery) {}

  /** Stores a message for each webhook that wants the event. Inside the caller's transaction. */
  async record(
    context: RequestContext,
    { type: code, projectId, items, context: state }: HappenedEvent,
  ): Promise<void> {
    const type = typeOf.get(code);
    if (type === undefined || items?.length === 0) return;
    await context.transaction(async (trx: Trx) => {
      const webhooks = await trx
        .selectFrom('webhooks.webhook')
        .select('id')
        .where('team_id', '=', context.team.id)
        .where('enabled', '=', true)
        .where(sql<boolean>`events ? ${type}::text`)
        .where(sql<boolean>`(project_ids = '[]'::jsonb or project_ids @> ${JSON.stringify([projectId])}::jsonb)`)
        .orderBy('id')
        .execute();
      for (const { id } of webhooks) {
        if (items === undefined)
          await this.#add(trx, context.team.id, id, type, { project_id: projectId, ...(state as object) });
        for (let at = 0; at < (items?.length ?? 0); at += AT_ONCE)
          await this.#add(trx, context.team.id, id, type, {
            project_id: projectId,
            items: items!
              .slice(at, at + AT_ONCE)
              .map(({ id: item, folderId, from, to }) => ({
                id: item,
                folder_id: folderId,
                ...(from === undefined ? {} : { from }),
                ...(to === undefined ? {} : { to }),
              })),
          });
      }
    });
  }

  /** Stores a test message. */
  ping(trx: Trx, teamId: number, webhookId: number): Promise<DeliveryRow> {
    return this.#add(trx, teamId, webhookId, PING, {});
  }

  /** Stores a message that is due now, with its id and a new series of attempts. */
  async store(
    trx: Trx,
    message: Pick<DeliveryRow, 'team_id' | 'webhook_id' | 'message_id' | 'type' | 'body'>,
  ): Promise<DeliveryRow> {
    const row = await trx
      .insertInto('webhooks.delivery')
      .values({ ...message, next_attempt: sql<Date>`clock_timestamp()` })
      .returningAll()
      .executeTakeFirstOrThrow();
    onCommit(() => this.delivery.wake());
    return row;
  }

  /** Makes the next attempt of a message that waits due now. */
  async hurry(trx: Trx, id: number): Promise<DeliveryRow> {
    const row = await trx
      .updateTable('webhooks.delivery')
      .set({ next_attempt: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    onCommit(() => this.delivery.wake());
    return row;
  }

  #add(trx: Trx, teamId: number, webhookId: number, type: string, data: object): Promise<DeliveryRow> {
    return this.store(trx, {
      team_id: teamId,
      webhook_id: webhookId,
      message_id: `msg_${randomUUID().replaceAll('-', '')}`,
      type,
      body: JSON.stringify({ type, timestamp: new Date().toISOString(), team_id: teamId, data }),
    });
  }
}
