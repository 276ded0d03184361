import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import { gate } from '#tests/support/gate.ts';
import { jobFixture } from '#tests/support/job-fixture.ts';
import type { Job, JobHandler } from '../index.ts';

eachDatabase((kind, fresh) => {
  const { database, make, started, ask, reach, entries, write } = jobFixture(fresh);

  describe('crashes and stops', () => {
    /** Makes a running job look as if its process had been killed. */
    const kill = (id: string): Promise<void> =>
      database()
        .system('kill')
        .transaction(
          async trx =>
            void (await sql`update data.job set worker = gen_random_uuid(), lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
              trx,
            )),
        );

    it('should restart a job whose process died, with each effect once', async () => {
      const hang = gate();
      let runs = 0;
      const handler: JobHandler = async ({ effect }) => {
        const first = ++runs === 1;
        const answer = await effect('entry', write('once'));
        if (first) await hang.opened;
        await effect('second', write('twice'));
        return answer;
      };
      const jobs = await started({ effects: handler }, { leaseMs: 300 });
      const asked = await ask(jobs, 'effects');
      await expect.poll(entries).toBe(1);
      await kill(asked.id);
      expect((await reach(jobs, asked, 'COMPLETED')).result).toBe('once');
      hang.open();
      await pause(50);
      expect(runs).toBe(2);
      expect(await entries()).toBe(2);
    });

    it('should not begin a job again that was canceled before its process died', async () => {
      const hang = gate();
      let runs = 0;
      const handler: JobHandler = async () => {
        runs += 1;
        await hang.opened;
      };
      const jobs = await started({ hanging: handler }, { leaseMs: 300 });
      const asked = await ask(jobs, 'hanging');
      await expect.poll(() => runs).toBe(1);
      await database()
        .system('cancel')
        .transaction(
          async trx =>
            void (await sql`update data.job set cancel_requested = true, worker = gen_random_uuid(),
              lease_until = clock_timestamp() - interval '1 second' where id = ${asked.id}`.execute(trx)),
        );
      expect((await reach(jobs, asked, 'FAILED')).error?.code).toBe('CANCELED');
      hang.open();
      expect(runs).toBe(1);
    });

    it('should not let a process write that has lost its job', async () => {
      const hang = gate();
      let error: unknown;
      let runs = 0;
      const jobs = await started(
        {
          effects: async ({ effect }) => {
            if (++runs > 1) return;
            await hang.opened;
            await effect('late', write('late')).catch((reason: unknown) => (error = reason));
          },
        },
        { leaseMs: 300 },
      );
      const asked = await ask(jobs, 'effects');
      await reach(jobs, asked, 'IN_PROGRESS');
      await kill(asked.id);
      await reach(jobs, asked, 'COMPLETED');
      hang.open();
      await expect.poll(() => error).toMatchObject({ code: 'JOB_LOST' });
      expect(await entries()).toBe(0);
    });

    it('should not let it write in the moment before it learns of that', async () => {
      let error: unknown;
      const jobs = await started({
        effects: async ({ job, effect }) => {
          // Leases last ten seconds here: until the next one is due this process takes the job for its own.
          await kill(job.id);
          await effect('late', write('late')).catch((reason: unknown) => (error = reason));
        },
      });
      await ask(jobs, 'effects');
      await expect.poll(() => error).toMatchObject({ code: 'JOB_LOST' });
      expect(await entries()).toBe(0);
    });

    it('should fail with CRASHED after the third process died', async () => {
      let runs = 0;
      const jobs = await started(
        {
          killer: async ({ job, signal }) => {
            runs++;
            await kill(job.id);
            await pause(60_000, undefined, { signal });
          },
        },
        { leaseMs: 150 },
      );
      expect((await reach(jobs, await ask(jobs, 'killer'), 'FAILED')).error?.code).toBe('CRASHED');
      expect(runs).toBe(3);
    });

    it('should let a running job end when the server stops', async () => {
      const hang = gate();
      const jobs = await started({ short: () => hang.opened.then(() => 'ended') });
      const asked = await ask(jobs, 'short');
      await reach(jobs, asked, 'IN_PROGRESS');
      const stopped = jobs.stop(5_000);
      hang.open();
      await stopped;
      expect(await jobs.get(1, asked.id)).toMatchObject({ state: 'COMPLETED', result: 'ended' });
    });

    it('should hand back what does not end in time, for the next process, however often the server stops', async () => {
      let runs = 0;
      const stops = 4;
      const handler: JobHandler = async ({ signal }) =>
        ++runs <= stops ? pause(60_000, undefined, { signal }) : 'last run';
      let asked: Job | undefined;
      for (let stop = 1; stop <= stops; stop += 1) {
        const jobs = await started({ long: handler });
        asked ??= await ask(jobs, 'long');
        await expect.poll(() => runs).toBe(stop);
        await jobs.stop(20);
        expect((await jobs.get(1, asked.id))?.state).toBe('IN_PROGRESS');
      }
      const last = await started({ long: handler });
      expect((await reach(last, asked!, 'COMPLETED')).result).toBe('last run');
    });

    it('should end a job of steps before its next one when the server stops, and go on with it in the next process', async () => {
      let runs = 0;
      const handler: JobHandler = async ({ effect }) => {
        runs++;
        for (let step = 0; step < 40; step++) {
          await effect(`step ${step}`, write(`step ${step}`));
          await pause(50);
        }
        return 'all';
      };
      const jobs = await started({ steps: handler });
      const asked = await ask(jobs, 'steps');
      await expect.poll(entries).toBeGreaterThan(2);
      await jobs.stop(10_000);
      const done = await entries();
      expect(done).toBeLessThan(40);
      expect(await jobs.get(1, asked.id)).toMatchObject({ state: 'IN_PROGRESS', error: undefined });
      const next = await started({ steps: handler });
      expect((await reach(next, asked, 'COMPLETED')).result).toBe('all');
      expect(await entries()).toBe(40);
      expect(runs).toBe(2);
    });

    it('should run jobs whose queue entry was lost, as after a restore', async () => {
      const waiting = make({ noop: () => Promise.resolve() });
      const asked = await ask(waiting, 'noop');
      await database()
        .system('lose')
        .transaction(async trx => void (await sql`delete from pgboss.job`.execute(trx)));
      const jobs = await started({ noop: () => Promise.resolve('found') });
      expect((await reach(jobs, asked, 'COMPLETED')).result).toBe('found');
    });

    if (kind === 'postgres') {
      it('should share the jobs among processes and run each once', async () => {
        const runs: string[] = [];
        const handler: JobHandler = async ({ job }) => {
          runs.push(job.id);
          await pause(2);
        };
        const [one] = [
          await started({ each: handler }, { concurrency: 2 }),
          await started({ each: handler }, { concurrency: 2 }),
        ];
        await Promise.all(Array.from({ length: 40 }, () => ask(one, 'each')));
        await expect
          .poll(async () => (await one.list({ teamId: 1, states: ['COMPLETED'] })).count, { timeout: 120_000 })
          .toBe(40);
        expect(new Set(runs).size).toBe(40);
        expect(runs).toHaveLength(40);
      });
    }
  });
});
