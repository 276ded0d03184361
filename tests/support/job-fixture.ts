import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Database, Job, JobHandler, JobsOptions, MigrationSource } from '#core/data/server/index.ts';
import { Jobs, silentLog, tenantTable } from '#core/data/server/index.ts';
import type { Fresh } from './database.ts';
import { DATABASE_TIMEOUT_MS } from './database.ts';

export interface LedgerTables {
  'ledger.entry': { id: Generated<number>; team_id: number; text: string };
}

const ledger: MigrationSource = {
  schema: 'ledger',
  migrations: {
    '0001.ts': () =>
      Promise.resolve({
        default: {
          up: (database: Kysely<unknown>) =>
            tenantTable(database, 'ledger.entry', table => table.addColumn('text', 'text')),
          down: (database: Kysely<unknown>) => database.schema.dropTable('ledger.entry').execute(),
        },
      }),
  },
};

/**
 * Fixture that tests of jobs share: runners of plugin `shop` that are stopped after each test, and a ledger that
 * effects write to.
 */
export interface JobFixture {
  database(): Database;
  make(handlers: Record<string, JobHandler>, options?: Partial<JobsOptions>): Jobs;
  started(handlers: Record<string, JobHandler>, options?: Partial<JobsOptions>): Promise<Jobs>;
  /** Asks team 1 (or `teamId`) for a job of plugin `shop`. */
  ask(jobs: Jobs, name: string, rest?: { subject?: unknown; key?: string; teamId?: number }): Promise<Job>;
  /** Waits until the job is in `state`. */
  reach(jobs: Jobs, job: Job, state: string): Promise<Job>;
  /** Returns the number of rows of the ledger. */
  entries(): Promise<number>;
  /** Work that writes one row into the ledger of team 1. */
  write(text: string): (trx: Kysely<LedgerTables>) => Promise<string>;
}

/** Makes the fixture for the enclosing `describe`. */
export function jobFixture(fresh: Fresh): JobFixture {
  let database: Database;
  let living: Jobs[] = [];

  beforeAll(async () => {
    database = await fresh({ areas: [ledger] });
  }, DATABASE_TIMEOUT_MS);

  beforeEach(async () => {
    await database
      .system('clean up')
      .transaction(
        async trx =>
          void (await sql`delete from data.job; delete from pgboss.job; delete from ledger.entry`.execute(trx)),
      );
  });

  afterEach(async () => {
    for (const each of living.splice(0)) await each.stop(100);
    living = [];
  });

  const make = (handlers: Record<string, JobHandler>, options: Partial<JobsOptions> = {}): Jobs => {
    const jobs = new Jobs({ database, log: silentLog, ...options });
    for (const [name, handler] of Object.entries(handlers)) jobs.define('shop', name, handler);
    living.push(jobs);
    return jobs;
  };
  const started = async (handlers: Record<string, JobHandler>, options?: Partial<JobsOptions>): Promise<Jobs> => {
    const jobs = make(handlers, options);
    await jobs.start();
    return jobs;
  };
  const ask = (
    jobs: Jobs,
    name: string,
    rest: { subject?: unknown; key?: string; teamId?: number } = {},
  ): Promise<Job> => jobs.enqueue(undefined, { teamId: 1, plugin: 'shop', name, ...rest });
  const reach = async (jobs: Jobs, { id, teamId }: Job, state: string): Promise<Job> => {
    await expect.poll(async () => (await jobs.get(teamId, id))?.state, { timeout: 120_000, interval: 50 }).toBe(state);
    return (await jobs.get(teamId, id))!;
  };
  const entries = (): Promise<number> =>
    database.system<LedgerTables>('count').transaction(
      async trx =>
        (
          await trx
            .selectFrom('ledger.entry')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
    );
  const write =
    (text: string) =>
    async (trx: Kysely<LedgerTables>): Promise<string> => {
      await trx.insertInto('ledger.entry').values({ team_id: 1, text }).execute();
      return text;
    };

  return { database: () => database, make, started, ask, reach, entries, write };
}
