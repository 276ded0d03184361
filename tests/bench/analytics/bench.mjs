import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { onDatabases } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';
import { measure } from './reports.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Items of the project by database; each has ten objects. */
const ITEMS = { postgres: 100_000, pglite: 20_000 };
const QUICK_ITEMS = 5_000;

/**
 * Analytics and evaluation over HTTP against a built server in a process of its own, on PostgreSQL and on the embedded
 * database. Options: `--database NAME` measures one, `--items N` and `--quick` take other sizes. Answers whether every
 * bar held.
 */
export async function run(options) {
  const figures = new Figures('analytics');
  const folder = `${root}node_modules/.cache/loupe-bench-analytics-${process.pid}`;
  try {
    await onDatabases(folder, options, { sizes: ITEMS, quick: QUICK_ITEMS }, (server, size) =>
      measure(
        server,
        (figure, value, unit, details = {}) => figures.print(figure, value, unit, { ...details, ...size }),
        size.items,
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
