import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { onDatabases } from '../support/bench-server.mjs';
import { Figures } from '../support/figures.mjs';
import { measureScroll } from './scroll.mjs';
import { measure } from './searches.mjs';
import { measureVectors } from './vectors.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Items of the project by database; each has ten objects. */
const ITEMS = { postgres: 100_000, pglite: 20_000 };
const QUICK_ITEMS = 10_000;
/** Calls of each search that count. */
const ROUNDS = 30;

/**
 * Explore over HTTP against a built server in a process of its own, on PostgreSQL and on the embedded database.
 * Options: `--database NAME` measures one, `--items N`, `--vectors N` and `--quick` take other sizes, `--rounds N` other numbers of calls, and
 * `--only vectors` leaves the databases out, `--only searches` the vectors, `--only model` all but similar objects by a
 * model; `--only scroll` scrolls the results in a browser instead. Answers whether every bar held.
 */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const figures = new Figures('explore');
  if (option('--only') === 'scroll') {
    await measureScroll(figures, options);
    return figures.held;
  }
  const folder = `${root}node_modules/.cache/loupe-bench-explore-${process.pid}`;
  // Without a model until the measurement that connects one.
  process.env.MODELS_DIR = `${folder}/models`;
  try {
    if (!['model', 'searches'].includes(option('--only')))
      await measureVectors((figure, value, unit, details) => figures.print(figure, value, unit, details), folder, {
        vectors: option('--vectors') === undefined ? undefined : Number(option('--vectors')),
        quick: options.includes('--quick'),
      });
    if (option('--only') === 'vectors') return figures.held;
    await onDatabases(folder, options, { sizes: ITEMS, quick: QUICK_ITEMS }, (server, { database, items }) =>
      measure(
        server,
        (figure, value, unit, details = {}) =>
          figures.print(figure, value, unit, { ...details, items, objects: items * 10, database }),
        { items, each: 10, rounds: Number(option('--rounds') ?? ROUNDS), modelOnly: option('--only') === 'model' },
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}
