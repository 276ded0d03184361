import { importBuilt } from '../support/build-for-node.mjs';
import { percentile } from '../support/figures.mjs';

const DIMENSION = 512;
const COUNT = 1_000_000;
const QUICK_COUNT = 100_000;
const TOP = 100;
const QUERIES = 20;
/** Pictures of a kind: vectors of models lie in clusters. */
const CLUSTER = 250;

/**
 * The 100 nearest of 1 000 000 vectors of 512 dimensions, as queries find them, beside an exact comparison of the
 * vectors before they were stored as bytes. Half of the queries allow only each second vector. `--vectors N` takes
 * another number.
 */
export async function measureVectors(print, folder, { vectors, quick }) {
  const { nearest, putVector, signWords, vectorBytes } = await importBuilt(
    'tests/bench/explore/vectors.ts',
    `${folder}/vectors`,
  );
  const count = vectors ?? (quick ? QUICK_COUNT : COUNT);
  const words = signWords(DIMENSION);
  const next = sequence(11);
  const normal = () => next() + next() + next() - 1.5;
  const centres = Array.from({ length: Math.ceil(count / CLUSTER) }, () =>
    Float32Array.from({ length: DIMENSION }, normal),
  );
  const vectorOf = at => {
    const own = sequence(at + 1);
    return centres[at % centres.length].map(value => value + (own() + own() + own() - 1.5) * 0.8);
  };
  const table = {
    dimension: DIMENSION,
    vectors: new Int8Array(new SharedArrayBuffer(count * DIMENSION)),
    lengths: new Float32Array(new SharedArrayBuffer(count * 4)),
    signs: new Uint32Array(new SharedArrayBuffer(count * words * 4)),
  };
  const queries = Array.from({ length: QUERIES }, (_, at) => vectorOf(Math.floor((at * count) / QUERIES)));
  const truths = queries.map(() => []);
  let building = 0;
  for (let at = 0; at < count; at++) {
    const vector = vectorOf(at);
    const began = performance.now();
    putVector(table, at, vectorBytes(vector));
    building += performance.now() - began;
    queries.forEach((query, index) => {
      if (index % 2 === 0 || at % 2 === 0) keep(truths[index], at, cosine(query, vector));
    });
  }
  const even = Uint8Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 1 : 0));
  const [times, processor, shares] = [[], [], []];
  queries.forEach((query, index) => {
    const used = process.cpuUsage();
    const began = performance.now();
    const { places } = nearest(table, vectorBytes(query), TOP, index % 2 === 0 ? undefined : even);
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1000);
    const truth = new Set(best(truths[index]).map(each => each.at));
    shares.push([...places].filter(place => truth.has(place)).length / TOP);
  });
  const details = { vectors: count, dimension: DIMENSION };
  print('vectors.top100', percentile(times, 0.95), 'ms p95', { bar: 100, ...details });
  // Time of the processor: what is left of the above on a machine that does nothing else.
  print('vectors.top100.processor', percentile(processor, 0.95), 'ms p95', details);
  print('vectors.recall', shares.reduce((sum, each) => sum + each, 0) / shares.length, 'share', {
    least: 0.95,
    ...details,
  });
  print('vectors.build', building / 1000, 's', { bar: 600, ...details });
  print('vectors.memory', (table.vectors.byteLength + table.lengths.byteLength + table.signs.byteLength) / 1e9, 'GB', {
    bar: 4,
    ...details,
  });
}

/** Numbers from 0 to 1 that are the same in every run. */
function sequence(seed) {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function cosine(one, other) {
  let [dot, first, second] = [0, 0, 0];
  for (let at = 0; at < DIMENSION; at++) {
    dot += one[at] * other[at];
    first += one[at] * one[at];
    second += other[at] * other[at];
  }
  return dot / Math.sqrt(first * second);
}

/** Keeps the best of a list; it grows to twice as many before it is cut. */
function keep(list, at, score) {
  if (list.least !== undefined && score <= list.least) return;
  list.push({ at, score });
  if (list.length >= TOP * 2) best(list);
}

/** Leaves the best of a list, sorted. */
function best(list) {
  list.sort((one, other) => other.score - one.score);
  list.length = Math.min(list.length, TOP);
  list.least = list[TOP - 1]?.score;
  return list;
}
