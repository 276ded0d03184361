import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const LINES = 1_500_000;
const QUICK_LINES = 100_000;
/** Items of a folder of the manifest: what a folder takes unless the operator sets more. */
const IN_FOLDER = 50_000;
const POLL_MS = 200;
/** Limits for all lines: seconds, and megabytes that the server may grow by. */
const SECONDS = 300;
const MEGABYTES = 300;
/** Bytes of one request of the upload. */
const PART = 64 * 1024 * 1024;

/** The manifest, in parts. */
function* parts(count) {
  let part = 'name,folder,url\n';
  for (let at = 0; at < count; at += 1) {
    const name = `image_${String(at).padStart(7, '0')}.jpg`;
    part += `${name},Part ${Math.floor(at / IN_FOLDER)},https://files.test/pictures/2026/${name}\n`;
    if (part.length < PART) continue;
    yield Buffer.from(part);
    part = '';
  }
  yield Buffer.from(part);
}

/**
 * Attaches a manifest of 1 500 000 addresses, against a built server in a process of its own. Options:
 * `--database NAME`, `--quick`, `--lines N`.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const count = Number(option('--lines') ?? (options.includes('--quick') ? QUICK_LINES : LINES));
  const database = option('--database') ?? 'postgres';
  const figures = new Figures('manifest');
  const folder = `${root}node_modules/.cache/loupe-bench-manifest-${process.pid}`;
  await buildServer(folder);
  try {
    const server = await startServer(folder, database);
    try {
      const { id: project } = await server.call('POST', '/project', { body: { name: 'Long', type: 1 } });
      const whole = [...parts(count)];
      const size = whole.reduce((sum, each) => sum + each.length, 0);
      const details = { lines: count, bytes: size, database, load: loadavg()[0] };
      const began = performance.now();
      let sent;
      const { megabytes, result } = await server.growth(async () => {
        const base = `/api/v1/project/${project}/uploads`;
        const tus = { 'tus-resumable': '1.0.0' };
        const made = await server.send('POST', `${base}?name=long.csv&unpack=addresses`, {
          headers: { ...tus, 'upload-length': String(size) },
        });
        const location = made.headers.location;
        let offset = 0;
        let text = '';
        for (const each of whole) {
          const answer = await server.send('PATCH', location, {
            body: each,
            headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          });
          if (answer.status >= 300) throw new Error(answer.text);
          offset += each.length;
          ({ text } = answer);
        }
        sent = performance.now();
        const { job_id: job } = JSON.parse(text);
        for (;;) {
          const found = await server.call('GET', `/api/v1/jobs/${job}`);
          if (found.state === 'COMPLETED') return found.result;
          if (found.state === 'FAILED') throw new Error(JSON.stringify(found.error));
          await pause(POLL_MS);
        }
      });
      if (result.created !== count) throw new Error(JSON.stringify(result).slice(0, 500));
      const seconds = (performance.now() - began) / 1000;
      figures.print('attach a manifest', seconds, 's', { bar: SECONDS * Math.max(count / LINES, 0.05), ...details });
      figures.print('of it sending the file', (sent - began) / 1000, 's', details);
      figures.print('items a second', count / seconds, 'items/s', details);
      figures.print('memory meanwhile', megabytes, 'MB', { bar: MEGABYTES, ...details });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
