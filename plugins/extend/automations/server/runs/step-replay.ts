import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { automationsEvents } from '../../common/events.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { EventOutbox } from './event-outbox.ts';

type Trx = Kysely<AutomationTables>;

/** Runs finished steps once more, with the version of the pipeline that their run began with. */
@injectable()
export class StepReplay {
  constructor(@inject(EventOutbox) private readonly outbox: EventOutbox) {}

  /**
   * Returns how many steps were added. A step is replayed once: the replay is another step, which can be replayed in
   * turn.
   * @throws Fault NOT_FOUND, PIPELINE_DISABLED (409)
   */
  async replay(context: RequestContext, stepIds: readonly number[], runIds: readonly number[] = []): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      const ids = [...new Set([...stepIds, ...(await failedOf(trx, runIds))])];
      const steps = await trx
        .selectFrom('automations.step as step')
        .innerJoin('automations.pipeline as pipeline', join =>
          join.onRef('pipeline.team_id', '=', 'step.team_id').onRef('pipeline.id', '=', 'step.pipeline_id'),
        )
        .select(['step.id', 'step.run_id', 'step.event_id', 'step.pipeline_id', 'step.node_id', 'step.action_type'])
        .select(['step.attempt', 'step.finished_at', 'pipeline.owner_id', 'pipeline.enabled', 'pipeline.name'])
        .where(sql<boolean>`step.id = any(${[...ids]}::int[])`)
        .orderBy('step.id')
        .execute();
      if (steps.length < ids.length) throw notFound('A step');
      const disabled = steps.find(each => !each.enabled);
      if (disabled !== undefined)
        throw new Fault(
          'PIPELINE_DISABLED',
          `The pipeline “${disabled.name}” is disabled. Enable it to replay its steps.`,
          { status: 409 },
        );
      const finished = steps.filter(each => each.finished_at !== null);
      if (finished.length === 0) return 0;
      const added = await trx
        .insertInto('automations.step')
        .values(
          finished.map(each => ({
            team_id: context.team.id,
            run_id: each.run_id,
            event_id: each.event_id,
            pipeline_id: each.pipeline_id,
            node_id: each.node_id,
            action_type: each.action_type,
            attempt: each.attempt + 1,
            retry_of: each.id,
          })),
        )
        .onConflict(conflict => conflict.columns(['team_id', 'run_id', 'node_id', 'attempt']).doNothing())
        .returning(['run_id', 'event_id', 'retry_of', 'pipeline_id'])
        .execute();
      if (added.length === 0) return 0;
      await trx
        .updateTable('automations.run')
        .set({ state: 'IN_PROGRESS', finished_at: null })
        .where(sql<boolean>`id = any(${added.map(each => each.run_id)}::int[])`)
        .execute();
      for (const eventId of new Set(added.map(each => each.event_id))) {
        const of = added.filter(each => each.event_id === eventId);
        const owner = finished.find(each => each.event_id === eventId)!.owner_id;
        const mark = `replay-${Math.max(...of.map(each => each.retry_of!))}`;
        await this.outbox.ask(trx, context.team.id, eventId, owner, mark);
      }
      for (const id of new Set(added.map(each => each.pipeline_id)))
        await context.publish(automationsEvents.ran, { pipeline_id: id });
      return added.length;
    });
  }
}

/** Returns the failed steps of runs that nothing tried again. */
async function failedOf(trx: Trx, runIds: readonly number[]): Promise<readonly number[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`select step.id from automations.step as step
    where step.run_id = any(${[...runIds]}::int[]) and step.state = 'FAILED'
      and not exists (select from automations.step as later where later.team_id = step.team_id and later.retry_of = step.id)`.execute(
    trx,
  );
  return rows.map(row => row.id);
}
