import {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from 'tapable';
import type { Disposable } from './disposables.ts';
import { toDisposable } from './disposables.ts';

/** Where a tap stands among the others: tapable's `stage` (small first) and `before` (owner names). */
export interface TapOptions {
  readonly stage?: number;
  readonly before?: string | readonly string[];
}

/** What a hook needs to know of a call to leave out the taps of plugins that are switched off. */
export interface HookGate {
  enabled(owner: string): boolean;
}

interface Tap {
  readonly name: string;
  readonly fn: (...args: never[]) => unknown;
}

/** The few parts of a tapable hook this file relies on; `_resetCompilation` is private there, so tapable is pinned. */
interface TapableHook {
  taps: Tap[];
  compile: (options: { taps: Tap[] }) => (...args: unknown[]) => unknown;
  _resetCompilation(): void;
  tap(options: { name: string; stage?: number; before?: string | string[] }, fn: (...args: never[]) => unknown): void;
}

type Report = (error: unknown, owner: string, hook: string, subject: unknown) => void;
let report: Report = error =>
  queueMicrotask(() => {
    throw error;
  });

/** Says where the errors of throwing Notice taps go, with the first argument of the notice. Set once by each half's composition root. */
export function onHookError(listener: Report): void {
  report = listener;
}

const passes = (args: readonly unknown[], owner: string): boolean => {
  const gate = args[0] as Partial<HookGate> | undefined;
  return typeof gate?.enabled !== 'function' || gate.enabled(owner);
};

/** Hooks of this process or page by name, for those who want to see who takes part; a hook that is gone is no longer here. */
const made = new Map<string, WeakRef<{ readonly owners: readonly string[] }>>();

/** Names of the hooks that there are now, and who taps each, in the order they run. */
export function hooksNow(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...made].flatMap(([name, hook]) => {
      const owners = hook.deref()?.owners;
      return owners === undefined ? [] : [[name, owners] as const];
    }),
  );
}

abstract class Hook<A extends readonly unknown[], R> {
  readonly #tapable: TapableHook;

  protected constructor(
    readonly name: string,
    tapable: unknown,
    interpret: (taps: readonly Tap[], args: A) => unknown,
  ) {
    this.#tapable = tapable as TapableHook;
    made.set(name, new WeakRef(this));
    // tapable would build its call with `new Function`, which `script-src 'self'` forbids.
    this.#tapable.compile =
      ({ taps }) =>
      (...args) =>
        interpret(
          taps.filter(each => passes(args, each.name)),
          args as unknown as A,
        );
  }

  /** Adds a tap that belongs to `owner` (the plugin id). */
  tap(owner: string, fn: (...args: A) => R, options: TapOptions = {}): Disposable {
    const before = typeof options.before === 'string' ? options.before : options.before && [...options.before];
    const own = (...args: A): R => fn(...args);
    this.#tapable.tap(
      {
        name: owner,
        ...(options.stage === undefined ? {} : { stage: options.stage }),
        ...(before === undefined ? {} : { before }),
      },
      own as unknown as (...args: never[]) => unknown,
    );
    return toDisposable(() => {
      this.#tapable.taps = this.#tapable.taps.filter(each => each.fn !== (own as unknown));
      this.#tapable._resetCompilation();
    });
  }

  /** Owners of the taps, in the order they run. */
  get owners(): readonly string[] {
    return this.#tapable.taps.map(each => each.name);
  }

  protected invoke(kind: 'call' | 'promise', args: A): unknown {
    return (this.#tapable as unknown as Record<string, (...args: unknown[]) => unknown>)[kind]!(...args);
  }
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `argument${index}`);
const run = <A extends readonly unknown[]>(tap: Tap, args: A): unknown =>
  (tap.fn as (...args: unknown[]) => unknown)(...args);

/** It happened; taps cannot stop it. A throwing tap is reported and the rest still run. */
export class Notice<A extends readonly unknown[]> extends Hook<A, void> {
  constructor(name: string) {
    super(name, new SyncHook(names(3) as never), (taps, args) => {
      for (const each of taps) {
        try {
          run(each, args);
        } catch (error) {
          report(error, each.name, name, args[0]);
        }
      }
    });
  }

  call(...args: A): void {
    this.invoke('call', args);
  }
}

/** Each tap may return a new first value; `undefined` keeps it. On the server the value is the second argument, after the context. */
export class Change<T, A extends readonly unknown[] = []> extends Hook<readonly [T, ...A], T | undefined | void> {
  constructor(name: string) {
    super(name, new SyncWaterfallHook(names(3) as never), (taps, [value, ...rest]) => {
      let current = value;
      for (const each of taps) {
        const next = run(each, [current, ...rest]);
        if (next !== undefined) current = next as T;
      }
      return current;
    });
  }

  call(value: T, ...args: A): T {
    return this.invoke('call', [value, ...args]) as T;
  }
}

/** Like Change, but may wait, and its first argument is the context, so that taps of plugins switched off are left out. */
export class Revision<C, T, A extends readonly unknown[] = []> extends Hook<
  readonly [C, T, ...A],
  Promise<T | undefined | void> | T | undefined | void
> {
  constructor(name: string) {
    super(name, new AsyncSeriesWaterfallHook(names(4) as never), async (taps, [context, value, ...rest]) => {
      let current = value;
      for (const each of taps) {
        const next = await run(each, [context, current, ...rest]);
        if (next !== undefined) current = next as T;
      }
      return current;
    });
  }

  promise(context: C, value: T, ...args: A): Promise<T> {
    return this.invoke('promise', [context, value, ...args]) as Promise<T>;
  }
}

/** First answer wins, at once. `undefined` means "no opinion". */
export class Choice<A extends readonly unknown[], R> extends Hook<A, R | undefined | void> {
  constructor(name: string) {
    super(name, new SyncBailHook(names(3) as never), (taps, args) => {
      for (const each of taps) {
        const answer = run(each, args);
        if (answer !== undefined) return answer;
      }
      return undefined;
    });
  }

  call(...args: A): R | undefined {
    return this.invoke('call', args) as R | undefined;
  }
}

/** First answer wins, may wait. `undefined` means "no opinion"; a veto answers with a Fault. */
export class Question<A extends readonly unknown[], R> extends Hook<
  A,
  Promise<R | undefined | void> | R | undefined | void
> {
  constructor(name: string) {
    super(name, new AsyncSeriesBailHook(names(3) as never), async (taps, args) => {
      for (const each of taps) {
        const answer = await run(each, args);
        if (answer !== undefined) return answer;
      }
      return undefined;
    });
  }

  promise(...args: A): Promise<R | undefined> {
    return this.invoke('promise', args) as Promise<R | undefined>;
  }
}

/** Ordered work everybody waits for; a fault stops it. */
export class Stage<A extends readonly unknown[]> extends Hook<A, Promise<void> | void> {
  constructor(name: string) {
    super(name, new AsyncSeriesHook(names(3) as never), async (taps, args) => {
      for (const each of taps) await run(each, args);
    });
  }

  promise(...args: A): Promise<void> {
    return this.invoke('promise', args) as Promise<void>;
  }
}

/** One hook per place or kind, made at first use: `menu.for('item.context')`. */
export class Keyed<H> {
  readonly #hooks = new Map<string, H>();

  constructor(readonly make: (key: string) => H) {}

  for(key: string): H {
    let hook = this.#hooks.get(key);
    if (hook === undefined) this.#hooks.set(key, (hook = this.make(key)));
    return hook;
  }

  get keys(): readonly string[] {
    return [...this.#hooks.keys()];
  }
}
