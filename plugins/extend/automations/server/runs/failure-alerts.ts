import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { NotificationKind } from '#plugins/manage/notifications/common/index.ts';
import type { NotificationOutbox } from '#plugins/manage/notifications/server/kit/index.ts';
import type { AutomationTables } from '../automation-tables.ts';

type Trx = Kysely<AutomationTables>;

/** The notification of the owner of a pipeline whose runs fail. */
export const pipelineFailed: NotificationKind = {
  id: 'automations.failed',
  title: 'My pipelines that fail',
  description: 'A run of a pipeline that you own fails.',
  icon: 'warning',
  delivery: 'product',
  text: ({ title, count }) =>
    `${title ?? 'A pipeline'} failed${count === 1 ? '' : ` ${count.toLocaleString('en')} times`}`,
};

/** Notifies owners of runs that failed: once for each event, and one notification for many of one pipeline. */
@injectable()
export class FailureAlerts {
  /** Undefined where notifications are not installed. */
  outbox: NotificationOutbox | undefined;

  /** Notifies of the failed runs of an event. Asking again does nothing. */
  async send(context: RequestContext, eventId: number): Promise<void> {
    if (this.outbox === undefined || !context.enabled('notifications')) return;
    const found = await context.transaction(async (trx: Trx) => {
      const { rows } = await sql<{ pipeline_id: number; name: string; owner: string; count: number }>`
        select pipeline.id as pipeline_id, pipeline.name, pipeline.owner_email as owner, count(*)::int as count
        from automations.run as run join automations.pipeline as pipeline on pipeline.team_id = run.team_id and pipeline.id = run.pipeline_id
        where run.team_id = ${context.team.id}::int and run.event_id = ${eventId}::int and run.state = 'FAILED'
          and exists (select from automations.step as step where step.team_id = run.team_id and step.run_id = run.id
            and step.state = 'FAILED' and step.reason is distinct from 'revoked')
        group by pipeline.id, pipeline.name, pipeline.owner_email`.execute(trx);
      return rows[0];
    });
    if (found === undefined) return;
    await this.outbox.addForTeam(
      context.team.id,
      {
        kind: pipelineFailed.id,
        to: [found.owner],
        count: found.count,
        title: found.name,
        mergeKey: `automations/${found.pipeline_id}`,
      },
      `automations/${eventId}`,
    );
  }
}
