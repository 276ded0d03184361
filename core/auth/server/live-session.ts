import type { Caller } from '#core/api/server/index.ts';
import type { SessionWay } from './auth-tables.ts';

/** A session that goes on: whose it is, and how it was opened. */
export interface LiveSession {
  readonly caller: Caller;
  readonly version: number;
  readonly openedAt: Date;
  readonly way: SessionWay;
  /** True when the person has a second step. */
  readonly secondStep: boolean;
  /** The super-admin who views as the person. */
  readonly viewer?: Caller;
}

/** The person of an access token, and the super-admin who views as them. */
export type VerifiedCaller = Pick<LiveSession, 'caller' | 'viewer'> & { readonly sessionId: string };
