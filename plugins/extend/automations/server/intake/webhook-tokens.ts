import { createHash, randomBytes } from 'node:crypto';
import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { demandBelowLimit, SecretBox } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import { PublicUrlToken } from '#core/kernel/server/index.ts';
import type { IncomingWebhookView, WebhookTokenView } from '../../common/intake-api.ts';
import type { AutomationTables } from '../automation-tables.ts';

type Trx = Kysely<AutomationTables>;
export type TokenRow = Selectable<AutomationTables['automations.webhook_token']>;

const LIMIT: RowLimit = {
  table: 'automations.webhook_token',
  most: 50,
  code: 'TOKEN_LIMIT',
  things: 'tokens',
  remedy: 'Revoke one that is not used.',
};
/** Characters of a token that lists show. */
const SHOWN = 10;

/** Tokens with which other systems post to webhooks of the team. Only hashes are kept. */
@injectable()
export class WebhookTokens {
  constructor(
    @inject(SecretBox) private readonly box: SecretBox,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Newest first. */
  async list(context: RequestContext): Promise<WebhookTokenView[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx.selectFrom('automations.webhook_token').selectAll().orderBy('id', 'desc').execute(),
    );
    return rows.map(viewOf);
  }

  /** Makes a token; its value is in no other answer. @throws Fault NOT_FOUND for a pipeline, TOKEN_LIMIT (422) */
  async create(
    context: RequestContext,
    {
      name,
      pipeline_ids,
      signed,
    }: { readonly name: string; readonly pipeline_ids: readonly number[]; readonly signed: boolean },
  ): Promise<WebhookTokenView & { token: string; signing_secret: string | null }> {
    const token = `whk_${randomBytes(24).toString('base64url')}`;
    const secret = signed ? randomBytes(24).toString('base64url') : null;
    return context.transaction(async (trx: Trx) => {
      await demandBelowLimit(trx, context.team.id, LIMIT);
      const ids = [...new Set(pipeline_ids)];
      const known = await trx
        .selectFrom('automations.pipeline')
        .select('id')
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .where('deleted_at', 'is', null)
        .execute();
      if (known.length < ids.length) throw notFound('The pipeline');
      const row = await trx
        .insertInto('automations.webhook_token')
        .values({
          team_id: context.team.id,
          name,
          prefix: token.slice(0, SHOWN),
          hash: digest(token),
          pipeline_ids: JSON.stringify(ids),
          signing_secret: secret === null ? null : this.box.seal(secret, about(context.team.id)),
          creator_email: context.user.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { ...viewOf(row), token, signing_secret: secret };
    });
  }

  /** @throws Fault NOT_FOUND */
  async revoke(context: RequestContext, id: number): Promise<void> {
    const row = await context.transaction((trx: Trx) =>
      trx.deleteFrom('automations.webhook_token').where('id', '=', id).returning('id').executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The token');
  }

  /** Addresses of the webhooks of all pipelines. */
  async addresses(context: RequestContext): Promise<IncomingWebhookView[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx.selectFrom('automations.webhook').selectAll().orderBy('pipeline_id').orderBy('node_id').execute(),
    );
    return rows.map(({ pipeline_id, node_id, key }) => ({
      pipeline_id,
      node_id,
      url: `${this.publicUrl}/hooks/${key}`,
    }));
  }

  /** Finds a token that may call the webhooks of a pipeline, and notes its use. */
  async use(trx: Trx, token: string, pipelineId: number): Promise<TokenRow | undefined> {
    const row = await trx
      .selectFrom('automations.webhook_token')
      .selectAll()
      .where('hash', '=', digest(token))
      .executeTakeFirst();
    if (row === undefined || (row.pipeline_ids.length > 0 && !row.pipeline_ids.includes(pipelineId))) return undefined;
    await trx
      .updateTable('automations.webhook_token')
      .set({ last_used_at: new Date() })
      .where('id', '=', row.id)
      // Once a minute is exact enough.
      .where(sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
      .execute();
    return row;
  }

  /** The secret that requests with a token are signed with; undefined when they are not. */
  signingSecret({ team_id, signing_secret }: TokenRow): string | undefined {
    return signing_secret === null ? undefined : this.box.open(signing_secret, about(team_id));
  }
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
const about = (teamId: number): string => `automations/${teamId}/webhook-token`;

const viewOf = (row: TokenRow): WebhookTokenView => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  pipeline_ids: [...row.pipeline_ids],
  signed: row.signing_secret !== null,
  creator: row.creator_email,
  createdAt: row.created_at.toISOString(),
  last_used: row.last_used_at?.toISOString() ?? null,
});
