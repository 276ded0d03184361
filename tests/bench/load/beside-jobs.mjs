import { percentile } from '../support/figures.mjs';

const ITEMS = 10_000;
/** The most a small call may take beside a job, p95, in milliseconds. */
const BESIDE_BAR = 150;
const LOOK_MS = 20;

/** Measures opening a project and listing fifty items while a job changes, deletes or exports ten thousand items. */
export async function measureBesideJobs(server, figures, database, scale) {
  const count = Math.round(ITEMS * scale);
  const { id: project, folder_id: folder } = await server.call('POST', '/project', { body: { name: 'Busy', type: 1 } });
  await server.sql(`insert into items.item (team_id, project_id, folder_id, name, source, url)
    select ${server.teamId}, ${project}, ${folder}, 'image_' || lpad(n::text, 7, '0') || '.jpg', 2, 'https://files.test/' || n from generate_series(1, ${count}) n`);
  await server.settle();

  const changed = async change => {
    const { id } = await server.call('POST', `/api/v1/project/${project}/items/change`, {
      body: { selection: { filter: {} }, change },
    });
    await until(
      async () => (await server.call('GET', `/api/v1/project/${project}/items/changes/${id}`)).state !== 'running',
    );
  };
  const exported = async () => {
    const { id } = await server.call('POST', `/export?project_id=${project}`, {
      body: { fuse: 0, is_pinned: 0, coco: 0, time: 'Nov 20 2026 03:52' },
    });
    await until(async () => (await server.call('GET', `/export/${id}?project_id=${project}`)).status !== 1);
  };
  const jobs = [
    ['pins', () => changed({ kind: 'pin', value: true })],
    ['changes the status of', () => changed({ kind: 'status', value: 3 })],
    ['exports', exported],
    ['deletes', () => changed({ kind: 'delete', value: null })],
  ];
  const calls = [`/api/v1/project/${project}`, `/api/v1/project/${project}/items?limit=50`];
  for (const path of calls) await server.call('GET', path);
  for (const [job, run] of jobs) {
    const times = [];
    let going = true;
    const looking = (async () => {
      while (going) {
        for (const path of calls) {
          const began = performance.now();
          await server.send('GET', path, { as: 'browser' });
          times.push(performance.now() - began);
        }
        await new Promise(resolve => setTimeout(resolve, LOOK_MS));
      }
    })();
    const began = performance.now();
    await run();
    const took = performance.now() - began;
    going = false;
    await looking;
    figures.print(`small call beside a job that ${job} ${count} items, p95`, percentile(times, 0.95), 'ms', {
      bar: BESIDE_BAR,
      database,
      calls: times.length,
      longest: Math.round(Math.max(...times)),
      seconds: Math.round(took / 100) / 10,
    });
  }
}

async function until(ended) {
  while (!(await ended())) await new Promise(resolve => setTimeout(resolve, 100));
}
