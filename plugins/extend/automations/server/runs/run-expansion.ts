import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { eventTypeOf } from '../../common/event-types.ts';
import { successors } from '../../common/pipeline.ts';
import type { AutomationTables, EventItem, EventRow, RunContext } from '../automation-tables.ts';
import { folderNames, ROOT } from '../folder-names.ts';
import { itemContext } from './run-context.ts';

type Trx = Kysely<AutomationTables>;

/** A run that an event starts. */
export interface StartedRun {
  readonly itemId: number | null;
  readonly subject: string;
  readonly context: RunContext;
}

/** Makes the runs of an event: one for each item that the owner of the pipeline sees. */
@injectable()
export class RunExpansion {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** Stores the runs of some items of an event with their first steps. Inside the caller's transaction. */
  async store(
    context: RequestContext,
    trx: Trx,
    event: EventRow,
    graph: PipelineGraph,
    part: readonly EventItem[],
  ): Promise<void> {
    const started =
      event.project_id !== null && part.length > 0
        ? (await this.ofItems(context, event.type, event.project_id, part, event.created_at)).map(each =>
            event.entered === null ? each : { ...each, context: { ...each.context, custom_event: event.entered } },
          )
        : [eventTypeOf(event.type)?.subject === 'team' ? ofTeam(event) : ofProject(event)];
    await insertRuns(trx, event, graph, started);
  }

  /**
   * Makes the run of an event of the team at once, and returns its id; that of the present run when there is one.
   * Inside the caller's transaction.
   */
  async begin(trx: Trx, eventId: number): Promise<number> {
    const present = await trx
      .selectFrom('automations.run')
      .select('id')
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (present !== undefined) return present.id;
    const event = await trx
      .selectFrom('automations.event')
      .selectAll()
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    const { graph } = await trx
      .selectFrom('automations.version')
      .select('graph')
      .where('pipeline_id', '=', event.pipeline_id)
      .where('version', '=', event.version)
      .executeTakeFirstOrThrow();
    const [id] = await insertRuns(trx, event, graph, [ofTeam(event)]);
    return id!;
  }

  /**
   * Returns the runs of items as an event of this type would start them. Items that are gone or not seen are left out.
   */
  async ofItems(
    context: RequestContext,
    type: string,
    projectId: number,
    part: readonly EventItem[],
    at: Date,
  ): Promise<readonly StartedRun[]> {
    const ids = part.map(each => each.id);
    const rows = await this.items.byIds(context, projectId, ids);
    const assigned = await this.items.assignments(context, projectId, ids);
    const statusName = await this.items.statusNames(context, projectId);
    const folders = await folderNames(
      context,
      [...rows.values()].map(row => row.folder_id),
    );
    const projectName = (await this.projects.facts(context, projectId))?.name ?? '';
    return part.flatMap((each): readonly StartedRun[] => {
      const row = rows.get(each.id);
      if (row === undefined) return [];
      const folderName = folders.get(row.folder_id) ?? null;
      const place = {
        projectName,
        folderName: folderName === ROOT ? null : folderName,
        organizationId: context.team.organizationId,
      };
      const state = itemContext(
        type,
        row,
        each,
        assigned.get(row.id) ?? [],
        place,
        value => statusName(value).name,
        at,
      );
      return [{ itemId: row.id, subject: row.name, context: state }];
    });
  }
}

/** Stores runs of an event with their first steps, and returns their ids. */
async function insertRuns(
  trx: Trx,
  event: EventRow,
  graph: PipelineGraph,
  started: readonly StartedRun[],
): Promise<readonly number[]> {
  const first = successors(graph, event.node_id);
  if (started.length === 0) return [];
  // One parameter each: a statement of thousands of them takes the database longer to read than to carry out.
  const given = JSON.stringify(
    started.map(each => ({ item_id: each.itemId, subject: each.subject, context: each.context })),
  );
  const nodes = JSON.stringify(first.map(node => ({ node_id: node.id, action_type: node.type })));
  const state = first.length === 0 ? 'COMPLETED' : 'NOT_STARTED';
  // The wait until the first step of a run counts from the event.
  const { rows } = await sql<{ id: number }>`with made as (
      insert into automations.run (team_id, event_id, pipeline_id, version, node_id, type, project_id, item_id, subject,
        context, depth, state, retry_of, created_at)
      select event.team_id, event.id, event.pipeline_id, event.version, event.node_id, event.type, event.project_id,
        given.item_id, given.subject, given.context, event.depth, ${state}, event.retry_of, event.created_at
      from automations.event as event,
        jsonb_to_recordset(${given}::jsonb) as given (item_id int, subject text, context jsonb)
      where event.team_id = ${event.team_id}::int and event.id = ${event.id}::int
      returning id
    ), steps as (
      insert into automations.step (team_id, run_id, event_id, pipeline_id, node_id, action_type, attempt)
      select ${event.team_id}::int, made.id, ${event.id}::int, ${event.pipeline_id}::int, first.node_id, first.action_type, 1
      from made, jsonb_to_recordset(${nodes}::jsonb) as first (node_id text, action_type text)
      order by made.id
    )
    select id from made order by id`.execute(trx);
  return rows.map(each => each.id);
}

const ofTeam = (event: EventRow): StartedRun => ({
  itemId: null,
  subject: event.subject ?? '',
  context: (event.context ?? {}) as RunContext,
});

function ofProject(event: EventRow): StartedRun {
  const state = (event.context ?? {}) as {
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  };
  const name = (state.after ?? state.before)?.['name'];
  return {
    itemId: null,
    subject: typeof name === 'string' ? name : '',
    context: {
      op: event.type.endsWith(' c') ? 'c' : event.type.endsWith(' d') ? 'd' : 'u',
      ts_ms: event.created_at.getTime(),
      before: state.before ?? null,
      after: state.after ?? null,
    },
  };
}
