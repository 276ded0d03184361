import type { Session } from './api.ts';

/** What a page may ask the hidden auth frame for (spec 7, "Authentication frame"). */
export interface FrameActions {
  readonly signIn: { readonly args: { readonly email: string; readonly password: string }; readonly result: Session };
  readonly signOut: { readonly args: Record<string, never>; readonly result: { readonly success: true } };
  readonly currentSession: { readonly args: Record<string, never>; readonly result: Session };
  readonly changePassword: {
    readonly args: { readonly oldPassword: string; readonly newPassword: string; readonly accessToken: string };
    readonly result: Session;
  };
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

/** Spec 8: "Can't load auth frame" after this many milliseconds. */
export const FRAME_TIMEOUT = 10_000;
