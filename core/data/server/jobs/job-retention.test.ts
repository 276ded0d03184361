import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import { jobFixture } from '#tests/support/job-fixture.ts';
import type { JobHandler } from '../index.ts';

eachDatabase((_, fresh) => {
  const { database, make, started, ask, reach, entries, write } = jobFixture(fresh);

  const age = (days: number, ids: readonly string[]): Promise<unknown> =>
    database()
      .system('age jobs')
      .transaction(trx =>
        sql`update data.job set created_at = created_at - make_interval(days => ${days}::int),
          finished_at = finished_at - make_interval(days => ${days}::int) where id = any(${[...ids]}::uuid[])`.execute(
          trx,
        ),
      );
  const effects = async (): Promise<number> =>
    database()
      .system('count effects')
      .transaction(async trx =>
        Number((await sql<{ n: number }>`select count(*)::int as n from data.effect`.execute(trx)).rows[0]!.n),
      );

  describe('retention', () => {
    it('should delete jobs that finished long ago, and keep recent and unfinished ones with their effects', async () => {
      const handlers: Record<string, JobHandler> = { done: ({ effect }) => effect('entry', write('once')) };
      const jobs = await started(handlers);
      const [old, recent] = [await ask(jobs, 'done'), await ask(jobs, 'done', { teamId: 1, key: 'recent' })];
      for (const job of [old, recent]) await reach(jobs, job, 'COMPLETED');
      await jobs.stop(100);
      const waiting = await ask(make(handlers), 'done');
      await database()
        .system('pretend that it has worked')
        .transaction(trx =>
          sql`insert into data.effect (team_id, job_id, key) values (1, ${waiting.id}::uuid, 'step')`.execute(trx),
        );
      await age(100, [old.id, waiting.id]);
      await age(80, [recent.id]);
      expect(await effects()).toBe(3);

      await jobs.trim(90);

      const left = await jobs.list({ teamId: 1 });
      expect(left.data.map(each => each.id).toSorted()).toEqual([recent.id, waiting.id].toSorted());
      expect(await effects()).toBe(1);
      expect(await entries()).toBe(2);
    });

    it('should delete more than one batch', async () => {
      const jobs = make({});
      await database()
        .system('make old jobs')
        .transaction(trx =>
          sql`with made as (
              insert into data.job (team_id, plugin, name, state, finished_at)
              select 1 + n % 2, 'shop', 'old', 'COMPLETED', now() - interval '1 year' from generate_series(1, 1200) n
              returning team_id, id
            ) insert into data.effect (team_id, job_id, key) select team_id, id, 'step' from made`.execute(trx),
        );
      await jobs.trim(7);
      expect((await jobs.list({ teamId: 1 })).count + (await jobs.list({ teamId: 2 })).count).toBe(0);
      expect(await effects()).toBe(0);
    });
  });
});
