import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { DatabaseToken, ManifestsToken } from '#core/kernel/server/index.ts';
import { organizationRows } from '#core/tenancy/server/index.ts';
import type { usageApi } from '../common/api.ts';
import type { UsageEvent } from '../common/usage-event.ts';
import { UsageOutbox } from './usage-outbox.ts';
import type { UsageTables } from './usage-tables.ts';
import { settingOf } from './usage-settings.ts';

type Report = z.output<(typeof usageApi)['operations']['reportActions']['body']>;

/** Days for which figures are kept. */
const DAYS = 400;
/** Hours after which an action that arrives late counts for the day it arrives. */
const LATE_HOURS = 72;

/** Counts reported actions, or passes them on. */
export class UsageRecorder {
  readonly #plugins: ReadonlySet<string>;

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(UsageOutbox) private readonly outbox: UsageOutbox,
    @inject(ManifestsToken) manifests: readonly Manifest[],
  ) {
    this.#plugins = new Set(['core', ...manifests.map(each => each.id)]);
  }

  /**
   * Takes a batch unless it was taken before. Names that belong to no plugin are left out, so that nothing but names of
   * actions is kept.
   */
  async record(context: RequestContext, { batch, visit, actions }: Report): Promise<void> {
    const named = actions.filter(each => this.#plugins.has(each.name.split('.')[0]!));
    const team = context.maybeTeam;
    const events = await this.#transaction(async trx => {
      const sink = (await settingOf(trx))?.sink ?? 'off';
      if (sink === 'off' || named.length === 0) return [];
      const taken = await trx
        .insertInto('usage_analytics.batch')
        .values({ id: batch })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst();
      if (taken.numInsertedOrUpdatedRows === 0n) return [];
      const plan = team === undefined ? null : await planOf(trx, team.organizationId);
      const found = named.map(({ name, project_id: project, at }): UsageEvent => ({
        name,
        at: timely(at),
        team: team?.id ?? null,
        project: team === undefined ? null : project,
        role: team?.role ?? null,
        plan,
        visit: visit.id,
        window: { width: visit.width, height: visit.height },
      }));
      if (sink !== 'table') return found;
      await count(trx, found);
      return [];
    });
    this.outbox.add(events);
  }

  /** Deletes old figures, and forgets batches that nobody sends again. */
  async trim(): Promise<void> {
    await this.#transaction(async trx => {
      await sql`delete from usage_analytics.daily where day < current_date - ${DAYS}::int`.execute(trx);
      await sql`delete from usage_analytics.visit where day < current_date - ${DAYS}::int`.execute(trx);
      await sql`delete from usage_analytics.batch where at < now() - make_interval(hours => ${LATE_HOURS * 2}::int)`.execute(
        trx,
      );
    });
  }

  #transaction<T>(work: (trx: Kysely<UsageTables>) => Promise<T>): Promise<T> {
    return this.database.system<UsageTables>('usage analytics').transaction(work);
  }
}

async function planOf(trx: Kysely<UsageTables>, organizationId: number): Promise<number | null> {
  const { rows } = await sql<{
    plan: number;
  }>`select plan from ${organizationRows} as organization where organization.id = ${organizationId}::int`.execute(trx);
  return rows[0]?.plan ?? null;
}

/** Returns the time of an action; now for one that is in the future or late. */
function timely(at: string): string {
  const [time, now] = [Date.parse(at), Date.now()];
  return new Date(time > now || time < now - LATE_HOURS * 3_600_000 ? now : time).toISOString();
}

async function count(trx: Kysely<UsageTables>, events: readonly UsageEvent[]): Promise<void> {
  const rows = new Map<string, Omit<RowOf, 'count'> & { count: number }>();
  for (const { name, at, team, project, role, plan } of events) {
    const row = {
      day: at.slice(0, 10),
      name,
      team: team ?? 0,
      project: project ?? 0,
      role: role ?? 0,
      plan: plan ?? 0,
    };
    const key = JSON.stringify(row);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { ...row, count: 1 });
    else known.count += 1;
  }
  const { at, visit, window, team } = events[0]!;
  await trx
    .insertInto('usage_analytics.visit')
    .values({ id: visit, day: at.slice(0, 10), team: team ?? 0, ...window })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  // In one order, so that two batches never wait for each other.
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  await trx
    .insertInto('usage_analytics.daily')
    .values(sorted)
    .onConflict(conflict =>
      conflict
        .columns(['day', 'name', 'team', 'project', 'role', 'plan'])
        .doUpdateSet({ count: sql<number>`daily.count + excluded.count` }),
    )
    .execute();
}

interface RowOf {
  readonly day: string;
  readonly name: string;
  readonly team: number;
  readonly project: number;
  readonly role: number;
  readonly plan: number;
  readonly count: number;
}
