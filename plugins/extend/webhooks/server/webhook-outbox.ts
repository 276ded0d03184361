import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import type { EventRecorder, HappenedEvent } from '#plugins/extend/automations/server/kit/index.ts';
import { PING, webhookEvents } from '../common/webhook-events.ts';
import type { DeliveryRow, WebhookTables } from './webhook-tables.ts';

type Trx = Kysely<WebhookTables>;

/** Most items of one message; those of a larger change become several. */
const AT_ONCE = 1_000;

const typeOf = new Map(webhookEvents.map(each => [each.code, each.type]));

/** Keeps messages inside the transaction in which their event happens: none is lost, and none stays of a change that is rolled back. */
export class WebhookOutbox implements EventRecorder {
  constructor(@inject(JobsToken) private readonly jobs: Jobs) {}

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
          await this.add(trx, context.team.id, id, type, { project_id: projectId, ...(state as object) });
        for (let at = 0; at < (items?.length ?? 0); at += AT_ONCE)
          await this.add(trx, context.team.id, id, type, {
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
    return this.add(trx, teamId, webhookId, PING, {});
  }

  async add(trx: Trx, teamId: number, webhookId: number, type: string, data: object): Promise<DeliveryRow> {
    const row = await trx
      .insertInto('webhooks.delivery')
      .values({
        team_id: teamId,
        webhook_id: webhookId,
        message_id: `msg_${randomUUID().replaceAll('-', '')}`,
        type,
        body: JSON.stringify({ type, timestamp: new Date().toISOString(), team_id: teamId, data }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await this.ask(trx, teamId, row.id, row.attempts);
    return row;
  }

  /** Asks for the job of the next attempt; asking again for the same attempt does nothing. */
  async ask(trx: Trx | undefined, teamId: number, deliveryId: number, attempts: number): Promise<void> {
    await this.jobs.enqueue(trx, {
      teamId,
      plugin: 'webhooks',
      name: 'deliver',
      subject: { delivery_id: deliveryId },
      key: `${deliveryId}/${attempts}`,
    });
  }
}
