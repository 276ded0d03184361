import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';
import { measure } from './reports.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Items of the project by database; each has ten objects. */
const ITEMS = { postgres: 100_000, pglite: 20_000 };
const QUICK_ITEMS = 5_000;

/**
 * Analytics and evaluation over HTTP against a built server in a process of its own, on PostgreSQL and on the embedded database. Options:
 * `--database NAME` measures one, `--items N` and `--quick` take other sizes. Answers whether every bar held.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const one = option('--database');
  const databases = Object.keys(ITEMS).filter(each => one === undefined || each === one);
  if (databases.length === 0) throw new Error(`--database is one of ${Object.keys(ITEMS).join(', ')}.`);
  const figures = new Figures('analytics');
  const folder = `${root}node_modules/.cache/loupe-bench-analytics-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of databases) {
      const items = Number(option('--items') ?? (options.includes('--quick') ? QUICK_ITEMS : ITEMS[database]));
      const server = await startServer(folder, database);
      try {
        await measure(
          server,
          (figure, value, unit, details = {}) => figures.print(figure, value, unit, { ...details, items, database }),
          items,
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
