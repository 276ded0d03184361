import { inject, injectable } from 'inversify';
import { sql } from 'kysely';
import type { Disposable } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken, every } from '#core/kernel/server/index.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { EventOutbox } from './event-outbox.ts';

/** Milliseconds between two looks: how late a delay, or the wait for a limit, may end. */
const EVERY_MS = 2_000;
/** Events that are carried on at one look. */
const AT_ONCE = 200;

/**
 * Carries on the steps whose delay, or pause before another attempt, is over, and the events that waited for a limit. Every server of an installation does;
 * asking twice makes one job.
 */
@injectable()
export class DueSteps {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Looks every two seconds until it is disposed of. Keeps no process alive. */
  watch(onError: (error: unknown) => void): Disposable {
    return every(EVERY_MS, () => this.carryOn(), onError);
  }

  /** Asks for the jobs of all events that have a step that is due. */
  async carryOn(): Promise<void> {
    const due = await this.database.system<AutomationTables>('find steps that are due').transaction(async trx => {
      const { rows } = await sql<{ team_id: number; event_id: number; owner_id: number; mark: string }>`
        (select step.team_id, step.event_id, pipeline.owner_id, 'step-' || max(step.id) as mark from automations.step as step
        join automations.pipeline as pipeline on pipeline.team_id = step.team_id and pipeline.id = step.pipeline_id
        where step.waits and step.finished_at is null and step.state = 'NOT_STARTED' and step.due_at <= clock_timestamp()
        group by step.team_id, step.event_id, pipeline.owner_id order by min(step.due_at) limit ${AT_ONCE})
        union all
        (select event.team_id, event.id, pipeline.owner_id, 'held-' || extract(epoch from event.held_until) as mark
        from automations.event as event
        join automations.pipeline as pipeline on pipeline.team_id = event.team_id and pipeline.id = event.pipeline_id
        where event.held_for is not null and event.held_until <= clock_timestamp()
        order by event.held_until limit ${AT_ONCE})`.execute(trx);
      return rows;
    });
    for (const { team_id, event_id, owner_id, mark } of due)
      await this.outbox.ask(undefined, team_id, event_id, owner_id, mark);
  }
}
