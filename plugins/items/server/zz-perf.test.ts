import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { openTestApp } from '#tests/support/test-app.ts';
it(`perf`, async () => {
  const app = await openTestApp('pglite', { plugins: ['teams', 'projects', 'items', 'workflow'], jobs: false });
  const team = await app.team('Perf');
  const ana = await team.join('ana@perf.test');
  const p = (await team.owner.request<{ id: number; folder_id: number }>('POST', '/project', { body: { name: 'x', type: 1 } })).body;
  await team.owner.request('POST', `/api/v1/project/${p.id}/share/bulk`, { body: { users: [{ user_id: ana.email, user_role: 1 }] } });
  await app.database.tenant(team.id).transaction(async trx => {
    await sql`insert into items.item (team_id, project_id, folder_id, name, annotation_status, is_pinned) select ${team.id}::int, ${p.id}::int, ${p.folder_id}::int, 'img_' || n, 1 + n % 6, n % 40 = 0 from generate_series(1, 300) n`.execute(trx);
    await sql`insert into items.assignment (team_id, project_id, item_id, email, user_role) select team_id, project_id, id, 'ana@perf.test', 1 from items.item where id % 2 = 0`.execute(trx);
  });
  for (let i = 0; i < 3; i++) { const t = performance.now(); await ana.request('GET', `/api/v1/project/${p.id}/item-counts`); console.error('counts', performance.now() - t); }
  await app.database.tenant(team.id).transaction(async (trx: Kysely<unknown>) => {
    const plan = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers) select item.annotation_status, count(*)::int from items.item as item where item.team_id = ${team.id} and item.project_id = ${p.id} and item.deleted_at is null and item.id in (select own.id from items.assignment as mine inner join items.item as own on own.id = mine.item_id where mine.team_id = ${team.id} and mine.project_id = ${p.id} and mine.email = 'ana@perf.test' and own.annotation_status in (1,2,4) union select pinned.id from items.item as pinned where pinned.team_id = ${team.id} and pinned.project_id = ${p.id} and pinned.is_pinned = true and pinned.deleted_at is null) group by 1`.execute(trx);
    writeFileSync('/tmp/s2/plan.txt', plan.rows.map(r => r['QUERY PLAN']).join('\n'));
  });
  await app.close();
}, 300_000);
