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
