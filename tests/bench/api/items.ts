import { sql } from 'kysely';
import type { DatabaseKind } from '#core/data/server/index.ts';
import type { BenchApp } from './items-app.ts';
import { openBenchApp } from './items-app.ts';

/** Prints one figure; `bar` is the most it may be. */
export type Report = (figure: string, value: number, unit: string, details?: Readonly<Record<string, unknown>>) => void;

const SMALL = 1_000;
/** A folder takes 50 000 and a project 500 000: a little room is left for what the benchmark adds. */
const FOLDERS = 10;
const A_FOLDER = 49_900;
const LARGE = FOLDERS * A_FOLDER;
const ATTACHED = 50_000;
const A_CALL = 500;
const ROUNDS = 60;

interface Place {
  readonly project: number;
  readonly folders: readonly number[];
}

/** Items: half a million in one project beside a thousand in another one. */
export async function benchItems(kind: DatabaseKind, report: Report): Promise<void> {
  const app = await openBenchApp(kind);
  try {
    const small = await seeded(app, 'Small', 1, SMALL);
    const large = await seeded(app, 'Large', FOLDERS, A_FOLDER);
    await app.settle();
    await adding(app, small, large, report);
    await pages(app, large, report);
    await counting(app, large, report);
    await attaching(app, report);
  } finally {
    await app.close();
  }
}

async function place(app: BenchApp, name: string, folders: number): Promise<Place> {
  const { id: project, folder_id: root } = await app.call<{ id: number; folder_id: number }>('POST', '/project', { name, type: 1 });
  const made = [root];
  for (let index = 1; index < folders; index += 1) made.push((await app.call<{ id: number }>('POST', `/folder?project_id=${project}`, { name: `Folder ${index}` })).id);
  return { project, folders: made };
}

async function seeded(app: BenchApp, name: string, folders: number, each: number): Promise<Place> {
  const made = await place(app, name, folders);
  for (const folder of made.folders) {
    await app.database.tenant(app.teamId).transaction(async trx => {
      await sql`insert into items.item (team_id, project_id, folder_id, name, annotation_status, entropy_value, source, url)
        select ${app.teamId}::int, ${made.project}::int, ${folder}::int, 'image_' || lpad((n * 7919 % 1000003)::text, 7, '0') || '.jpg', 1 + n % 6, n % 1000, 2, 'https://files.test/' || n from generate_series(1, ${each}::int) n`.execute(trx);
    });
  }
  await app.call('PUT', `/project/${made.project}`, { name, status: 2 });
  return made;
}

let added = 0;
const attach = (app: BenchApp, { project, folders }: Place, names: readonly string[]): Promise<unknown[]> => app.call<unknown[]>('POST', '/image/ext-create', {
  project_id: project, folder_id: folders[0], team_id: app.teamId, upload_state: 3, images: names.map(name => ({ name, path: `https://files.test/${name}`, integration_id: null })), meta: {},
});

async function adding(app: BenchApp, small: Place, large: Place, report: Report): Promise<void> {
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = -10; round < ROUNDS; round += 1) {
    // In turn, so that what else the machine does falls on both.
    for (const [target, times] of [[small, few], [large, many]] as const) {
      const took = await timed(() => attach(app, target, [`added_${(added += 1)}.jpg`]));
      if (round >= 0) times.push(took);
    }
  }
  report(`add 1 item to ${LARGE}, p95`, share(many, 0.95), 'ms', { bar: 50, n: many.length });
  report(`add 1 item to ${LARGE}, median`, share(many, 0.5), 'ms', { n: many.length });
  report(`add 1 item to ${SMALL}, median`, share(few, 0.5), 'ms', { n: few.length });
  report(`add 1 item, ${LARGE} beside ${SMALL}`, share(many, 0.5) / share(few, 0.5), 'times', { bar: 1.5 });
}

async function pages(app: BenchApp, { project, folders }: Place, report: Report): Promise<void> {
  const deep = (index: number): number => (index * 4_999) % 60_000;
  const listed = (query: string): Promise<unknown> => app.call('GET', `/api/v1/project/${project}/items?limit=100&${query}`);
  const searched = (query: object, folder?: number): Promise<unknown> => app.call('POST', '/services/items/api/v1/items/search', { query: { limit: 100, ...query, join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }] } }, { project_id: project, ...(folder === undefined ? {} : { folder_id: folder }) });
  const kinds: readonly (readonly [string, (index: number) => Promise<unknown>])[] = [
    ['of a status by name', index => listed(`status=${1 + (index % 6)}&sort=name&offset=${deep(index)}`)],
    ['of two statuses by age of change', index => listed(`status=1&status=3&sort=updated&order=desc&offset=${deep(index)}`)],
    ['by priority', index => listed(`status=2&sort=priority&order=desc&offset=${index * 100}`)],
    ['by a part of the name', index => listed(`name=${String(100 + index)}&sort=name`)],
    ['body query of a status, sorted', index => searched({ offset: deep(index), search: { annotation_status: { $eq: 1 + (index % 6) } }, sort: [{ field: 'name', order: 'ASC' }] })],
    ['body query of a folder', index => searched({ offset: index * 100, search: { $and: [{ annotation_status: { $in: [1, 2] } }, { approval_status: { $eq: 0 } }] } }, folders[index % folders.length])],
    ['body query of one name', index => searched({ offset: 0, search: { name: { $eq: `image_${String(index).padStart(7, '0')}.jpg` } } }, folders[0])],
  ];
  for (const [name, ask] of kinds) {
    const times: number[] = [];
    for (let index = -5; index < ROUNDS; index += 1) {
      const took = await timed(() => ask(Math.abs(index)));
      if (index >= 0) times.push(took);
    }
    report(`page of 100 in ${LARGE}, ${name}, p95`, share(times, 0.95), 'ms', { bar: 150, n: times.length, median: Math.round(share(times, 0.5)) });
  }
}

async function counting(app: BenchApp, { project, folders }: Place, report: Report): Promise<void> {
  const kinds: readonly (readonly [string, string])[] = [
    ['all', `/api/v1/project/${project}/item-counts`],
    ['by folder', `/project/${project}/imageCounts`],
    ['room left', `/project/${project}/limitationDetails?folder_id=${folders[0]}`],
    ['of a status', `/api/v1/project/${project}/items?status=4&limit=1`],
    ['of an approval', `/api/v1/project/${project}/items?approval=0&limit=1`],
    ['by a part of the name', `/api/v1/project/${project}/items?name=77&limit=1`],
  ];
  for (const [name, path] of kinds) {
    const times: number[] = [];
    for (let index = 0; index < 20; index += 1) times.push(await timed(() => app.call('GET', path)));
    report(`count of ${LARGE}, ${name}, p95`, share(times, 0.95), 'ms', { bar: 300, n: times.length });
  }
}

async function attaching(app: BenchApp, report: Report): Promise<void> {
  const target = await place(app, 'Attached', 1);
  const took = await timed(async () => {
    for (let start = 0; start < ATTACHED; start += A_CALL) await attach(app, target, Array.from({ length: A_CALL }, (_, index) => `attached_${start + index}.jpg`));
  });
  report(`attach ${ATTACHED} items, ${A_CALL} a call`, took / 1000, 's', { bar: 20 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The value below which a share (0..1) of the values lie. */
function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
