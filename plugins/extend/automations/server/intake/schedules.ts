import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Disposable } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken, every } from '#core/kernel/server/index.ts';
import { SCHEDULE } from '../../common/event-types.ts';
import { momentsAfter } from '../../common/schedule.ts';
import type { AutomationTables, StateChange } from '../automation-tables.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { EventOutbox, placeOfTeam } from '../runs/event-outbox.ts';
import { nextMoment } from './event-sources.ts';

type Trx = Kysely<AutomationTables>;

/** Milliseconds between two looks: how late a run may begin. */
const EVERY_MS = 1_000;
/** Schedules that are carried out at one look. */
const AT_ONCE = 200;
/** Missed moments that are counted. */
const MOST_COUNTED = 1_000;

interface DueSchedule {
  readonly team_id: number;
  readonly pipeline_id: number;
  readonly node_id: string;
}

/**
 * Starts pipelines by the clock. Every server of an installation looks; a moment is one event by its key. Moments that
 * passed while no server ran are made up for by one run, for the latest of them, which has their number.
 */
@injectable()
export class Schedules {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(TeamLimits) private readonly limits: TeamLimits,
    @inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Looks every second until it is disposed of. Keeps no process alive. */
  watch(onError: (error: unknown) => void): Disposable {
    return every(EVERY_MS, () => this.startDue(), onError);
  }

  /** Starts the pipelines whose moment has come. */
  async startDue(): Promise<void> {
    const due = await this.database.system<AutomationTables>('find due schedules').transaction(async trx => {
      const { rows } = await sql<DueSchedule>`
        select schedule.team_id, schedule.pipeline_id, schedule.node_id from automations.schedule as schedule
        join automations.pipeline as pipeline on pipeline.team_id = schedule.team_id and pipeline.id = schedule.pipeline_id
        where schedule.next_at <= clock_timestamp() and pipeline.enabled and pipeline.deleted_at is null
        order by schedule.next_at limit ${AT_ONCE}`.execute(trx);
      return rows;
    });
    for (const each of due) await this.#start(each);
  }

  async #start({ team_id, pipeline_id, node_id }: DueSchedule): Promise<void> {
    const enabled = await this.limits.serves(team_id);
    const place = placeOfTeam(this.database, team_id);
    await place.transaction(async (trx: Trx) => {
      const row = await trx
        .selectFrom('automations.schedule')
        .selectAll()
        .where('pipeline_id', '=', pipeline_id)
        .where('node_id', '=', node_id)
        .where('next_at', '<=', sql<Date>`clock_timestamp()`)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row?.next_at === undefined || row.next_at === null) return;
      const pipeline = await trx
        .selectFrom('automations.pipeline')
        .select(['version', 'owner_id', 'enabled'])
        .where('id', '=', pipeline_id)
        .executeTakeFirst();
      const now = new Date();
      const passed = momentsAfter(row, row.next_at, MOST_COUNTED).filter(
        each => each <= now && (row.ends_at === null || each < row.ends_at),
      );
      const moment = passed.at(-1) ?? row.next_at;
      await trx
        .updateTable('automations.schedule')
        .set({ next_at: nextMoment(row, now > moment ? now : moment) })
        .where('pipeline_id', '=', pipeline_id)
        .where('node_id', '=', node_id)
        .execute();
      if (!enabled || pipeline?.enabled !== true) return;
      await this.outbox.store(place, {
        pipeline_id,
        version: pipeline.version,
        node_id,
        type: SCHEDULE,
        project_id: null,
        items: [],
        context: {
          op: 'c',
          ts_ms: moment.getTime(),
          before: null,
          after: { scheduled_at: moment.getTime(), time_zone: row.zone, missed: passed.length },
        } satisfies StateChange,
        subject: localTime(moment, row.zone),
        key: `schedule/${node_id}/${moment.getTime()}`,
        ownerId: pipeline.owner_id,
      });
    });
  }
}

const localTime = (moment: Date, zone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(moment)} (${zone})`;
