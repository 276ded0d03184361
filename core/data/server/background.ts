import { AsyncVariable } from '#core/base/server/index.ts';

const background = new AsyncVariable<true>();

/** Runs work that nobody waits for, such as jobs and what is done at an interval: calls go before its steps. */
export const inBackground = <T>(work: () => T): T => background.run(true, work);

/** Returns whether this chain of calls is such work. */
export const isInBackground = (): boolean => background.get() === true;
