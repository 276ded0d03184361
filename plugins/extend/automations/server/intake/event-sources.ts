import { randomBytes } from 'node:crypto';
import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { SCHEDULE, WEBHOOK } from '../../common/event-types.ts';
import type { EventNode } from '../../common/pipeline.ts';
import { momentsAfter } from '../../common/schedule.ts';
import type { AutomationTables, PipelineRow } from '../automation-tables.ts';

type Trx = Kysely<AutomationTables>;

const DAY_MS = 86_400_000;

/** Keeps the schedules and webhook addresses of a pipeline as its events say. */
@injectable()
export class EventSources {
  /** Inside the transaction that stores the version. An event that keeps its id keeps its webhook address. */
  async keep(trx: Trx, { team_id, id }: PipelineRow, nodes: readonly EventNode[], now = new Date()): Promise<void> {
    await trx.deleteFrom('automations.schedule').where('pipeline_id', '=', id).execute();
    const schedules = nodes.filter(each => each.type === SCHEDULE).map(each => scheduleOf(each, now));
    if (schedules.length > 0)
      await trx
        .insertInto('automations.schedule')
        .values(schedules.map(each => ({ team_id, pipeline_id: id, ...each })))
        .execute();
    const webhooks = nodes.filter(each => each.type === WEBHOOK).map(each => each.id);
    await trx
      .deleteFrom('automations.webhook')
      .where('pipeline_id', '=', id)
      .$if(webhooks.length > 0, query => query.where('node_id', 'not in', webhooks))
      .execute();
    if (webhooks.length > 0)
      await trx
        .insertInto('automations.webhook')
        .values(webhooks.map(node_id => ({ team_id, pipeline_id: id, node_id, key: newKey(team_id) })))
        .onConflict(conflict => conflict.columns(['team_id', 'pipeline_id', 'node_id']).doNothing())
        .execute();
  }

  /** Leaves out the moments of a time in which a pipeline was disabled. Inside the transaction that enables it. */
  async resume(trx: Trx, pipelineId: number, now = new Date()): Promise<void> {
    const rows = await trx
      .selectFrom('automations.schedule')
      .selectAll()
      .where('pipeline_id', '=', pipelineId)
      .where('next_at', '<', now)
      .execute();
    for (const row of rows)
      await trx
        .updateTable('automations.schedule')
        .set({ next_at: nextMoment(row, now) })
        .where('pipeline_id', '=', pipelineId)
        .where('node_id', '=', row.node_id)
        .execute();
  }
}

/** Returns the first moment of a schedule after an instant, null when it has ended. */
export function nextMoment(
  { pattern, zone, ends_at }: { readonly pattern: string; readonly zone: string; readonly ends_at: Date | null },
  after: Date,
): Date | null {
  const [next] = momentsAfter({ pattern, zone }, after, 1);
  return next === undefined || (ends_at !== null && next >= ends_at) ? null : next;
}

/** Address parts name the team, so that finding one needs no look across teams. */
const newKey = (teamId: number): string => `${teamId}-${randomBytes(18).toString('base64url')}`;

function scheduleOf({ id, settings }: EventNode, now: Date) {
  const pattern = String(settings['cron']);
  const zone = String(settings['time_zone']);
  const dayOf = (name: string): Date | undefined =>
    typeof settings[name] === 'string' && settings[name] !== '' ? startOfDay(settings[name], zone) : undefined;
  const [first, last] = [dayOf('start'), dayOf('end')];
  const ends_at = last === undefined ? null : startOfDay(isoDay(last, zone, 1), zone);
  const begins = first !== undefined && first > now ? new Date(first.getTime() - 1) : now;
  return { node_id: id, pattern, zone, ends_at, next_at: nextMoment({ pattern, zone, ends_at }, begins) };
}

/** Returns when a day such as `2026-12-31` begins in a time zone. */
function startOfDay(day: string, zone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const [begin] = momentsAfter({ pattern: '0 0 * * *', zone }, new Date(noon.getTime() - 2 * DAY_MS), 5).filter(
    each => isoDay(each, zone) === day,
  );
  return begin ?? noon;
}

/** Returns the local day of an instant, moved by days. */
function isoDay(at: Date, zone: string, later = 0): string {
  // The middle of the day, as a change of the clock moves it by an hour at most.
  const moved = new Date(at.getTime() + later * DAY_MS + (later === 0 ? 0 : DAY_MS / 2));
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moved);
}
