/** Why a request or a stream failed. */
export interface BridgeFailure {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

/** Request of one side to the other: `args` depend on the action. */
export interface BridgeRequest {
  readonly id: string;
  readonly action: string;
  readonly args: unknown;
}

/** The answer: data, a stream that begins under the request's id, or a failure (`rejected`). */
export type BridgeResponse =
  | { readonly id: string; readonly state: 'resolved'; readonly data: unknown }
  | { readonly id: string; readonly state: 'streaming' }
  | { readonly id: string; readonly state: 'rejected'; readonly error: BridgeFailure };

/** A message of either side to the other, without an answer. */
export interface BridgeEvent {
  readonly event: string;
  readonly params: unknown;
}

/**
 * Of a stream: its reader asks for bytes (`read`) or wants no more (`cancel`); its source sends what is next
 * (`message`), nothing when it has ended. A reader that takes more than {@link HIGH_WATER_MARK} bytes at once says so
 * before its first `read` (`size`); who does not know that message ignores it, and pieces stay small.
 */
export type BridgeStreamMessage =
  | { readonly stream: string; readonly kind: 'size'; readonly bytes: number }
  | { readonly stream: string; readonly kind: 'read' }
  | { readonly stream: string; readonly kind: 'cancel' }
  | { readonly stream: string; readonly kind: 'message'; readonly bytes: Uint8Array | undefined }
  | { readonly stream: string; readonly kind: 'message'; readonly error: BridgeFailure };

/** A message by what it is. */
export type BridgeMessage =
  | { readonly request: BridgeRequest }
  | { readonly response: BridgeResponse }
  | { readonly event: BridgeEvent }
  | { readonly stream: BridgeStreamMessage };

/** Bytes that a reader has waiting when it stops to ask for more, and that a message carries unless it takes larger ones. */
export const HIGH_WATER_MARK = 1024;
/** Bytes that one message of a stream carries at most, whatever its reader takes. */
export const LARGEST_PIECE = 256 * 1024;

/**
 * A message of the bridge; undefined for anything else, which is ignored: another shape, another key, a name or text
 * that is too long.
 */
export function readMessage(message: unknown): BridgeMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const has = (...keys: readonly string[]): boolean =>
    Object.keys(message).length === keys.length && keys.every(key => key in message);
  const fields = message as Readonly<Record<string, unknown>>;
  if (has('id', 'action', 'args'))
    return isName(fields['id']) && isName(fields['action']) ? { request: message as BridgeRequest } : undefined;
  if (has('event', 'params')) return isName(fields['event']) ? { event: message as BridgeEvent } : undefined;
  if ('state' in message) {
    const { state } = fields;
    const right =
      (state === 'resolved' && has('id', 'state', 'data')) ||
      (state === 'streaming' && has('id', 'state')) ||
      (state === 'rejected' && has('id', 'state', 'error') && isFailure(fields['error']));
    return right && isName(fields['id']) ? { response: message as BridgeResponse } : undefined;
  }
  if ('stream' in message) {
    const { kind } = fields;
    const right =
      ((kind === 'read' || kind === 'cancel') && has('stream', 'kind')) ||
      (kind === 'size' && has('stream', 'kind', 'bytes') && isPieceSize(fields['bytes'])) ||
      (kind === 'message' && has('stream', 'kind', 'bytes') && isPiece(fields['bytes'])) ||
      (kind === 'message' && has('stream', 'kind', 'error') && isFailure(fields['error']));
    return right && isName(fields['stream']) ? { stream: message as BridgeStreamMessage } : undefined;
  }
  return undefined;
}

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isName = (value: unknown): boolean => isText(value, 64) && value.length > 0;
const isPiece = (value: unknown): boolean =>
  value === undefined || (value instanceof Uint8Array && value.length > 0 && value.length <= LARGEST_PIECE);
const isPieceSize = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

function isFailure(value: unknown): value is BridgeFailure {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, status, ...rest } = value as Readonly<Record<string, unknown>>;
  return (
    isText(code, 64) &&
    isText(message, 2000) &&
    (status === undefined || Number.isInteger(status)) &&
    Object.keys(rest).length === 0
  );
}
