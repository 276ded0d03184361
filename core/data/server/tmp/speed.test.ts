import { it } from 'vitest';
import { sql } from 'kysely';
import { eachDatabase } from '#tests/support/database.ts';
import { Jobs, silentLog } from '../index.ts';
eachDatabase((kind, fresh) => {
  it('speed', async () => {
    const database = await fresh();
    const jobs = new Jobs({ database, log: silentLog, concurrency: 8 });
    let n = 0;
    jobs.define('a', 'b', async () => { n++; });
    let t = performance.now();
    for (let i = 0; i < 1000; i++) await jobs.enqueue(undefined, { teamId: 1, plugin: 'a', name: 'b' });
    console.log(kind, 'enqueue/s', Math.round(1000 / ((performance.now() - t) / 1000)));
    t = performance.now();
    await jobs.start();
    while (n < 1000) await new Promise(r => setTimeout(r, 5));
    console.log(kind, 'run/s', Math.round(1000 / ((performance.now() - t) / 1000)));
    await jobs.stop();
    for (let r = 0; r < 2; r++) {
    t = performance.now();
    for (let i = 0; i < 500; i++) await database.tenant(1).transaction(trx => sql`select 1`.execute(trx));
    console.log(kind, 'tenant tx us', Math.round((performance.now() - t) * 2));
    t = performance.now();
    for (let i = 0; i < 500; i++) await database.tenant(1).transaction(async trx => { await sql`update data.job set result='1' where id = ${'00000000-0000-0000-0000-000000000000'}`.execute(trx); });
    console.log(kind, 'tenant update tx us', Math.round((performance.now() - t) * 2));
    }
  }, 120000);
});
