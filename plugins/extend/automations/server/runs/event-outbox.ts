import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import type { EventScope } from '../../common/pipeline.ts';
import type { AutomationTables, EventItem, EventRow } from '../automation-tables.ts';
import { currentCause, DEEPEST } from '../cause.ts';
import { calmOf } from './calm.ts';
import type { HappenedEvent } from './happened-event.ts';
import type { Settings, ValueNames } from './event-filter.ts';
import { passes, valueNames } from './event-filter.ts';

type Trx = Kysely<AutomationTables>;

/** Most items of one event; those of a larger change become several. */
const AT_ONCE = 5_000;

/** Store of events, written inside the transaction in which they happen. */
export interface EventRecorder {
  record(context: RequestContext, happened: HappenedEvent): Promise<void>;
}

/** An event of one pipeline, before it is stored. */
export type NewEvent = Pick<EventRow, 'pipeline_id' | 'version' | 'node_id' | 'type' | 'project_id'> & {
  readonly items: readonly EventItem[];
  readonly context?: unknown;
  /** Shown instead of an item or project. */
  readonly subject?: string;
  readonly retryOf?: number;
  readonly key?: string;
  /** When its job is asked for; at once when absent. */
  readonly heldUntil?: Date;
  /** No job is asked for: the caller carries it out. */
  readonly carriedOut?: boolean;
  /** Person who starts it by hand, with the values that they entered. */
  readonly started?: { readonly by: number; readonly values?: Readonly<Record<string, unknown>> };
  /** Whose rights the runs have. */
  readonly ownerId: number;
};

/** The team whose event it is: a context, or a place of its own for events that nobody signed in causes. */
export type EventPlace = Pick<RequestContext, 'transaction'> & { readonly team: { readonly id: number } };

/** Returns a team as the place of an event. */
export const placeOfTeam = (database: Database, id: number): EventPlace => ({
  team: { id },
  transaction: work => database.tenant<never>(id).transaction(work as never),
});

/**
 * Keeps the events that start pipelines, inside the transaction in which they happen: none is lost, and none stays of a
 * change that is rolled back.
 */
@injectable()
export class EventOutbox implements EventRecorder {
  readonly #awaited = new WeakMap<Trx, Promise<ReadonlySet<string>>>();

  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(Items) private readonly items: Items,
    @inject(ProjectsHooks) private readonly projects: ProjectsHooks,
  ) {}

  /**
   * Returns those of some types of events that start an enabled pipeline of the team; asked once in a transaction,
   * however many events happen in it.
   */
  async awaited(context: RequestContext, types: readonly string[]): Promise<ReadonlySet<string>> {
    const all = await context.transaction((trx: Trx) => {
      const asked = this.#awaited.get(trx) ?? awaitedTypes(trx, context.team.id);
      this.#awaited.set(trx, asked);
      return asked;
    });
    return new Set(types.filter(each => all.has(each)));
  }

  /** Stores an event for every enabled pipeline that it starts. Inside the caller's transaction. */
  async record(context: RequestContext, happened: HappenedEvent): Promise<void> {
    const cause = currentCause();
    if (happened.items?.length === 0 || (cause !== undefined && cause.depth + 1 > DEEPEST)) return;
    await context.transaction(async (trx: Trx) => {
      if ((await this.awaited(context, [happened.type])).size === 0) return;
      const triggers = await enabledTriggers(trx, context.team.id)
        .select([
          'trigger.pipeline_id',
          'trigger.node_id',
          'trigger.settings',
          'trigger.scope',
          'pipeline.version',
          'pipeline.owner_id',
        ])
        .where('trigger.type', '=', happened.type)
        .where(
          sql<boolean>`not exists (select from automations.team_limit where team_id = ${context.team.id}::int and off)`,
        )
        // A pipeline does not start itself.
        .$if(cause !== undefined, query => query.where('pipeline.id', '<>', cause!.pipelineId))
        .orderBy('pipeline.id')
        .execute();
      if (triggers.length === 0) return;
      const nameOf = await valueNames(context, happened, { items: this.items, projects: this.projects });
      for (const trigger of triggers) {
        const items = happened.items?.filter(
          each => inScope(trigger.scope, happened.projectId, each.folderId) && passes(trigger.settings, each, nameOf),
        );
        if (items === undefined ? !startsBy(trigger, happened, nameOf) : items.length === 0) continue;
        const [first] = items ?? [];
        const calm =
          happened.calm === true && items?.length === 1 ? calmOf(trigger.node_id, first!.id, Date.now()) : {};
        const carryOut = happened.carriesOut?.(trigger);
        const id = await this.store(context, {
          ...calm,
          carriedOut: carryOut !== undefined,
          pipeline_id: trigger.pipeline_id,
          version: trigger.version,
          node_id: trigger.node_id,
          type: happened.type,
          project_id: happened.projectId,
          items: (items ?? []).map(({ id, from, to, more }) => ({
            id,
            ...(from === undefined ? {} : { from }),
            ...(to === undefined ? {} : { to }),
            ...(more === undefined ? {} : { more }),
          })),
          ...(happened.context === undefined ? {} : { context: happened.context }),
          ownerId: trigger.owner_id,
        });
        await carryOut?.(id);
      }
    });
  }

  /**
   * Stores an event of one pipeline and asks for the job that runs it. With a known key nothing is stored again.
   * Returns its id.
   */
  async store(
    place: EventPlace,
    { items, context: state, subject, retryOf, key, heldUntil, carriedOut, started, ownerId, ...event }: NewEvent,
  ): Promise<number> {
    const cause = currentCause();
    return place.transaction(async (trx: Trx) => {
      let last = 0;
      for (let at = 0; at === 0 || at < items.length; at += AT_ONCE) {
        const part = key === undefined ? null : at === 0 ? key : `${key}/${at}`;
        const row = await trx
          .insertInto('automations.event')
          .values({
            team_id: place.team.id,
            ...event,
            items: JSON.stringify(items.slice(at, at + AT_ONCE)),
            context: state === undefined ? null : JSON.stringify(state),
            subject: subject ?? null,
            depth: cause === undefined ? 0 : cause.depth + 1,
            source_pipeline_id: cause?.pipelineId ?? null,
            retry_of: retryOf ?? null,
            key: part,
            creator_id: started?.by ?? null,
            entered: started?.values === undefined ? null : JSON.stringify(started.values),
            ...(heldUntil === undefined ? {} : { held_for: 'calm', held_until: heldUntil }),
          })
          .onConflict(conflict =>
            conflict.columns(['team_id', 'pipeline_id', 'key']).where('key', 'is not', null).doNothing(),
          )
          .returning('id')
          .executeTakeFirst();
        last = row?.id ?? (await this.#known(trx, event.pipeline_id, part!));
        if (heldUntil === undefined && carriedOut !== true) await this.ask(trx, place.team.id, last, ownerId, 'first');
      }
      return last;
    });
  }

  /** Asks for the job that carries an event on; asking again with the same mark does nothing. */
  async ask(trx: Trx | undefined, teamId: number, eventId: number, ownerId: number, mark: string): Promise<void> {
    await this.jobs.enqueue(trx, {
      teamId,
      plugin: 'automations',
      name: 'run',
      subject: { event_id: eventId },
      creatorId: ownerId,
      key: `${eventId}/${mark}`,
    });
  }

  async #known(trx: Trx, pipelineId: number, key: string): Promise<number> {
    const row = await trx
      .selectFrom('automations.event')
      .select('id')
      .where('pipeline_id', '=', pipelineId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return row.id;
  }
}

/** A query for the events that start an enabled pipeline of a team. */
const enabledTriggers = (trx: Trx, teamId: number) =>
  trx
    .selectFrom('automations.trigger as trigger')
    .innerJoin('automations.pipeline as pipeline', join =>
      join.onRef('pipeline.team_id', '=', 'trigger.team_id').onRef('pipeline.id', '=', 'trigger.pipeline_id'),
    )
    .where('trigger.team_id', '=', teamId)
    .where('pipeline.enabled', '=', true)
    .where('pipeline.deleted_at', 'is', null);

/** Types of the events that start an enabled pipeline of a team. */
async function awaitedTypes(trx: Trx, teamId: number): Promise<ReadonlySet<string>> {
  const rows = await enabledTriggers(trx, teamId).select('trigger.type').distinct().execute();
  return new Set(rows.map(row => row.type));
}

/** Returns whether a scope takes in a folder of a project, or with no folder the project. */
export function inScope({ all, projects }: EventScope, projectId: number, folderId?: number): boolean {
  if (all) return true;
  const project = projects.find(each => each.id === projectId);
  if (project === undefined) return false;
  return project.folders.length === 0 || (folderId !== undefined && project.folders.includes(folderId));
}

/** Returns whether an event without items starts a pipeline by one of its event nodes. */
function startsBy(
  { scope, settings }: { readonly scope: EventScope; readonly settings: Settings },
  happened: HappenedEvent,
  nameOf: ValueNames,
): boolean {
  const { projectId, folderIds } = happened;
  const takesIn = folderIds?.some(each => inScope(scope, projectId, each)) ?? inScope(scope, projectId);
  return takesIn && passes(settings, happened, nameOf);
}
