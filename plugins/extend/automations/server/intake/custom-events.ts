import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { demandBelowLimit } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import type { EventField } from '../../common/event-fields.ts';
import { readValues } from '../../common/event-fields.ts';
import { MANUAL } from '../../common/event-types.ts';
import type { CustomEventView } from '../../common/intake-api.ts';
import type { AutomationTables, StateChange } from '../automation-tables.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { demandUnused, withFreeName } from '../named-things.ts';
import { EventOutbox } from '../runs/event-outbox.ts';
import { usersOfEvent } from '../users.ts';

type Trx = Kysely<AutomationTables>;
type EventRow = Selectable<AutomationTables['automations.custom_event']>;

const LIMIT: RowLimit = { table: 'automations.custom_event', most: 100, code: 'EVENT_LIMIT', things: 'events' };

/** A custom event as a person saves it. */
interface EventDraft {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly EventField[];
  readonly fired_by: 'managers' | 'viewers';
}

/** Events that people of the team fire with values, and whose fields bodies of webhooks have. */
@injectable()
export class CustomEvents {
  constructor(
    @inject(EventOutbox) private readonly outbox: EventOutbox,
    @inject(TeamLimits) private readonly limits: TeamLimits,
  ) {}

  /** By name. */
  async list(context: RequestContext): Promise<CustomEventView[]> {
    return context.transaction(async (trx: Trx) => {
      const rows = await trx
        .selectFrom('automations.custom_event')
        .selectAll()
        .orderBy(sql`lower(name)`)
        .execute();
      const started = await startedBy(trx);
      return rows.map(row => viewOf(row, started));
    });
  }

  /** @throws Fault NAME_EXISTS (409), EVENT_LIMIT (422) */
  async create(context: RequestContext, { fields, ...draft }: EventDraft): Promise<CustomEventView> {
    return withFreeName(
      'custom_event_name',
      'an event',
      draft.name,
      context.transaction(async (trx: Trx) => {
        await demandBelowLimit(trx, context.team.id, LIMIT);
        const row = await trx
          .insertInto('automations.custom_event')
          .values({
            team_id: context.team.id,
            ...draft,
            fields: JSON.stringify(fields),
            revision: 1,
            author_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return viewOf(row, []);
      }),
    );
  }

  /** @throws Fault NOT_FOUND, CONFLICT (409) with the present revision, NAME_EXISTS (409) */
  async save(
    context: RequestContext,
    id: number,
    { fields, ...draft }: EventDraft,
    revision: number,
  ): Promise<CustomEventView> {
    return withFreeName(
      'custom_event_name',
      'an event',
      draft.name,
      context.transaction(async (trx: Trx) => {
        const present = await rowOf(trx, id);
        if (present.revision !== revision) throw conflict({ revision: present.revision });
        const row = await trx
          .updateTable('automations.custom_event')
          .set({
            ...draft,
            fields: JSON.stringify(fields),
            revision: revision + 1,
            author_email: context.user.email,
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return viewOf(row, await startedBy(trx));
      }),
    );
  }

  /** @throws Fault NOT_FOUND, IN_USE (409) with the pipelines that use it */
  async remove(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const { name } = await rowOf(trx, id);
      const users = await usersOfEvent(trx, id);
      demandUnused(name, users);
      await trx.deleteFrom('automations.custom_event').where('id', '=', id).execute();
    });
  }

  /**
   * Starts the enabled pipelines of an event. Returns the events.
   * @throws Fault NOT_FOUND, FORBIDDEN, VALUES_INVALID (422) naming the fields
   */
  async fire(
    context: RequestContext,
    id: number,
    entered: { readonly values: Readonly<Record<string, unknown>>; readonly key?: string | undefined },
  ): Promise<number[]> {
    return context.transaction(async (trx: Trx) => {
      const row = await rowOf(trx, id);
      if (row.fired_by === 'managers') await context.demand('ManagePipelines');
      await this.limits.demandStart(trx, context.team.id);
      const custom_event = demandValues(row.fields, entered.values);
      const fired: number[] = [];
      for (const trigger of (await startedBy(trx)).filter(each => each.custom_event_id === id))
        fired.push(
          await this.outbox.store(context, {
            pipeline_id: trigger.pipeline_id,
            version: trigger.version,
            node_id: trigger.node_id,
            type: MANUAL,
            project_id: null,
            items: [],
            context: { op: 'c', ts_ms: Date.now(), before: null, after: null, custom_event } satisfies StateChange,
            subject: row.name,
            ...(entered.key === undefined ? {} : { key: entered.key }),
            ownerId: trigger.owner_id,
          }),
        );
      return fired;
    });
  }
}

/**
 * Returns the values of fields.
 * @throws Fault VALUES_INVALID (422): `details.problems` names each field with the fix
 */
export function demandValues(
  fields: readonly EventField[],
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const read = readValues(fields, values);
  if ('values' in read) return read.values;
  throw new Fault(
    'VALUES_INVALID',
    read.problems
      .map(each => each.message)
      .slice(0, 3)
      .join(' '),
    { status: 422, details: { problems: read.problems } },
  );
}

interface StartedPipeline {
  readonly custom_event_id: number;
  readonly pipeline_id: number;
  readonly node_id: string;
  readonly name: string;
  readonly version: number;
  readonly owner_id: number;
}

/** Returns the enabled pipelines that custom events start, by name. */
async function startedBy(trx: Trx): Promise<readonly StartedPipeline[]> {
  const rows = await trx
    .selectFrom('automations.trigger as trigger')
    .innerJoin('automations.pipeline as pipeline', join =>
      join.onRef('pipeline.team_id', '=', 'trigger.team_id').onRef('pipeline.id', '=', 'trigger.pipeline_id'),
    )
    .select([
      'trigger.settings',
      'trigger.pipeline_id',
      'trigger.node_id',
      'pipeline.name',
      'pipeline.version',
      'pipeline.owner_id',
    ])
    .where('trigger.type', '=', MANUAL)
    .where('pipeline.enabled', '=', true)
    .where('pipeline.deleted_at', 'is', null)
    .orderBy('pipeline.name')
    .execute();
  return rows.map(({ settings, ...row }) => ({ ...row, custom_event_id: Number(settings['custom_event_id']) }));
}

async function rowOf(trx: Trx, id: number): Promise<EventRow> {
  const row = await trx
    .selectFrom('automations.custom_event')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound('The event');
  return row;
}

const viewOf = (row: EventRow, started: readonly StartedPipeline[]): CustomEventView => ({
  id: row.id,
  name: row.name,
  description: row.description,
  fields: row.fields.map(({ options, ...field }) => ({
    ...field,
    ...(options === undefined ? {} : { options: [...options] }),
  })),
  fired_by: row.fired_by,
  revision: row.revision,
  author: row.author_email,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  pipelines: started.filter(each => each.custom_event_id === row.id).map(each => each.name),
});
