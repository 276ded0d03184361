import { createHash } from 'node:crypto';

/** True in `npm run test:long`, which runs every case of every matrix on every database. */
export const isLongRun = process.env['LOUPE_TEST_RUN'] === 'long';

/** The seed that chooses the slices of this run. `npm test` sets it to the commit; a failure names it. */
export const runSeed = process.env['LOUPE_TEST_SEED'] ?? 'local';

/** Returns a number from 0 to below `count` that depends on `title` and the seed of the run only. */
export function seededIndex(title: string, count: number): number {
  return createHash('sha256').update(`${runSeed}\n${title}`).digest().readUInt32BE(0) % count;
}

/** Returns the seed of this run as a number, for generators that take one. */
export function seededNumber(title: string): number {
  return seededIndex(title, 0x7fff_ffff);
}

/**
 * Returns the part of a matrix that this run tests: `size` of `all`, chosen by the seed and in their order; all of them
 * in the long run. Over many commits every case has its turn. Give each matrix a title of its own, so that matrices do
 * not move in step.
 */
export function slice<T>(title: string, all: readonly T[], size: number): readonly T[] {
  if (isLongRun || size >= all.length) return all;
  const ranked = all.map((each, index) => ({
    each,
    index,
    rank: createHash('sha256').update(`${runSeed}\n${title}\n${index}`).digest('hex'),
  }));
  return ranked
    .toSorted((one, other) => one.rank.localeCompare(other.rank))
    .slice(0, size)
    .toSorted((one, other) => one.index - other.index)
    .map(({ each }) => each);
}

/** Tests that kill processes, or go on until what is left behind shows. Each takes half a minute or more. */
const ENDURANCE = [
  'kills of the embedded database',
  'kills of jobs',
  'kills of the server',
  'kills of the server in a pipeline',
  'ends of the server in a change',
  'a restart of PostgreSQL',
  'an upgrade',
  'leaks of plugins',
] as const;

/** Browser tests of work that outlives a killed tab, a lost network and a second tab. */
const KEPT_WORK = [
  'a killed tab',
  'killed tabs and a change meanwhile',
  'an outage',
  'two tabs',
  'a move without an answer',
  'items without a network',
  'paint of a killed tab',
  'paint after an outage',
] as const;

/**
 * Returns whether a test has its turn in this run: two of `ENDURANCE` and four of `KEPT_WORK` in each, all in the long
 * run.
 */
export function hasTurn(test: (typeof ENDURANCE | typeof KEPT_WORK)[number]): boolean {
  return [...slice('endurance', ENDURANCE, 2), ...slice('kept work', KEPT_WORK, 4)].includes(test);
}

/** Runs that try all repetitions of a property between them. */
const RUNS = 25;

/**
 * Returns the seeds this run gives a test that repeats itself `count` times: a twenty-fifth of them in a row, all in the
 * long run.
 */
export function seedsOf(title: string, count: number): readonly number[] {
  const seeds = Array.from({ length: count }, (_, seed) => seed);
  if (isLongRun) return seeds;
  const size = Math.ceil(count / RUNS);
  const from = seededIndex(title, Math.ceil(count / size)) * size;
  return seeds.slice(from, from + size);
}

/** Returns how often this run tries a property that the long run tries `count` times. */
export function runsOf(count: number): number {
  return isLongRun ? count : Math.ceil(count / RUNS);
}
