import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import { DEFAULT_IDLE_SECONDS } from '../common/active-time.ts';
import type { Beat } from '../common/api.ts';
import { TimeTrackerHooks } from './time-tracker-hooks.ts';

/** A clock further off than this is wrong, milliseconds. */
const MOST_OFF = 5 * 60_000;

/** Milliseconds that a clock is ahead, behind when negative; nothing within what connections take. */
function clockOffset(sentAt: string | undefined): number {
  const off = sentAt === undefined ? 0 : Date.parse(sentAt) - Date.now();
  return Math.abs(off) > MOST_OFF ? off : 0;
}

/** The log of work on items: beats, from which every total is recomputed. Nothing is ever changed in it. */
@injectable()
export class WorkLog {
  constructor(
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(TimeTrackerHooks) private readonly hooks: TimeTrackerHooks,
  ) {}

  /**
   * Stores the beats and returns the number of new ones. Throws INVALID_FIELD for a beat of the future, naming it.
   * @param sentAt now by the clock of the beats
   */
  async keep(context: RequestContext, projectId: number, beats: readonly Beat[], sentAt?: string): Promise<number> {
    const offset = clockOffset(sentAt);
    const latest = Date.now() + offset + MOST_OFF;
    const wrong = beats.findIndex(each => Date.parse(each.at) > latest);
    if (wrong >= 0) throw invalidField(`beats.${wrong}.at`, 'lies in the future. Set the clock of this computer');
    const rows = JSON.stringify(
      beats.map(({ beat, item_id, at, type }) => ({
        beat,
        item_id,
        at: new Date(Date.parse(at) - offset).toISOString(),
        type,
      })),
    );
    return context.transaction(async (trx: Kysely<unknown>) => {
      const { rows: kept } = await sql<{
        item_id: number;
        type: Beat['type'];
      }>`insert into time_tracker.beat (team_id, beat, project_id, item_id, email, at, type)
        select item.team_id, sent.beat, item.project_id, item.id, ${context.user.email}::text, sent.at, sent.type
        from jsonb_to_recordset(${rows}::jsonb) as sent (beat uuid, item_id int, at timestamptz, type text)
        join ${itemRows} as item on item.id = sent.item_id and item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int
        on conflict (team_id, beat) do nothing returning item_id, type`.execute(trx);
      const opened = new Set(kept.filter(each => each.type === 'open').map(each => each.item_id));
      if (opened.size > 0) await this.hooks.opened.promise(context, projectId, [...opened]);
      return kept.length;
    });
  }

  /**
   * The caller's active time in a project since a moment: of all items, and of one. Milliseconds; `idle` is the longest
   * gap that counts. Time between items, outside the editor, counts nothing.
   */
  async own(
    context: RequestContext,
    projectId: number,
    since: string,
    itemId: number | undefined,
  ): Promise<{ readonly total: number; readonly item: number; readonly idle: number }> {
    const setting = Number((await this.settings.value(context, projectId, 'MaxIdleDuration')) ?? DEFAULT_IDLE_SECONDS);
    const idle = (Number.isFinite(setting) ? setting : DEFAULT_IDLE_SECONDS) * 1000;
    return context.transaction(async (trx: Kysely<unknown>) => {
      const {
        rows: [sum],
      } = await sql<{ total: string | null; item: string | null }>`
        select sum(gap) as total, sum(gap) filter (where item_id = ${itemId ?? null}::int) as item from (
          select item_id, type, extract(epoch from at - lag(at) over (order by at, type = 'open', beat)) * 1000 as gap from time_tracker.beat
          where team_id = ${context.team.id}::int and project_id = ${projectId}::int and email = ${context.user.email}::text and at >= ${since}::timestamptz
        ) as gaps where gap <= ${idle}::float8 and type <> 'open'`.execute(trx);
      return { total: Math.round(Number(sum?.total ?? 0)), item: Math.round(Number(sum?.item ?? 0)), idle };
    });
  }
}
