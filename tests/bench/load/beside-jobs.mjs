import { percentile } from '../support/figures.mjs';

const ITEMS = 10_000;
/** The most a small call may take beside a job, p95, in milliseconds. */
const BESIDE_BAR = 150;
const LOOK_MS = 20;
const LOOKS_ALONE = 50;

/** States of an import. */
const [CHECKING, RUNNING, COMPLETE, UNDOING] = [1, 3, 4, 7];

/** A COCO file with five boxes on each item. */
const cocoBoxes = count =>
  Buffer.from(
    JSON.stringify({
      images: Array.from({ length: count }, (_, at) => ({
        id: at + 1,
        file_name: `image_${String(at + 1).padStart(7, '0')}.jpg`,
        width: 640,
        height: 480,
      })),
      categories: [{ id: 1, name: 'Car' }],
      annotations: Array.from({ length: 5 * count }, (_, at) => ({
        id: at + 1,
        image_id: Math.floor(at / 5) + 1,
        category_id: 1,
        bbox: [10 * (at % 5), 20, 30, 40],
        area: 1200,
        iscrowd: 0,
      })),
    }),
  );

/**
 * Measures opening a project and listing fifty items while a job imports, copies, changes, exports or deletes ten thousand
 * items.
 */
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
  const copied = async () => {
    const other = await server.call('POST', '/project', { body: { name: 'Copies', type: 1 } });
    const { id } = await server.call('POST', `/api/v1/project/${project}/items/bring`, {
      body: { selection: { filter: {} }, folder_id: other.folder_id, to_project_id: other.id, operation: 'copy' },
    });
    await until(
      async () => (await server.call('GET', `/api/v1/project/${project}/items/changes/${id}`)).state !== 'running',
    );
  };
  /** Calls an import until it is past a state; answers it. */
  const past = async (id, state) => {
    let found;
    await until(async () => {
      found = await server.call('GET', `/api/v1/project/${project}/imports/${id}`);
      return found.status !== state;
    });
    return found;
  };
  let importId;
  const imported = async () => {
    const { id } = await server.call('PUT', `/api/v1/project/${project}/imports?name=boxes.json`, {
      as: 'browser',
      body: cocoBoxes(count),
      headers: { 'content-type': 'application/octet-stream' },
    });
    importId = id;
    await past(id, CHECKING);
    await server.call('POST', `/api/v1/project/${project}/imports/${id}/start`, { as: 'browser', body: {} });
    const { status } = await past(id, RUNNING);
    if (status !== COMPLETE) throw new Error(`The import ended with status ${status}.`);
  };
  const undone = async () => {
    await server.call('POST', `/api/v1/project/${project}/imports/${importId}/undo`, { as: 'browser' });
    await past(importId, UNDOING);
  };
  const jobs = [
    ['imports boxes on', imported],
    ['undoes an import on', undone],
    ['copies', copied],
    ['pins', () => changed({ kind: 'pin', value: true })],
    ['changes the status of', () => changed({ kind: 'status', value: 3 })],
    ['exports', exported],
    ['deletes', () => changed({ kind: 'delete', value: null })],
  ];
  const calls = [`/api/v1/project/${project}`, `/api/v1/project/${project}/items?limit=50`];
  for (const path of calls) await server.call('GET', path);
  const look = async times => {
    for (const path of calls) {
      const began = performance.now();
      await server.call('GET', path, { as: 'browser' });
      times.push(performance.now() - began);
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  };
  // Says how much of the other figures is the machine's.
  const alone = [];
  for (let looks = 0; looks < LOOKS_ALONE; looks++) await look(alone);
  figures.print('small call beside no job, p95', percentile(alone, 0.95), 'ms', { database, calls: alone.length });
  for (const [job, run] of jobs) {
    const times = [];
    let going = true;
    const looking = (async () => {
      while (going) await look(times);
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
