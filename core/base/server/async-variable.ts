import { AsyncLocalStorage } from 'node:async_hooks';

type Values = Readonly<Record<symbol, unknown>>;

// One for all variables: Node 20 does work for each store at every promise.
const storage = new AsyncLocalStorage<Values>();

/** A value that a chain of calls carries along, also over its promises, timers and streams. */
export class AsyncVariable<T> {
  readonly #key = Symbol();

  /** Runs `work`, in which the variable has this value. */
  run<Result>(value: T, work: () => Result): Result {
    return storage.run({ ...storage.getStore(), [this.#key]: value }, work);
  }

  /** Returns the value of the running chain of calls; undefined in one that has none. */
  get(): T | undefined {
    return storage.getStore()?.[this.#key] as T | undefined;
  }
}
