import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeTeam } from '#core/data/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/run-plan.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

/** Rounds; more of them by hand, to look for deadlocks. */
const DELETIONS = Number(process.env['LOUPE_TEST_DELETIONS'] ?? (isLongRun ? 3 : 1));
const ITEMS = 1_000;

eachDatabase(kind => {
  let site: TestApp;

  beforeAll(async () => {
    site = await openTestApp(kind);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => site.close());

  const deadlocks = async (): Promise<number> => {
    if (kind === 'pglite') return 0;
    return (
      await site.database
        .system('count deadlocks')
        .transaction(trx =>
          sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(
            trx,
          ),
        )
    ).rows[0]!.deadlocks;
  };

  /** Tables that still have rows of a team. */
  const leftovers = (teamId: number): Promise<readonly string[]> =>
    site.database.system('look for rows').transaction(async trx => {
      const { rows } = await sql<{
        name: string;
      }>`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(
        trx,
      );
      const left: string[] = [];
      for (const { name } of rows)
        if ((await sql`select from ${sql.raw(name)} where team_id = ${teamId} limit 1`.execute(trx)).rows.length > 0)
          left.push(name);
      return left;
    });

  const busyTeam = async (name: string): Promise<{ readonly team: TestTeam; readonly projectId: number }> => {
    const team = await site.team(name);
    const { body: project } = await team.owner.request<{ id: number }>('POST', '/project', {
      body: { name: 'Busy', type: 1 },
    });
    for (let made = 0; made < ITEMS; made += 500) {
      const images = Array.from({ length: 500 }, (_, at) => ({
        name: `${made + at}.jpg`,
        path: `https://files.test/${made + at}.jpg`,
      }));
      const { status } = await team.owner.request('POST', '/image/ext-create', {
        body: { project_id: project.id, team_id: team.id, images, upload_state: 3, meta: {} },
      });
      expect(status).toBe(200);
    }
    const items = `/api/v1/project/${project.id}/items`;
    for (const change of [
      { kind: 'status', value: 2 },
      { kind: 'pin', value: true },
    ]) {
      const { status } = await team.owner.request('POST', `${items}/change`, {
        body: { selection: { filter: {} }, change },
      });
      expect(status).toBe(200);
    }
    return { team, projectId: project.id };
  };

  it(
    'should delete a team while its jobs and calls run: no deadlock, nothing left, and the calls answer 404',
    async () => {
      const before = await deadlocks();
      const statuses = new Set<number>();
      const took: number[] = [];
      for (let round = 0; round < DELETIONS; round++) {
        const { team, projectId } = await busyTeam(`Ending${round}`);
        let running = true;
        let answered = 0;
        const calls = Array.from({ length: 6 }, async (_, client) => {
          for (let number = 0; running; number++) {
            const { status } =
              client % 2 === 0
                ? await team.owner.request('POST', '/project', { body: { name: `${client}-${number}`, type: 1 } })
                : await team.owner.request('GET', `/api/v1/project/${projectId}/item-counts`);
            statuses.add(status);
            answered++;
            // Answers that need no database would leave the deletion no turn.
            await new Promise(resolve => setImmediate(resolve));
          }
        });
        await expect.poll(() => answered).toBeGreaterThan(12);
        const began = performance.now();
        expect((await team.owner.request('DELETE', `/team/${team.id}`)).status).toBe(200);
        took.push(performance.now() - began);
        running = false;
        await Promise.all(calls);
        expect(await leftovers(team.id)).toEqual([]);
      }
      expect([...statuses].filter(status => ![200, 201, 404].includes(status))).toEqual([]);
      expect(await deadlocks()).toBe(before);
      console.log(
        JSON.stringify({
          bench: 'delete a busy team',
          database: kind,
          deletions: DELETIONS,
          deadlocks: (await deadlocks()) - before,
          ms_longest: Math.round(Math.max(...took)),
        }),
      );
    },
    60_000 + DELETIONS * 10_000,
  );

  it('should refuse calls of a team from the moment its deletion begins, and finish the deletion at the next start', async () => {
    const { team, projectId } = await busyTeam('Half');
    const counts = `/api/v1/project/${projectId}/item-counts`;
    expect((await team.owner.request('GET', counts)).status).toBe(200);
    await closeTeam(site.database, team.id);
    expect((await team.owner.request('GET', counts)).status).toBe(404);
    await site.app.services.hooks.starting.promise();
    await expect.poll(() => leftovers(team.id)).toEqual([]);
    expect((await team.owner.request<{ data: readonly { id: number }[] }>('GET', '/teams')).body.data ?? []).toEqual(
      [],
    );
  });
});
