import type { AppContext } from './app-context.ts';
import type { WorkbenchEvents } from './workbench.ts';

/** Calls from the SDK in an app to the product: first `hello`, then calls by their names. */
export type HostCalls = { readonly hello: { readonly args: { readonly sdk: string }; readonly data: AppContext } } & {
  readonly [call: string]: { readonly args: never; readonly data: never };
};

/** Events between an app and the product. */
export interface WireEvents extends WorkbenchEvents {
  /** The app wrote to its console. */
  readonly console: { readonly level: ConsoleLevel; readonly text: string };
  /** The app's page was removed because drawing it threw. */
  readonly stopped: { readonly message: string };
}

/** Levels of an app's console. */
export const CONSOLE_LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const;
/** One of {@link CONSOLE_LEVELS}. */
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** A call may wait for a person or a model, so long at most, milliseconds. */
export const LONGEST_CALL_MS = 10 * 60_000;

/** Limits of one app; past these a call answers RATE_LIMITED or TOO_LARGE. */
export const APP_LIMITS = {
  /** Calls that may begin in one second, and in one burst after a pause. */
  callsPerSecond: 50,
  burst: 100,
  /** Calls that are under way at the same time. */
  underWay: 32,
  /** About how many bytes the argument of a call has. */
  argumentBytes: 4 * 1024 * 1024,
} as const;

/**
 * Returns whether the version that an app was written for (`1.2`) is offered by `offered`: the same first number, and a
 * second that is not higher.
 */
export function isOffered(asked: string, offered: string): boolean {
  const [askedFirst, askedSecond] = asked.split('.').map(Number);
  const [first, second] = offered.split('.').map(Number);
  return askedFirst === first && (askedSecond ?? 0) <= (second ?? 0);
}
