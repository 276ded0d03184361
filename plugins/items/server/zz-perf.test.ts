import { appendFileSync } from 'node:fs';
import { it } from 'vitest';
import { sql } from 'kysely';
import { openTestApp } from '#tests/support/test-app.ts';
import { poolOf } from '../../../core/data/server/database-pool.ts';
const say = (...a: unknown[]): void => appendFileSync('/tmp/s2/perf2.txt', a.join(' ') + '\n');
for (const kind of ['pglite', 'postgres'] as const) it(`perf ${kind}`, async () => {
  const app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow'], jobs: false });
  const team = await app.team('Perf');
  const p = (await team.owner.request<{ id: number; folder_id: number }>('POST', '/project', { body: { name: 'x', type: 1 } })).body;
  for (let part = 0; part < 10; part++) await app.database.tenant(team.id).transaction(trx => sql`insert into items.item (team_id, project_id, folder_id, name, annotation_status) select ${team.id}::int, ${p.id}::int, ${p.folder_id}::int, 'img_' || lpad((n + ${part * 50000}::int)::text, 7, '0') || '.jpg', 1 + n % 6 from generate_series(1, 50000) n`.execute(trx));
  await poolOf(app.database).query('vacuum analyze items.item');
  const time = async (label: string, path: string): Promise<void> => {
    const times: number[] = [];
    for (let i = 0; i < 4; i++) { const t = performance.now(); await team.owner.request('GET', path); times.push(Math.round(performance.now() - t)); }
    say(kind, label, times.join(' '));
  };
  const base = `/api/v1/project/${p.id}`;
  await time('first page', `${base}/items?limit=100`);
  await time('offset 250k', `${base}/items?limit=100&offset=249900`);
  await time('2 statuses off 80k', `${base}/items?limit=100&status=3&status=4&offset=80000`);
  await time('name', `${base}/items?limit=100&name=4321`);
  await time('assignee none', `${base}/items?limit=100&assignee=none`);
  await time('updated', `${base}/items?limit=100&sort=updated&order=desc`);
  await app.close();
}, 300_000);
