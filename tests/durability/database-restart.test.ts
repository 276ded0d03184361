import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { OwnPostgres } from '#tests/support/postgres-cluster.ts';
import { canRunPostgres, ownPostgres } from '#tests/support/postgres-cluster.ts';
import { hasTurn } from '#tests/support/run-plan.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const CLIENTS = 6;
const STEPS = 30;
const runs = canRunPostgres() && hasTurn('a restart of PostgreSQL');

describe.runIf(runs)('a server whose PostgreSQL is restarted', () => {
  let postgres: OwnPostgres;
  let site: TestApp | undefined;
  let team: TestTeam;

  beforeEach(async () => {
    postgres = await ownPostgres();
    site = await openTestApp('postgres', { plugins: [], databaseUrl: postgres.url });
    team = await site.team('Restarted');
  }, DATABASE_TIMEOUT_MS);
  afterEach(async () => {
    await site?.close();
    await postgres.stop();
  });

  it('should answer 503 meanwhile, lose no acknowledged write and finish the running job', async () => {
    const { app, database } = site!;
    const { jobs } = app.services;
    let step = 0;
    let reached = (): void => undefined;
    const working = new Promise<void>(resolve => (reached = resolve));
    let restarted = (): void => undefined;
    const again = new Promise<void>(resolve => (restarted = resolve));
    jobs.define('core', 'steps', async ({ effect }) => {
      for (let number = 0; number < STEPS; number++) {
        await effect(`step ${number}`, async trx => {
          await sql`select pg_sleep(0.01)`.execute(trx);
          step = Math.max(step, number);
        });
        if (number === 5) reached();
        // The second half is left for the time after the restart.
        if (number === STEPS / 2) await again;
      }
    });
    const job = await jobs.enqueue(undefined, {
      teamId: team.id,
      plugin: 'core',
      name: 'steps',
      creatorId: team.owner.row.id,
    });
    await working;

    const acknowledged: string[] = [];
    const statuses = new Map<number, number>();
    let running = true;
    const load = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let number = 0; running; number++) {
        const name = `${client}-${number}`;
        const status = await app.services.teams.create(team.organizationId, name, team.owner.row).then(
          () => 200,
          (error: { status?: number }) => error.status ?? 500,
        );
        if (status === 200) acknowledged.push(name);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await postgres.restart();
    restarted();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 20);
    running = false;
    await Promise.all(load);
    await expect
      .poll(async () => (await jobs.get(team.id, job.id).catch(() => undefined))?.state, { timeout: 30_000 })
      .toBe('COMPLETED');

    expect([...statuses.keys()].toSorted()).toEqual([200, 503]);
    const kept = new Set((await app.services.organizations.teamsOf(team.organizationId)).map(each => each.name));
    expect(acknowledged.filter(name => !kept.has(name))).toEqual([]);
    const { rows } = await database
      .tenant(team.id)
      .transaction(trx =>
        sql<{ count: number }>`select count(*) as count from data.effect where job_id = ${job.id}`.execute(trx),
      );
    expect(rows[0]!.count).toBe(STEPS);
  });
});
