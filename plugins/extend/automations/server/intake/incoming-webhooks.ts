import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import { parseJson } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken, RateLimit } from '#core/kernel/server/index.ts';
import { WEBHOOK } from '../../common/event-types.ts';
import type { AutomationTables } from '../automation-tables.ts';
import type { EventPlace } from '../runs/event-outbox.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { EventOutbox, placeOfTeam } from '../runs/event-outbox.ts';
import { RunExpansion } from '../runs/run-expansion.ts';
import { demandValues } from './custom-events.ts';
import type { TokenRow } from './webhook-tokens.ts';
import { WebhookTokens } from './webhook-tokens.ts';

type Trx = Kysely<AutomationTables>;

/** Requests to one webhook: a second, and at once after a rest. */
const [PER_SECOND, BURST] = [1, 60];

/** A request as it came. */
interface PostedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
  readonly address: string;
}

const KEY = /^(\d{1,9})-[\w-]{20,40}$/;
const DELIVERY = /^[\w.:-]{8,80}$/;

/** Requests of other systems to addresses of pipelines. The body of the request is the context of the run. */
@injectable()
export class IncomingWebhooks {
  readonly #accepted = new RateLimit(PER_SECOND, BURST);
  readonly #refused = new RateLimit(PER_SECOND, BURST);

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(TeamLimits) private readonly limits: TeamLimits,
    @inject(EventOutbox) private readonly outbox: EventOutbox,
    @inject(RunExpansion) private readonly expansion: RunExpansion,
    @inject(WebhookTokens) private readonly tokens: WebhookTokens,
  ) {}

  /**
   * Starts the pipeline of a webhook and returns the id of its run. A request with a delivery id that is known starts
   * nothing again.
   * @throws Fault NOT_FOUND for an address that no enabled pipeline has, UNAUTHORIZED, SIGNATURE_INVALID (401),
   * RATE_LIMITED and AUTOMATION_LIMIT (429), UNSUPPORTED_MEDIA_TYPE (415), BAD_REQUEST (400), VALUES_INVALID (422)
   */
  async receive(key: string, { headers, stream, address }: PostedRequest): Promise<number> {
    const teamId = Number(KEY.exec(key)?.[1]);
    if (!Number.isSafeInteger(teamId) || !(await this.limits.serves(teamId))) throw notFound('The webhook');
    const place = placeOfTeam(this.database, teamId);
    const { webhook, token } = await this.#admit(place, key, headers, address);
    this.#accepted.take(key);
    if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
      throw new Fault('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with the header Content-Type: application/json.', {
        status: 415,
      });
    const body = await buffer(stream);
    this.#demandSignature(token, body, headers['x-authorization-content-sha256']);
    const posted = await parseJson(body);
    if (typeof posted !== 'object' || posted === null || Array.isArray(posted))
      throw new Fault('VALUES_INVALID', 'The body must be a JSON object.', { status: 422 });
    return place.transaction((trx: Trx) =>
      this.#start(place, trx, webhook, token, posted as Readonly<Record<string, unknown>>, headers['x-delivery']),
    );
  }

  async #admit(place: EventPlace, key: string, headers: IncomingHttpHeaders, address: string) {
    return place.transaction(async (trx: Trx) => {
      const webhook = await trx
        .selectFrom('automations.webhook as webhook')
        .innerJoin('automations.pipeline as pipeline', join =>
          join.onRef('pipeline.team_id', '=', 'webhook.team_id').onRef('pipeline.id', '=', 'webhook.pipeline_id'),
        )
        .innerJoin('automations.trigger as trigger', join =>
          join
            .onRef('trigger.team_id', '=', 'webhook.team_id')
            .onRef('trigger.pipeline_id', '=', 'webhook.pipeline_id')
            .onRef('trigger.node_id', '=', 'webhook.node_id'),
        )
        .select(['webhook.pipeline_id', 'webhook.node_id', 'trigger.settings', 'pipeline.version', 'pipeline.owner_id'])
        .where('webhook.key', '=', key)
        .where('pipeline.enabled', '=', true)
        .where('pipeline.deleted_at', 'is', null)
        .executeTakeFirst();
      const given = headers['api-key'];
      const token =
        webhook === undefined || typeof given !== 'string'
          ? undefined
          : await this.tokens.use(trx, given, webhook.pipeline_id);
      if (webhook !== undefined && token !== undefined) return { webhook, token };
      this.#refused.take(address);
      if (webhook === undefined) throw notFound('The webhook');
      throw new Fault('UNAUTHORIZED', 'Send a token for incoming webhooks in the header API-key.', { status: 401 });
    });
  }

  #demandSignature(token: TokenRow, body: Buffer, given: string | readonly string[] | undefined): void {
    const secret = this.tokens.signingSecret(token);
    if (secret === undefined) return;
    const right = createHmac('sha256', secret).update(body).digest();
    const sent = Buffer.from(typeof given === 'string' ? given : '', 'hex');
    if (sent.length !== right.length || !timingSafeEqual(sent, right))
      throw new Fault(
        'SIGNATURE_INVALID',
        'Send the HMAC-SHA256 of the body with the signing secret, in hex, in the header X-Authorization-Content-SHA256.',
        { status: 401 },
      );
  }

  async #start(
    place: EventPlace,
    trx: Trx,
    webhook: {
      readonly pipeline_id: number;
      readonly node_id: string;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly version: number;
      readonly owner_id: number;
    },
    token: TokenRow,
    posted: Readonly<Record<string, unknown>>,
    delivery: string | readonly string[] | undefined,
  ): Promise<number> {
    const { pipeline_id, node_id, version, settings } = webhook;
    await this.limits.demandStart(trx, place.team.id);
    const fields = await trx
      .selectFrom('automations.custom_event')
      .select('fields')
      .where('id', '=', Number(settings['custom_event_id'] ?? 0))
      .executeTakeFirst();
    const context = fields === undefined ? posted : demandValues(fields.fields, posted);
    const event = await this.outbox.store(place, {
      pipeline_id,
      version,
      node_id,
      type: WEBHOOK,
      project_id: null,
      items: [],
      context,
      subject: token.name,
      ...(typeof delivery === 'string' && DELIVERY.test(delivery) ? { key: `webhook/${node_id}/${delivery}` } : {}),
      ownerId: webhook.owner_id,
    });
    return this.expansion.begin(trx, event);
  }
}
