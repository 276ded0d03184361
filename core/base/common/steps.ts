/** Long work in short steps: whoever runs it decides at each `yield` whether others go first. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs steps for `milliseconds` at a time and awaits `pause` in between. */
export async function inTurns<Result>(
  steps: Steps<Result>,
  pause: () => Promise<unknown>,
  milliseconds = 10,
): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < milliseconds) continue;
    await pause();
    begun = performance.now();
  }
}

/** Calls `each` for the entries of a list; a step is `every` of them. */
export function* stepping<Entry>(
  list: readonly Entry[],
  each: (entry: Entry, at: number) => void,
  every = 50,
): Steps<void> {
  for (const [at, entry] of list.entries()) {
    each(entry, at);
    if (at % every === every - 1) yield;
  }
}

/** Entries that are sorted or merged in one step. */
const SORTED = 2_000;

/** Sorts a list like `toSorted`, equal entries in the order they came. */
export function* sorting<Entry>(
  list: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
  every = SORTED,
): Steps<Entry[]> {
  let runs: Entry[][] = [];
  for (let start = 0; start < list.length; start += every) {
    runs.push(list.slice(start, start + every).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Entry[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(runs[at + 1] === undefined ? runs[at]! : yield* merging(runs[at]!, runs[at + 1]!, compare, every));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<Entry>(
  ones: readonly Entry[],
  others: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
  every: number,
): Steps<Entry[]> {
  const merged: Entry[] = [];
  for (let [one, other] = [0, 0]; one < ones.length || other < others.length;) {
    const isFirst = other === others.length || (one < ones.length && compare(ones[one]!, others[other]!) <= 0);
    merged.push(isFirst ? ones[one++]! : others[other++]!);
    if (merged.length % every === 0) yield;
  }
  return merged;
}
