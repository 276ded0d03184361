interface Watched {
  readonly timers: Map<NodeJS.Timeout, Error>;
}

const KEY = Symbol.for('loupe.timer-watch');
/** Timers that have ended are let go when so many were made. */
const SWEEP = 5_000;
/** Calls that are kept of the place that made a timer; Vitest keeps a hundred, which costs more than the timer. */
const PLACE_CALLS = 12;

const ended = (timer: NodeJS.Timeout): boolean => (timer as unknown as { readonly _destroyed: boolean })._destroyed;

/** Notes every timer made from here on with the place that made it; once in a process. */
function watch(): Watched {
  const kept = (globalThis as { [KEY]?: Watched })[KEY];
  if (kept !== undefined) return kept;
  const watched: Watched = { timers: new Map() };
  (globalThis as { [KEY]?: Watched })[KEY] = watched;
  const noting = <Make extends typeof setInterval | typeof setTimeout>(make: Make): Make =>
    Object.defineProperties(
      ((...args: Parameters<Make>) => {
        const timer = (make as (...all: unknown[]) => NodeJS.Timeout)(...args);
        if (watched.timers.size > SWEEP)
          for (const each of watched.timers.keys()) if (ended(each)) watched.timers.delete(each);
        watched.timers.set(timer, place());
        return timer;
      }) as unknown as Make,
      Object.getOwnPropertyDescriptors(make),
    );
  globalThis.setInterval = noting(globalThis.setInterval);
  globalThis.setTimeout = noting(globalThis.setTimeout);
  return watched;
}

function place(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = PLACE_CALLS;
  const error = new Error('timer');
  Error.stackTraceLimit = limit;
  return error;
}

const watched = watch();

/** Returns the timers that will still run and keep the process alive or repeat, each with the place that made it. */
export function livingTimers(): ReadonlyMap<object, () => string> {
  const living = [...watched.timers].filter(
    ([timer]) =>
      !ended(timer) && (timer.hasRef() || (timer as unknown as { readonly _repeat: number | null })._repeat !== null),
  );
  return new Map(living.map(([timer, error]) => [timer, () => placeOf(error)]));
}

function placeOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .slice(3)
    .filter(each => !each.includes('node_modules/vitest') && !each.includes('node:internal'))
    .slice(0, 4)
    .join('\n');
}
