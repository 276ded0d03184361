import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Figures } from '../support/figures.mjs';
import { buildServer, startServer } from '../support/bench-server.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PARTS = ['items', 'changes', 'annotations', 'exports'];
const DATABASES = ['postgres', 'pglite'];

/**
 * The API over HTTP against a built server in a process of its own, on PostgreSQL and on the embedded database.
 * Options: `--database NAME` and `--part NAME` measure one, `--quick` takes smaller sizes. Each part has a server of
 * its own, so that none is measured on what another left behind. Answers whether every bar held.
 */
export async function run(options) {
  const chosen = (name, all) => {
    const one = options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
    if (one !== undefined && !all.includes(one)) throw new Error(`${name} is one of ${all.join(', ')}.`);
    return one === undefined ? all : [one];
  };
  const [parts, databases] = [chosen('--part', PARTS), chosen('--database', DATABASES)];
  const quick = options.includes('--quick');
  const figures = new Figures('api');
  const folder = `${root}node_modules/.cache/loupe-bench-api-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of databases) {
      for (const part of parts) {
        const { measure } = await import(new URL(`./${part}.mjs`, import.meta.url).href);
        const server = await startServer(folder, database);
        try {
          await measure(
            server,
            (figure, value, unit, details = {}) => figures.print(figure, value, unit, { ...details, part, database }),
            { quick, database },
          );
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
