import { setTimeout as pause } from 'node:timers/promises';
import { Jobs, openDatabase, silentLog } from '#core/data/server/index.ts';
import type { SaveTables } from './save-area.ts';
import { saveArea } from './save-area.ts';

/*
 * Runs jobs that each write one row as an effect. Started as
 *   job-worker.js FOLDER|URL [JOBS]
 * With JOBS it asks for that many first. It prints `ready`, and `idle SECONDS` once no job is left.
 */
const [place = '', count = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const database = await openDatabase(
    place.startsWith('postgres') ? { url: place, log: silentLog } : { dataDir: place, log: silentLog },
  );
  await database.migrate([saveArea]);
  const jobs = new Jobs({ database, log: silentLog, leaseMs: 1_000 });
  jobs.define('saves', 'write', async ({ subject, teamId, effect }) => {
    const number = subject as number;
    await effect<SaveTables, void>('row', async trx => {
      await trx.insertInto('saves.save').values({ team_id: teamId, number, text: 'effect' }).execute();
      await pause(number % 3);
    });
    await pause(number % 5);
  });
  for (let number = 0; number < Number(count); number++)
    await jobs.enqueue(undefined, { teamId: 1, plugin: 'saves', name: 'write', subject: number });
  const began = performance.now();
  await jobs.start();
  process.stdout.write('ready\n');
  for (;;) {
    const left = await jobs.list({ teamId: 1, states: ['NOT_STARTED', 'IN_PROGRESS'], page: { offset: 0, limit: 1 } });
    if (left.count === 0) break;
    await pause(50);
  }
  process.stdout.write(`idle ${((performance.now() - began) / 1000).toFixed(2)}\n`);
  await jobs.stop();
  await database.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
