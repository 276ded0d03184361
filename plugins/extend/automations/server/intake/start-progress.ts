import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { StartProgress } from '../../common/starts-api.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { heldText } from '../limits/held-text.ts';

type Trx = Kysely<AutomationTables>;

interface Figures {
  readonly pending: number;
  readonly running: number;
  readonly success: number;
  readonly failed: number;
  readonly run_id: number | null;
}

/** State of starts for the people who made them. */
@injectable()
export class StartsProgress {
  /** @throws Fault NOT_FOUND for a start of somebody else */
  async get(context: RequestContext, projectId: number, eventId: number): Promise<StartProgress> {
    return context.transaction(async (trx: Trx) => {
      const event = await trx
        .selectFrom('automations.event')
        .select(['id', 'pipeline_id', 'expanded_at', 'held_for'])
        .where('id', '=', eventId)
        .where('project_id', '=', projectId)
        .where('creator_id', '=', context.user.id)
        .executeTakeFirst();
      if (event === undefined) throw notFound('The start');
      const { rows } = await sql<Figures>`select
          count(*) filter (where state = 'NOT_STARTED')::int as pending,
          count(*) filter (where state = 'IN_PROGRESS')::int as running,
          count(*) filter (where state = 'COMPLETED')::int as success,
          count(*) filter (where state = 'FAILED')::int as failed, min(id) as run_id
        from automations.run where event_id = ${eventId}`.execute(trx);
      const { run_id, ...runs } = rows[0]!;
      const open = runs.pending + runs.running;
      const begun = event.expanded_at !== null;
      const state =
        !begun || open > 0 ? (runs.running + runs.success + runs.failed > 0 ? 'running' : 'waiting') : 'done';
      return {
        event_id: event.id,
        pipeline_id: event.pipeline_id,
        state: state === 'done' && runs.failed > 0 ? 'failed' : state,
        runs,
        run_id,
        reason:
          event.held_for !== null
            ? heldText(event.held_for)
            : runs.failed > 0
              ? await firstProblem(trx, eventId)
              : null,
      };
    });
  }
}

/** Returns why the first failed step of an event failed. */
async function firstProblem(trx: Trx, eventId: number): Promise<string | null> {
  const row = await trx
    .selectFrom('automations.step')
    .select('error')
    .where('event_id', '=', eventId)
    .where('state', '=', 'FAILED')
    .where('error', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.error?.message ?? null;
}
