import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { forms, INSTANCES, projectWith, sendForm, timed, together } from '../api/documents.mjs';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ITEMS = 100_000;
const QUICK_ITEMS = 2000;
const FORMATS = [
  ['json'],
  ['coco'],
  ['yolo', 'detect'],
  ['yolo', 'segment'],
  ['voc', 'detect'],
  ['labelme'],
  ['cvat'],
  ['label-studio'],
];
/** Seconds and megabytes that a whole project may take. */
const SECONDS = 60;
const MEGABYTES = 300;
const POLL_MS = 100;
const PATIENCE_MS = 1_200_000;

/**
 * Exports of a large project in every format and its import in the own one, against a built server in a process of its
 * own. Options: `--database NAME`, `--format NAME` measures one, `--quick` takes a smaller project, `--items N` one of
 * so many. Answers whether every bar held.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const count =
    option('--items') === undefined ? (options.includes('--quick') ? QUICK_ITEMS : ITEMS) : Number(option('--items'));
  const chosen = FORMATS.filter(([format]) => option('--format') === undefined || format === option('--format'));
  if (chosen.length === 0)
    throw new Error(`--format is one of ${[...new Set(FORMATS.map(([format]) => format))].join(', ')}.`);
  const figures = new Figures('transfer');
  const folder = `${root}node_modules/.cache/loupe-bench-transfer-${process.pid}`;
  await buildServer(folder);
  try {
    const database = option('--database') ?? 'postgres';
    const server = await startServer(folder, database);
    try {
      const { project, items } = await projectWith(server, 'Large', count);
      await together(
        3,
        [...forms(items)].map(body => () => sendForm(server, project, body)),
      );
      let archive;
      for (const [format, task] of chosen) {
        const name = `${format}${task === undefined ? '' : ` ${task}`}`;
        let made;
        const {
          result: took,
          megabytes,
          before,
        } = await server.growth(() =>
          timed(async () => {
            made = await exported(server, project, { format, ...(task === undefined ? {} : { options: { task } }) });
          }),
        );
        figures.print(`export of ${count} items with ${count * INSTANCES} instances, ${name}`, took / 1000, 's', {
          bar: SECONDS * Math.max(count / ITEMS, 0.1),
          megabytes: Math.round(made.size / 1_048_576),
          database,
        });
        figures.print(`memory meanwhile, ${name}`, megabytes, 'MB', { bar: MEGABYTES, before, database });
        if (format === 'json') archive = made;
      }
      if (archive !== undefined) await measureImport(server, figures, { from: project, archive, count, database });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

/** The archive of the own format into another project that has the items. */
async function measureImport(server, figures, { from, archive, count, database }) {
  const { project } = await projectWith(server, 'Again', count);
  const { download } = await server.call('GET', `/api/v1/project/${from}/exports/${archive.id}`);
  const { pathname, search } = new URL(download);
  const { content: bytes } = await server.send('GET', pathname + search);
  const base = `/api/v1/project/${project}/imports`;
  const { id } = await server.call('PUT', `${base}?name=${encodeURIComponent('again.zip')}`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  await reached(server, `${base}/${id}`, 2);
  const {
    result: took,
    megabytes,
    before,
  } = await server.growth(() =>
    timed(async () => {
      await server.call('POST', `${base}/${id}/start`, {
        body: { conflicts: 'skip', create_classes: false, create_items: false },
      });
      const { result } = await reached(server, `${base}/${id}`, 4);
      if (result.created !== count) throw new Error(`Imported ${result.created} of ${count}.`);
    }),
  );
  figures.print(`import of ${count} items with ${count * INSTANCES} instances, json`, took / 1000, 's', {
    bar: SECONDS * Math.max(count / ITEMS, 0.1),
    database,
  });
  figures.print('memory meanwhile, import', megabytes, 'MB', { bar: MEGABYTES, before, database });
}

/** An import once it is in a state. */
async function reached(server, path, state) {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const found = await server.call('GET', path);
    if (found.status === state) return found;
    if (found.status > 4) throw new Error(`The import ended with ${JSON.stringify(found.error)}`);
    await pause(POLL_MS);
  }
  throw new Error('The import did not end.');
}

async function exported(server, project, body) {
  const path = `/api/v1/project/${project}/exports`;
  const { id } = await server.call('POST', path, { body });
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const found = await server.call('GET', `${path}/${id}`);
    if (found.status === 2) return found;
    if (found.status !== 1) throw new Error(`The export ended with ${JSON.stringify(found.error)}`);
    await pause(POLL_MS);
  }
  throw new Error('The export did not end.');
}
