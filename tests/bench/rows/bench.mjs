import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ROWS = 50_000;
const QUICK_ROWS = 2000;
const POLL_MS = 50;
/** Seconds and megabytes that a full folder of rows may take. */
const LOOK_SECONDS = 30;
const IMPORT_SECONDS = 180;
const EXPORT_SECONDS = 60;
const MEGABYTES = 300;

const form = {
  components: [
    { id: 'prompt', type: 'textarea', value: '', max: 0 },
    { id: 'better', type: 'radio', value: '', options: [{ value: 'A' }, { value: 'B' }] },
    { id: 'quality', type: 'number', value: null, min: 0, max: 100 },
    { id: 'issues', type: 'checkbox', value: [], options: [{ value: 'Unsafe' }, { value: 'Wrong' }] },
    {
      id: 'answers',
      type: 'group',
      children: [
        { id: 'answer', type: 'markdown', value: '' },
        { id: 'stars', type: 'rating', value: null },
      ],
    },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};
const lines = count =>
  [
    '_item_name,prompt,better,quality,issues,answers[0].answer,answers[0].stars,answers[1].answer,answers[1].stars',
    ...Array.from(
      { length: count },
      (_, at) =>
        `item ${at},"Question ${at}, ""quoted"": ${'words '.repeat(20)}",${at % 2 === 0 ? 'A' : 'B'},${at % 101},"[""Unsafe""]",${'An answer. '.repeat(10)},${at % 6},'=1+${at},${at % 5}`,
    ),
    '',
  ].join('\r\n');

/**
 * Rows of CSV looked through, imported, imported again and exported, against a built server in a process of its own.
 * Options: `--database NAME`, `--quick`, `--rows N`.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const count = Number(option('--rows') ?? (options.includes('--quick') ? QUICK_ROWS : ROWS));
  const share = Math.max(count / ROWS, 0.1);
  const database = option('--database') ?? 'postgres';
  const figures = new Figures('rows');
  const folder = `${root}node_modules/.cache/loupe-bench-rows-${process.pid}`;
  await buildServer(folder);
  try {
    const server = await startServer(folder, database);
    try {
      const { id: project } = await server.call('POST', '/project', {
        body: {
          team_id: String(server.teamId),
          name: 'Rows',
          type: 8,
          settings: [],
          contributors: [],
          classes: [],
          custom_fields: {},
        },
      });
      await server.call('POST', `/project/${project}/custom-editor-template`, { body: form });
      const base = `/api/v1/project/${project}/rows`;
      const body = Buffer.from(lines(count));
      const reached = async (id, state) => {
        for (;;) {
          const found = await server.call('GET', `${base}/imports/${id}`);
          if (found.status === state) return found;
          if (found.status > 5) throw new Error(`The import ended with ${JSON.stringify(found.error)}`);
          await pause(POLL_MS);
        }
      };
      const measured = async (name, bar, work) => {
        const began = performance.now();
        const { megabytes, before } = await server.growth(work);
        figures.print(name, (performance.now() - began) / 1000, 's', {
          bar: bar * share,
          rows: count,
          megabytes: Math.round(body.length / 1_048_576),
          database,
        });
        figures.print(`memory meanwhile, ${name}`, megabytes, 'MB', { bar: MEGABYTES, before, database });
      };
      for (const name of ['first', 'again']) {
        let at;
        await measured(`send and look through, ${name}`, LOOK_SECONDS, async () => {
          const { id } = await server.call('POST', `${base}/uploads?name=rows.csv`, {
            body,
            headers: {
              'tus-resumable': '1.0.0',
              'upload-length': String(body.length),
              'content-type': 'application/offset+octet-stream',
            },
          });
          at = await reached(id, 3);
          if (at.report.refused > 0 || at.report.created + at.report.present !== count)
            throw new Error(JSON.stringify(at.report).slice(0, 2000));
        });
        await measured(`import, ${name}`, IMPORT_SECONDS, async () => {
          await server.call('POST', `${base}/imports/${at.id}/start`);
          const { result } = await reached(at.id, 5);
          if (result.failed > 0 || (name === 'first' ? result.created : result.skipped) !== count)
            throw new Error(JSON.stringify(result));
        });
      }
      await measured('export as CSV', EXPORT_SECONDS, async () => {
        const { id } = await server.call('POST', `/api/v1/project/${project}/exports`, { body: { format: 'csv' } });
        for (;;) {
          const found = await server.call('GET', `/api/v1/project/${project}/exports/${id}`);
          if (found.status === 2) return;
          if (found.status !== 1) throw new Error(JSON.stringify(found.error));
          await pause(POLL_MS);
        }
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
