import { inject, injectable } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, forbidden, invalidFields, notFound } from '#core/base/common/index.ts';
import type { ListQuery } from '#core/api/common/index.ts';
import { readQueryString } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import { asUniqueViolation, conditionSql, orderSql } from '#core/data/server/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { scheduleQuery } from '../common/api.ts';
import type { Schedule, ScheduleChange, ScheduleDraft, TimeOffDraft } from '../common/schedule.ts';
import type { timeOffTypes } from '../common/schedule.ts';
import { dayIssues, weeklyHours } from '../common/schedule.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type Day = ColumnType<string, string, string>;

interface ScheduleTables {
  'work_schedules.schedule': {
    id: GeneratedAlways<number>;
    team_id: number;
    member_id: number;
    timezone: string;
    days: ColumnType<Schedule['days'], string, string>;
    valid_from: Day;
    valid_to: ColumnType<string | null, string | null, string | null>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'work_schedules.time_off': {
    id: GeneratedAlways<number>;
    team_id: number;
    schedule_id: number;
    first_day: Day;
    last_day: Day;
    type: (typeof timeOffTypes)[number];
    note: string | null;
  };
}
type Trx = Kysely<ScheduleTables>;

/** Days off of one schedule at most. */
const MOST_TIME_OFFS = 500;
type ScheduleRow = Omit<Selectable<ScheduleTables['work_schedules.schedule']>, 'valid_from' | 'valid_to'> & {
  readonly first: string;
  readonly last: string | null;
};

const sources: Readonly<Record<string, FieldSource>> = {
  id: { kind: 'integer', value: sql.ref('schedule.id') },
  user_id: { kind: 'integer', value: sql.ref('schedule.member_id') },
  timezone: { kind: 'text', value: sql.ref('schedule.timezone') },
  validFrom: { kind: 'text', value: sql`schedule.valid_from::text` },
  createdAt: { kind: 'time', value: sql.ref('schedule.created_at') },
};

/** Work schedules of a team. Team admins keep everybody's, others their own. */
@injectable()
export class Schedules {
  constructor(@inject(Members) private readonly members: Members) {}

  async list(
    context: RequestContext,
    query: ListQuery,
  ): Promise<{ readonly data: Schedule[]; readonly count: number }> {
    const plan = readQueryString(query, scheduleQuery);
    const source = (name: string): FieldSource | undefined => sources[name];
    const own = await this.#own(context);
    return context.transaction(async (trx: Trx) => {
      const matching = trx
        .selectFrom('work_schedules.schedule as schedule')
        .where('schedule.team_id', '=', context.team.id)
        .where(conditionSql(plan.condition, source))
        .$if(own !== undefined, each => each.where('schedule.member_id', '=', own!));
      const rows = await matching
        .select('schedule.id')
        .orderBy(orderSql(plan, source, sql.ref('schedule.id')))
        .offset(plan.offset)
        .limit(plan.limit)
        .execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        data: await views(
          trx,
          rows.map(row => row.id),
        ),
        count,
      };
    });
  }

  /** Throws INVALID_FIELD, NOT_FOUND for somebody who is no member, NAME_EXISTS when the member has a schedule. */
  async create(context: RequestContext, draft: ScheduleDraft): Promise<Schedule> {
    demandDays(draft);
    if (!(await this.members.list(context)).some(each => each.id === draft.user_id)) throw notFound('The member');
    await this.#demandKeeper(context, draft.user_id);
    try {
      return await context.transaction(async (trx: Trx) => {
        const { id } = await trx
          .insertInto('work_schedules.schedule')
          .values({
            team_id: context.team.id,
            member_id: draft.user_id,
            timezone: draft.timezone,
            days: JSON.stringify(draft.days),
            valid_from: draft.validFrom,
            valid_to: draft.validTo ?? null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return (await views(trx, [id]))[0]!;
      });
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'This member has a schedule already: change it.', {
        status: 409,
        details: { field: 'user_id' },
      });
    }
  }

  async update(context: RequestContext, id: number, change: ScheduleChange): Promise<Schedule> {
    const before = await this.#get(context, id);
    const after = {
      timezone: change.timezone ?? before.timezone,
      days: change.days ?? before.days,
      validFrom: change.validFrom ?? before.validFrom,
      validTo: change.validTo === undefined ? before.validTo : change.validTo,
    };
    demandDays(after);
    return this.#changed(context, id, trx =>
      trx
        .updateTable('work_schedules.schedule')
        .set({
          timezone: after.timezone,
          days: JSON.stringify(after.days),
          valid_from: after.validFrom,
          valid_to: after.validTo,
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute(),
    );
  }

  async remove(context: RequestContext, id: number): Promise<void> {
    await this.#get(context, id);
    await context.transaction((trx: Trx) => trx.deleteFrom('work_schedules.schedule').where('id', '=', id).execute());
  }

  async addTimeOff(context: RequestContext, id: number, draft: TimeOffDraft): Promise<Schedule> {
    const { timeOffs } = await this.#get(context, id);
    if (timeOffs.length >= MOST_TIME_OFFS)
      throw new Fault('PLAN_LIMIT', `A schedule has at most ${MOST_TIME_OFFS} times off. Take old ones out first.`, {
        status: 422,
      });
    if (draft.to < draft.from) throw invalidFields([{ field: 'to', reason: 'must not be before from' }]);
    return this.#changed(context, id, trx =>
      trx
        .insertInto('work_schedules.time_off')
        .values({
          team_id: context.team.id,
          schedule_id: id,
          first_day: draft.from,
          last_day: draft.to,
          type: draft.type,
          note: draft.note ?? null,
        })
        .execute(),
    );
  }

  /** Takes days off out; throws NOT_FOUND when one of them is not of this schedule. */
  async removeTimeOffs(context: RequestContext, id: number, ids: readonly number[]): Promise<Schedule> {
    const known = new Set((await this.#get(context, id)).timeOffs.map(each => each.id));
    if (ids.some(each => !known.has(each))) throw notFound('The time off');
    return this.#changed(context, id, trx =>
      trx
        .deleteFrom('work_schedules.time_off')
        .where('id', 'in', [...ids])
        .execute(),
    );
  }

  async #changed(context: RequestContext, id: number, work: (trx: Trx) => Promise<unknown>): Promise<Schedule> {
    return context.transaction(async (trx: Trx) => {
      await work(trx);
      return (await views(trx, [id]))[0]!;
    });
  }

  async #get(context: RequestContext, id: number): Promise<Schedule> {
    const found = await context.transaction(async (trx: Trx) => (await views(trx, [id]))[0]);
    const own = await this.#own(context);
    if (found === undefined || (own !== undefined && found.user_id !== own)) throw notFound('The schedule');
    return found;
  }

  /** The team-user id to which the caller is held; undefined for team admins. */
  async #own(context: RequestContext): Promise<number | undefined> {
    if (isTeamAdmin(context.team.role as TeamRole)) return undefined;
    return (await this.members.list(context)).find(each => each.personId === context.user.id)?.id ?? 0;
  }

  async #demandKeeper(context: RequestContext, memberId: number): Promise<void> {
    const own = await this.#own(context);
    if (own !== undefined && own !== memberId) throw forbidden('ManageWorkSchedules');
  }
}

function demandDays({ days, validFrom, validTo }: Pick<ScheduleDraft, 'days' | 'validFrom' | 'validTo'>): void {
  const issues = [
    ...dayIssues(days),
    ...(typeof validTo === 'string' && validTo < validFrom
      ? [{ field: 'validTo', reason: 'must not be before validFrom' }]
      : []),
  ];
  if (issues.length > 0) throw invalidFields(issues);
}

async function views(trx: Trx, ids: readonly number[]): Promise<Schedule[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('work_schedules.schedule')
    .select([
      'id',
      'team_id',
      'member_id',
      'timezone',
      'days',
      sql<string>`valid_from::text`.as('first'),
      sql<string | null>`valid_to::text`.as('last'),
      'created_at',
      'updated_at',
    ])
    .where('id', 'in', [...ids])
    .execute();
  const offs = await trx
    .selectFrom('work_schedules.time_off')
    .select([
      'id',
      'schedule_id',
      'type',
      'note',
      sql<string>`first_day::text`.as('from'),
      sql<string>`last_day::text`.as('to'),
    ])
    .where('schedule_id', 'in', [...ids])
    .orderBy('first_day')
    .orderBy('id')
    .execute();
  const byId = new Map((rows as ScheduleRow[]).map(row => [row.id, row]));
  return ids.flatMap(id => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return [
      {
        id,
        user_id: row.member_id,
        team_id: row.team_id,
        timezone: row.timezone,
        days: row.days,
        validFrom: row.first,
        validTo: row.last,
        capacity: weeklyHours(row.days),
        timeOffs: offs.filter(each => each.schedule_id === id).map(({ schedule_id: _, ...off }) => off),
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      },
    ];
  });
}
