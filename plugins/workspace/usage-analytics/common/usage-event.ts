/** Actions of one batch. */
export const MOST_ACTIONS = 200;

/** Name of an action: `plugin.action`. */
export const ACTION_NAME = /^[a-z][a-z0-9-]*(?:\.[A-Za-z][\w-]*)+$/;

/** An action as an address or a file receives it. It says nothing of who ran it. */
export interface UsageEvent {
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly team: number | null;
  readonly project: number | null;
  /** Team role: 4 contributor, 7 admin, 12 owner, 15 owner of the organization; null outside teams. */
  readonly role: number | null;
  /** Plan code: 1 Pro, 2 Starter, 3 Enterprise, 99 Free; null outside teams. */
  readonly plan: number | null;
  /** Random, new after each sign-out. */
  readonly visit: string;
  /** CSS pixels when the visit began. */
  readonly window: { readonly width: number; readonly height: number };
}
