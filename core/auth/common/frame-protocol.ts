import type { Session } from './api.ts';
import type { MfaMethod, MfaState, MfaType } from './mfa-api.ts';

/** Proves to the server who calls; the frame itself holds the cookie only. */
interface Authorized {
  readonly accessToken: string;
}

/** Calls a page may make through the hidden auth frame. */
export interface FrameActions {
  readonly signIn: { readonly args: { readonly email: string; readonly password: string }; readonly result: Session };
  readonly signOut: {
    readonly args: Record<string, never>;
    readonly result: { readonly success: true; readonly leave?: string | undefined };
  };
  readonly currentSession: { readonly args: Record<string, never>; readonly result: Session };
  readonly endView: { readonly args: { readonly viewingAs: string }; readonly result: Session };
  readonly changePassword: {
    readonly args: Authorized & { readonly oldPassword: string; readonly newPassword: string };
    readonly result: Session;
  };
  readonly answerChallenge: {
    readonly args: { readonly challenge: string; readonly method: MfaMethod; readonly code: string };
    readonly result: Session;
  };
  readonly passkeySignIn: {
    readonly args: { readonly token: string; readonly response: object };
    readonly result: Session;
  };
  readonly externalSignIn: {
    readonly args: { readonly ticket?: string | undefined; readonly answer: string };
    readonly result: Session;
  };
  readonly setUpTotp: { readonly args: Authorized; readonly result: { readonly secret: string; readonly uri: string } };
  readonly verifyTotp: {
    readonly args: Authorized & { readonly code: string };
    readonly result: { readonly recoveryCodes: readonly string[] };
  };
  readonly setPreferredMfa: { readonly args: Authorized & { readonly preferred: MfaType }; readonly result: MfaState };
  readonly getPreferredMfa: { readonly args: Authorized; readonly result: MfaState };
}

export type FrameAction = keyof FrameActions;

/** Request over the frame's port. */
export interface FrameRequest {
  readonly id: number;
  readonly action: FrameAction;
  readonly args: unknown;
}

/** Response over the frame's port; `rejected` carries the server's error. */
export interface FrameResponse {
  readonly id: number;
  readonly state: 'fulfilled' | 'rejected';
  readonly data?: unknown;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly details?: unknown;
  };
}

/** First message of the page to the frame; carries the one port both talk over. */
export const FRAME_HELLO = 'loupe-auth-hello';

/** "Can't load auth frame" after this many milliseconds. */
export const FRAME_TIMEOUT = 10_000;
