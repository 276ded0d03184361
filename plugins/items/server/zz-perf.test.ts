import { it } from 'vitest';
import { sql } from 'kysely';
import { openTestApp } from '#tests/support/test-app.ts';
for (const kind of ['pglite', 'postgres'] as const) it(`perf`, async () => {
  const app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow'], jobs: false });
  const team = await app.team('Perf');
  const ana = await team.join('ana@perf.test');
  const p = (await team.owner.request<{ id: number; folder_id: number }>('POST', '/project', { body: { name: 'x', type: 1 } })).body;
  await team.owner.request('POST', `/api/v1/project/${p.id}/share/bulk`, { body: { users: [{ user_id: ana.email, user_role: 1 }] } });
  await app.database.tenant(team.id).transaction(async trx => {
    await sql`insert into items.item (team_id, project_id, folder_id, name, annotation_status, is_pinned) select ${team.id}::int, ${p.id}::int, ${p.folder_id}::int, 'img_' || n, 1 + n % 6, n % 400 = 0 from generate_series(1, 40000) n`.execute(trx);
    await sql`insert into items.assignment (team_id, project_id, item_id, email, user_role) select team_id, project_id, id, 'ana@perf.test', 1 from items.item where id % 8 = 0`.execute(trx);
  });
  for (const [who, path] of [[ana, 'item-counts'], [ana, 'items?limit=100'], [ana, 'items?limit=100&status=2'], [team.owner, 'items?limit=100&assignee=ana@perf.test'], [team.owner, 'items?limit=100&assignee=none'], [team.owner, 'items?limit=100']] as const) {
    const t = performance.now(); const r = await who.request<{ count: number }>('GET', `/api/v1/project/${p.id}/${path}`); console.error('TIME', kind, path, Math.round(performance.now() - t), r.status, r.body.count);
  }
  const id = (await ana.request<{ data: { id: number }[] }>('GET', `/api/v1/project/${p.id}/items?limit=1&status=1`)).body.data[0]!.id;
  const t = performance.now(); const r = await ana.request('POST', `/api/v1/project/${p.id}/items/status`, { body: { item_ids: [id], status: 3 } }); console.error('TIME', kind, 'status', Math.round(performance.now() - t), JSON.stringify(r.body));
  await app.close();
}, 100_000);
