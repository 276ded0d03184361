import { setTimeout as pause } from 'node:timers/promises';
import { forms, INSTANCES, projectWith, sendForm, timed, together } from './documents.mjs';

const ITEMS = 10_000;
const QUICK_ITEMS = 1000;
const FORMATS = [
  ['own format', {}],
  ['COCO', { export_format: 2 }],
];
/** The client asks every second; the benchmark asks oftener, so that the figure is that of the server. */
const POLL_MS = 100;
const PATIENCE_MS = 600_000;

/** Exports of annotated items in both formats, and their download. */
export async function measure(server, report, { quick }) {
  const count = quick ? QUICK_ITEMS : ITEMS;
  for (const [shapes, polygons] of [
    ['boxes and polygons', false],
    ['polygons', true],
  ]) {
    const { project, items } = await projectWith(server, `Exports of ${shapes}`, count);
    await together(
      3,
      [...forms(items, polygons)].map(body => () => sendForm(server, project, body)),
    );
    for (const [format, body] of FORMATS) {
      let made;
      const {
        result: took,
        megabytes,
        before,
      } = await server.growth(() =>
        timed(async () => {
          made = await prepared(server, project, body);
        }),
      );
      report(`export of ${count} documents of ${INSTANCES} ${shapes}, ${format}`, took / 1000, 's', {
        bar: (60 * count) / ITEMS,
        megabytes: Math.round(made.size / 1_048_576),
      });
      report(`memory while they are exported, ${shapes}, ${format}`, megabytes, 'MB', { bar: 200, before });
      const { pathname, search } = new URL(made.download);
      const download = await timed(async () => {
        const { bytes } = await server.send('GET', pathname + search);
        if (bytes !== made.size) throw new Error(`${bytes} bytes came instead of ${made.size}.`);
      });
      report(`download of the archive, ${shapes}, ${format}`, download / 1000, 's');
    }
  }
}

async function prepared(server, project, body) {
  const { id } = await server.call('POST', `/export?project_id=${project}`, {
    body: { fuse: 0, is_pinned: 0, coco: 0, time: 'Nov 20 2026 03:52', ...body },
  });
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const found = await server.call('GET', `/export/${id}?project_id=${project}`);
    if (found.status === 2) return found;
    if (found.status !== 1) throw new Error(`The export ended with ${JSON.stringify(found.error)}`);
    await pause(POLL_MS);
  }
  throw new Error('The export did not end.');
}
