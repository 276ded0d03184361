import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<true>();

/** Runs work that nobody waits for, such as jobs and what is done at an interval: calls go before its steps. */
export const inBackground = <T>(work: () => T): T => storage.run(true, work);

/** Returns whether this chain of calls is such work. */
export const isInBackground = (): boolean => storage.getStore() === true;
