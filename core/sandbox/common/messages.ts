/** From the page to the guest, over the one port. */
export type ToGuest =
  | { readonly kind: 'run'; readonly code: string }
  | { readonly kind: 'message'; readonly data: object }
  /** So many of the guest's messages were handled. */
  | { readonly kind: 'handled'; readonly count: number }
  | { readonly kind: 'ping' | 'stop' };

/** From the guest to the page. What a guest says is never believed: it can only harm itself with it. */
export type FromGuest =
  | { readonly kind: 'begun' | 'ready' | 'failed' | 'pong' }
  | { readonly kind: 'message'; readonly data: unknown }
  | {
      readonly kind: 'error';
      readonly message: string;
      readonly stack?: string;
      readonly line?: number;
      readonly column?: number;
    }
  /** It may not go on; why. */
  | { readonly kind: 'excess'; readonly message: string };

/** The first message to the frame: the page's one port comes with it. */
export const GUEST_HELLO = 'loupe-guest-hello';
/** Name of guest code in stacks. */
export const GUEST_FILE = 'loupe-guest.js';
/** Lines that the browser puts before the code of a made function. */
export const GUEST_LINES = 2;

/** Limits of a guest. */
export const GUEST_LIMITS = {
  /** Messages on their way to the page that it has not handled yet, and their bytes; one alone may always go. */
  window: 256,
  windowBytes: 2 * 1024 * 1024,
  /** Messages that wait in the guest for a place among those, and their bytes; past either the guest is ended. */
  waiting: 20_000,
  waitingBytes: 64 * 1024 * 1024,
  /** Size of one message in bytes, about. The page blocks while it reads one, for some milliseconds at this size. */
  messageBytes: 4 * 1024 * 1024,
  /** Errors that are reported in one second. */
  errorsPerSecond: 20,
} as const;
