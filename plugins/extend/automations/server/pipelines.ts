import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { demandBelowLimit, SecretBox } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import type { ListedPipeline, StoredPipeline } from '../common/api.ts';
import { automationsEvents } from '../common/events.ts';
import type { EventNode, PipelineGraph } from '../common/pipeline.ts';
import type { AutomationTables, PipelineRow } from './automation-tables.ts';
import { EventSources } from './intake/event-sources.ts';
import { withFreeName } from './named-things.ts';
import { PipelineCheck } from './pipeline-check.ts';
import { awaitedTransitions, eventTypes, headOf } from './pipeline-heads.ts';

type Trx = Kysely<AutomationTables>;

const LIMIT: RowLimit = {
  table: 'automations.pipeline',
  keepsDeleted: true,
  most: 200,
  code: 'PIPELINE_LIMIT',
  things: 'pipelines',
};

/** A pipeline as a person saves it. */
export interface PipelineDraft {
  readonly name: string;
  readonly description: string;
  readonly graph: PipelineGraph;
}

/** Pipelines of a team and their versions. Who saves one is its owner: its runs have their rights. */
@injectable()
export class Pipelines {
  constructor(
    @inject(PipelineCheck) private readonly check: PipelineCheck,
    @inject(SecretBox) private readonly box: SecretBox,
    @inject(EventSources) private readonly sources: EventSources,
  ) {}

  /** By name, with the runs of the last 24 hours. */
  async list(context: RequestContext): Promise<ListedPipeline[]> {
    return context.transaction(async (trx: Trx) => {
      const rows = await this.#present(trx)
        .orderBy(sql`lower(name)`)
        .execute();
      const { rows: runs } = await sql<{ pipeline_id: number; last_run: Date; succeeded: number; failed: number }>`
        select pipeline_id, max(created_at) as last_run,
          count(*) filter (where state = 'COMPLETED' and created_at > now() - interval '24 hours')::int as succeeded,
          count(*) filter (where state = 'FAILED' and created_at > now() - interval '24 hours')::int as failed
        from automations.run where team_id = ${context.team.id}::int group by pipeline_id`.execute(trx);
      const events = await eventTypes(trx, rows);
      const transitions = await awaitedTransitions(trx);
      return rows.map(row => {
        const ran = runs.find(each => each.pipeline_id === row.id);
        return {
          ...headOf(row, events.get(row.id) ?? []),
          transitions: transitions.get(row.id) ?? [],
          last_run: ran?.last_run.toISOString() ?? null,
          succeeded: ran?.succeeded ?? 0,
          failed: ran?.failed ?? 0,
        };
      });
    });
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<StoredPipeline> {
    return context.transaction(async (trx: Trx) => this.#view(trx, await this.row(trx, id)));
  }

  /** @throws Fault PIPELINE_INVALID (422) with the problems by node, NAME_EXISTS, PIPELINE_LIMIT, FORBIDDEN */
  async create(context: RequestContext, draft: PipelineDraft, enabled: boolean): Promise<StoredPipeline> {
    await this.check.demand(context, draft.graph);
    return withFreeName(
      'pipeline_name',
      'a pipeline',
      draft.name,
      context.transaction(async (trx: Trx) => {
        await demandBelowLimit(trx, context.team.id, LIMIT);
        const row = await trx
          .insertInto('automations.pipeline')
          .values({
            team_id: context.team.id,
            name: draft.name,
            description: draft.description,
            enabled,
            version: 1,
            owner_id: context.user.id,
            owner_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return this.#write(context, trx, row, draft);
      }),
    );
  }

  /** Saves a new version. @throws Fault NOT_FOUND, CONFLICT (409) with the present version, and what `create` throws */
  async save(context: RequestContext, id: number, draft: PipelineDraft, version: number): Promise<StoredPipeline> {
    await this.check.demand(context, draft.graph);
    return withFreeName(
      'pipeline_name',
      'a pipeline',
      draft.name,
      context.transaction(async (trx: Trx) => {
        const present = await this.row(trx, id);
        if (present.version !== version) throw conflict({ version: present.version });
        const row = await trx
          .updateTable('automations.pipeline')
          .set({
            name: draft.name,
            description: draft.description,
            version: version + 1,
            owner_id: context.user.id,
            owner_email: context.user.email,
            ...(present.disabled_reason === null ? {} : { disabled_reason: null }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return this.#write(context, trx, row, draft);
      }),
    );
  }

  /** Enables or disables a pipeline. Who enables one that lost its owner becomes the owner. @throws Fault NOT_FOUND */
  async enable(context: RequestContext, id: number, enabled: boolean): Promise<StoredPipeline> {
    return context.transaction(async (trx: Trx) => {
      const present = await this.row(trx, id);
      const row = await trx
        .updateTable('automations.pipeline')
        .set({
          enabled,
          disabled_reason: enabled ? null : present.disabled_reason,
          updated_at: new Date(),
          ...(enabled && present.disabled_reason === 'owner_left'
            ? { owner_id: context.user.id, owner_email: context.user.email }
            : {}),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (enabled && !present.enabled) await this.sources.resume(trx, id);
      await context.publish(automationsEvents.changed, { pipeline_id: id });
      return this.#view(trx, row);
    });
  }

  /** Its history stays. @throws Fault NOT_FOUND */
  async remove(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const row = await this.row(trx, id);
      await trx
        .updateTable('automations.pipeline')
        .set({ deleted_at: new Date(), enabled: false, webhook_secret: null })
        .where('id', '=', id)
        .execute();
      await trx.deleteFrom('automations.trigger').where('pipeline_id', '=', id).execute();
      await this.sources.keep(trx, row, []);
      await context.publish(automationsEvents.changed, { pipeline_id: id });
    });
  }

  /**
   * Disables the pipelines of somebody who leaves the team. Those that were disabled already need a new owner as well.
   * Inside the transaction that removes them.
   */
  async disableOf(context: RequestContext, personId: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const rows = await trx
        .updateTable('automations.pipeline')
        .set({ enabled: false, disabled_reason: 'owner_left', updated_at: new Date() })
        .where('owner_id', '=', personId)
        .where('deleted_at', 'is', null)
        .returning('id')
        .execute();
      for (const { id } of rows) await context.publish(automationsEvents.changed, { pipeline_id: id });
    });
  }

  /** Replaces the secret that signs webhooks, or removes it. @throws Fault NOT_FOUND */
  async setWebhookSecret(context: RequestContext, id: number, secret: string | null): Promise<StoredPipeline> {
    return context.transaction(async (trx: Trx) => {
      await this.row(trx, id);
      const row = await trx
        .updateTable('automations.pipeline')
        .set({ webhook_secret: secret === null ? null : this.box.seal(secret, secretOf(context, id)) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await context.publish(automationsEvents.changed, { pipeline_id: id });
      return this.#view(trx, row);
    });
  }

  /** The secret that signs webhooks of a pipeline; undefined when it has none. */
  async webhookSecret(context: RequestContext, id: number): Promise<string | undefined> {
    const row = await context.transaction((trx: Trx) =>
      trx.selectFrom('automations.pipeline').select('webhook_secret').where('id', '=', id).executeTakeFirst(),
    );
    const sealed = row?.webhook_secret ?? null;
    return sealed === null ? undefined : this.box.open(sealed, secretOf(context, id));
  }

  /** A present pipeline, locked until the transaction ends. @throws Fault NOT_FOUND */
  async row(trx: Trx, id: number): Promise<PipelineRow> {
    const row = await this.#present(trx).where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) throw notFound('The pipeline');
    return row;
  }

  #present(trx: Trx) {
    return trx.selectFrom('automations.pipeline').selectAll().where('deleted_at', 'is', null);
  }

  /** Stores the version and its triggers of a row that was just written. */
  async #write(context: RequestContext, trx: Trx, row: PipelineRow, draft: PipelineDraft): Promise<StoredPipeline> {
    await trx
      .insertInto('automations.version')
      .values({
        team_id: row.team_id,
        pipeline_id: row.id,
        version: row.version,
        name: draft.name,
        description: draft.description,
        graph: JSON.stringify(draft.graph),
        author_email: context.user.email,
      })
      .execute();
    await trx.deleteFrom('automations.trigger').where('pipeline_id', '=', row.id).execute();
    const events = draft.graph.nodes.filter((each): each is EventNode => each.kind === 'event');
    await this.sources.keep(trx, row, events);
    await trx
      .insertInto('automations.trigger')
      .values(
        events.map(each => ({
          team_id: row.team_id,
          pipeline_id: row.id,
          node_id: each.id,
          type: each.type,
          settings: JSON.stringify(each.settings),
          scope: JSON.stringify(each.scope),
        })),
      )
      .execute();
    await context.publish(automationsEvents.changed, { pipeline_id: row.id });
    return this.#view(trx, row);
  }

  async #view(trx: Trx, row: PipelineRow): Promise<StoredPipeline> {
    const { graph } = await trx
      .selectFrom('automations.version')
      .select('graph')
      .where('pipeline_id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirstOrThrow();
    const events = graph.nodes.filter(each => each.kind === 'event').map(each => each.type);
    return { ...headOf(row, events), graph };
  }
}

const secretOf = (context: RequestContext, id: number): string => `automations/${context.team.id}/webhook/${id}`;
