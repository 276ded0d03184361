import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database, Jobs } from '#core/data/server/index.ts';
import { DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import type { AutomationTables, HeldFor } from '../automation-tables.ts';
import { addUsage, usageNow } from './team-usage.ts';

type Trx = Kysely<AutomationTables>;
export type LimitRow = Selectable<AutomationTables['automations.team_limit']>;

/** Steps that may be claimed now. */
export interface Allowance {
  /** Steps that may begin; 0 where all must wait. */
  readonly most: number;
  /** The team has limits. */
  readonly limited: boolean;
  /** Only steps of runs that have begun may go on. */
  readonly onlyBegun: boolean;
  /** Milliseconds that code may still run; Infinity without a limit. */
  readonly codeMs: number;
  /** The limit that keeps the rest waiting. */
  readonly held: HeldFor | undefined;
}

/** Holds the automations of teams to their limits. A team without limits pays one look-up by its key. */
@injectable()
export class TeamLimits {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /** Returns whether the plugin of automations is on for a team. */
  servesPlugin(teamId: number): Promise<boolean> {
    return this.jobs.serves('automations', teamId);
  }

  /** Returns whether automations run for a team: neither their plugin nor an operator has switched them off. */
  async serves(teamId: number): Promise<boolean> {
    if (!(await this.servesPlugin(teamId))) return false;
    const row = await this.database.tenant<AutomationTables>(teamId).transaction(trx => limitsOf(trx, teamId));
    return row?.off !== true;
  }

  /**
   * Returns how many steps may begin. Where the team has limits, others of the team wait until the transaction ends, so
   * that two servers never use the same allowance.
   */
  async allow(trx: Trx, teamId: number, wanted: number): Promise<Allowance> {
    const limits = await limitsOf(trx, teamId);
    const free = { most: wanted, limited: false, onlyBegun: false, codeMs: Infinity, held: undefined };
    if (limits === undefined) return free;
    if (limits.off) return { ...free, most: 0, limited: true, held: 'off' };
    if (!isLimited(limits)) return free;
    await sql`select pg_advisory_xact_lock(hashtext('automations.team_limit'), ${teamId}::int)`.execute(trx);
    const used = await usageNow(trx, teamId);
    const left = (limit: number | null, spent: number): number => Math.max(0, (limit ?? Infinity) - spent);
    const codeMs = left(limits.code_seconds_per_day, used.code_seconds_today) * 1000;
    const concurrent = left(limits.concurrent_runs, used.running);
    if (concurrent === 0) return { most: 0, limited: true, onlyBegun: false, codeMs, held: 'concurrent' };
    const [minute, day] = [
      left(limits.runs_per_minute, used.runs_this_minute),
      left(limits.runs_per_day, used.runs_today),
    ];
    const begin = Math.min(minute, day);
    const held = day === 0 ? 'day' : begin === 0 ? 'minute' : undefined;
    return {
      most: Math.min(wanted, concurrent, begin === 0 ? Infinity : begin),
      limited: true,
      onlyBegun: begin === 0,
      codeMs,
      held,
    };
  }

  /**
   * Returns the milliseconds that code of the team may still run today, for code that a person tries.
   * @throws Fault AUTOMATIONS_OFF (409), AUTOMATION_LIMIT (429)
   */
  async demandCode(context: RequestContext): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      const limits = await limitsOf(trx, context.team.id);
      if (limits === undefined) return Infinity;
      if (limits.off) throw switchedOff();
      const { code_seconds_per_day: limit } = limits;
      if (limit === null) return Infinity;
      const left = limit * 1000 - (await usageNow(trx, context.team.id)).code_seconds_today * 1000;
      if (left > 0) return left;
      throw new Fault(
        'AUTOMATION_LIMIT',
        `The code of the team has run for its ${limit.toLocaleString('en')} seconds of today. Try it tomorrow (UTC), or ask an administrator of the installation for more.`,
        { status: 429, details: { limit, what: 'code_seconds_per_day' } },
      );
    });
  }

  /** Counts milliseconds of code that a person tried. */
  async spendCode(context: RequestContext, codeMs: number): Promise<void> {
    await context.transaction((trx: Trx) => addUsage(trx, context.team.id, { codeMs }));
  }

  /** Keeps an event waiting for a limit. */
  async hold(trx: Trx, eventId: number, held: HeldFor): Promise<void> {
    await trx
      .updateTable('automations.event')
      .set({ held_for: held, held_until: sql<Date | null>`${UNTIL[held]}` })
      .where('id', '=', eventId)
      .execute();
  }

  /** Marks an event as no longer waiting for a limit. */
  async release(trx: Trx, eventId: number): Promise<void> {
    await trx
      .updateTable('automations.event')
      .set({ held_for: null, held_until: null })
      .where('id', '=', eventId)
      .where('held_for', 'is not', null)
      .execute();
  }

  /**
   * Refuses a start by a person or another system that would only wait.
   * @throws Fault AUTOMATIONS_OFF (409), AUTOMATION_LIMIT (429)
   */
  async demandStart(trx: Trx, teamId: number): Promise<void> {
    const limits = await limitsOf(trx, teamId);
    if (limits === undefined) return;
    if (limits.off) throw switchedOff();
    const { runs_per_day: limit } = limits;
    if (limit !== null && (await usageNow(trx, teamId)).runs_today >= limit)
      throw new Fault(
        'AUTOMATION_LIMIT',
        `The team has begun its ${limit.toLocaleString('en')} runs of today. Start it tomorrow (UTC), or ask an administrator of the installation for more.`,
        { status: 429, details: { limit, what: 'runs_per_day' } },
      );
  }
}

const switchedOff = (): Fault =>
  new Fault(
    'AUTOMATIONS_OFF',
    'Automations are switched off for the team. Ask an administrator of the installation to switch them on.',
    { status: 409 },
  );

const UNTIL = {
  off: sql`null`,
  minute: sql`date_trunc('minute', clock_timestamp()) + interval '1 minute'`,
  day: sql`date_trunc('day', clock_timestamp(), 'UTC') + interval '1 day'`,
  code: sql`date_trunc('day', clock_timestamp(), 'UTC') + interval '1 day'`,
  concurrent: sql`clock_timestamp() + interval '1 second'`,
} as const satisfies Readonly<Record<HeldFor, unknown>>;

const limitsOf = (trx: Trx, teamId: number): Promise<LimitRow | undefined> =>
  trx.selectFrom('automations.team_limit').selectAll().where('team_id', '=', teamId).executeTakeFirst();

const isLimited = (limits: LimitRow): boolean =>
  [limits.runs_per_minute, limits.runs_per_day, limits.concurrent_runs, limits.code_seconds_per_day].some(
    each => each !== null,
  );
