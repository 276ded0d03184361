import type { Disposable } from './disposables.ts';
import { toDisposable } from './disposables.ts';

/** The place of a tap among the others. */
export interface TapOptions {
  /** Small first, 0 when absent; of equal stages the earlier tap runs first. */
  readonly stage?: number;
  /** Owners whose taps run later, whatever their stage. */
  readonly before?: string | readonly string[];
}

/** A first argument that leaves out the taps of plugins that are switched off. */
export interface HookGate {
  enabled(owner: string): boolean;
}

interface Tap<A extends readonly unknown[], R> {
  readonly owner: string;
  readonly stage: number;
  readonly fn: (...args: A) => R;
}

type Report = (error: unknown, owner: string, hook: string, subject: unknown) => void;
let report: Report = error =>
  queueMicrotask(() => {
    throw error;
  });

/**
 * Sets the receiver of errors of throwing NoticeHook taps, with the first argument of the notice. Called once by each
 * half's composition root.
 */
export function onHookError(listener: Report): void {
  report = listener;
}

const passes = (gate: unknown, owner: string): boolean => {
  const { enabled } = (gate ?? {}) as Partial<HookGate>;
  return typeof enabled !== 'function' || (gate as HookGate).enabled(owner);
};

/** Hooks of this process or page by name, held weakly. */
const made = new Map<string, WeakRef<{ readonly owners: readonly string[] }>>();

/** Returns the names of the hooks in memory, each with the owners of its taps in the order they run. */
export function hooksNow(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...made].flatMap(([name, hook]) => {
      const owners = hook.deref()?.owners;
      return owners === undefined ? [] : [[name, owners] as const];
    }),
  );
}

/** An ordered list of taps. A change makes a new list, so a running call keeps the one it began with. */
abstract class Hook<A extends readonly unknown[], R> {
  #taps: readonly Tap<A, R>[] = [];

  constructor(readonly name: string) {
    made.set(name, new WeakRef(this));
  }

  /** Adds a tap that belongs to `owner` (the plugin id). */
  tap(owner: string, fn: (...args: A) => R, { stage = 0, before = [] }: TapOptions = {}): Disposable {
    const tap: Tap<A, R> = { owner, stage, fn };
    const later = [before].flat();
    const byStage = this.#taps.findLastIndex(each => each.stage <= stage) + 1;
    const byOwner = this.#taps.findIndex(each => later.includes(each.owner));
    this.#taps = this.#taps.toSpliced(byOwner === -1 ? byStage : Math.min(byStage, byOwner), 0, tap);
    return toDisposable(() => {
      this.#taps = this.#taps.filter(each => each !== tap);
    });
  }

  /** Owners of the taps, in the order they run. */
  get owners(): readonly string[] {
    return this.#taps.map(each => each.owner);
  }

  /** Returns the taps of a call: all but those of plugins that its first argument says are off. */
  protected tapsFor(gate: unknown): readonly Tap<A, R>[] {
    return this.#taps.filter(each => passes(gate, each.owner));
  }
}

/** It happened; taps cannot stop it. A throwing tap is reported and the rest still run. */
export class NoticeHook<A extends readonly unknown[]> extends Hook<A, void> {
  call(...args: A): void {
    for (const { owner, fn } of this.tapsFor(args[0])) {
      try {
        fn(...args);
      } catch (error) {
        report(error, owner, this.name, args[0]);
      }
    }
  }
}

/**
 * Each tap may return a new first value; `undefined` keeps it. On the server the value is the second argument, after
 * the context.
 */
export class ChangeHook<T, A extends readonly unknown[] = []> extends Hook<readonly [T, ...A], T | undefined | void> {
  call(value: T, ...args: A): T {
    let current = value;
    for (const { fn } of this.tapsFor(value)) {
      const next = fn(current, ...args);
      if (next !== undefined) current = next as T;
    }
    return current;
  }
}

/**
 * Like ChangeHook, but may wait, and its first argument is the context, so that taps of plugins switched off are left
 * out.
 */
export class RevisionHook<C, T, A extends readonly unknown[] = []> extends Hook<
  readonly [C, T, ...A],
  Promise<T | undefined | void> | T | undefined | void
> {
  async promise(context: C, value: T, ...args: A): Promise<T> {
    let current = value;
    for (const { fn } of this.tapsFor(context)) {
      const next = await fn(context, current, ...args);
      if (next !== undefined) current = next as T;
    }
    return current;
  }
}

/** First answer wins, at once. `undefined` means "no opinion". */
export class ChoiceHook<A extends readonly unknown[], R> extends Hook<A, R | undefined | void> {
  call(...args: A): R | undefined {
    for (const { fn } of this.tapsFor(args[0])) {
      const answer = fn(...args);
      if (answer !== undefined) return answer as R;
    }
    return undefined;
  }
}

/** First answer wins, may wait. `undefined` means "no opinion"; a veto answers with a Fault. */
export class QuestionHook<A extends readonly unknown[], R> extends Hook<
  A,
  Promise<R | undefined | void> | R | undefined | void
> {
  async promise(...args: A): Promise<R | undefined> {
    for (const { fn } of this.tapsFor(args[0])) {
      const answer = await fn(...args);
      if (answer !== undefined) return answer as R;
    }
    return undefined;
  }
}

/** Ordered work everybody waits for; a fault stops it. */
export class StageHook<A extends readonly unknown[]> extends Hook<A, Promise<void> | void> {
  async promise(...args: A): Promise<void> {
    for (const { fn } of this.tapsFor(args[0])) await fn(...args);
  }
}

/** One hook per place or kind, made at first use: `menu.for('item.context')`. */
export class KeyedHooks<H extends { readonly name: string }> {
  readonly #hooks = new Map<string, H>();

  constructor(readonly make: (key: string) => H) {}

  for(key: string): H {
    let hook = this.#hooks.get(key);
    if (hook === undefined) this.#hooks.set(key, (hook = this.make(key)));
    return hook;
  }

  /** Returns the hook of that name, or undefined when the name is of another one. */
  named(name: string): H | undefined {
    const pattern = this.make('*').name;
    made.delete(pattern);
    const [start = '', end = ''] = pattern.split('*');
    const key = name.slice(start.length, name.length - end.length);
    return key !== '' && name === `${start}${key}${end}` ? this.for(key) : undefined;
  }

  get keys(): readonly string[] {
    return [...this.#hooks.keys()];
  }
}

/** A hook of any kind. */
export type AnyHook = Pick<NoticeHook<never>, 'name' | 'owners'> & {
  tap(owner: string, fn: (...args: never[]) => unknown, options?: TapOptions): Disposable;
};

/** Returns the hook of that name among the properties of these objects. */
export function findHook(owners: Iterable<object>, name: string): AnyHook | undefined {
  for (const owner of owners)
    for (const value of Object.values(owner)) {
      if (value instanceof Hook && value.name === name) return value;
      const keyed: unknown = value instanceof KeyedHooks ? value.named(name) : undefined;
      if (keyed instanceof Hook) return keyed;
    }
  return undefined;
}
