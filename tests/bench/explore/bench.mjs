import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';
import { measure } from './searches.mjs';
import { measureVectors } from './vectors.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Items of the project by database; each has ten objects. */
const ITEMS = { postgres: 100_000, pglite: 20_000 };
const QUICK_ITEMS = 10_000;

/**
 * Explore over HTTP against a built server in a process of its own, on PostgreSQL and on the embedded database. Options: `--database NAME`
 * measures one, `--items N`, `--vectors N` and `--quick` take other sizes, and `--only vectors` leaves the databases out. Answers whether
 * every bar held.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const one = option('--database');
  const databases = Object.keys(ITEMS).filter(each => one === undefined || each === one);
  if (databases.length === 0) throw new Error(`--database is one of ${Object.keys(ITEMS).join(', ')}.`);
  const figures = new Figures('explore');
  const folder = `${root}node_modules/.cache/loupe-bench-explore-${process.pid}`;
  try {
    await measureVectors((figure, value, unit, details) => figures.print(figure, value, unit, details), folder, {
      vectors: option('--vectors') === undefined ? undefined : Number(option('--vectors')),
      quick: options.includes('--quick'),
    });
    if (option('--only') === 'vectors') return figures.held;
    await buildServer(folder);
    for (const database of databases) {
      const items = Number(option('--items') ?? (options.includes('--quick') ? QUICK_ITEMS : ITEMS[database]));
      const server = await startServer(folder, database);
      try {
        await measure(
          server,
          (figure, value, unit, details = {}) =>
            figures.print(figure, value, unit, { ...details, items, objects: items * 10, database }),
          { items, each: 10 },
        );
      } finally {
        await server.stop();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
