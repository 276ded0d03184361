import type { BridgeFailure } from './messages.ts';

/** Why a request was rejected or a stream broke, with the code of the other side. */
export class BridgeError extends Error {
  readonly code: string;
  readonly status: number | undefined;

  constructor({ code, message, status }: BridgeFailure) {
    super(message);
    this.name = 'BridgeError';
    this.code = code;
    this.status = status;
  }
}

/** An error as it travels. Errors without a code are not distinguished: what they say may be private. */
export function failureOf(error: unknown): BridgeFailure {
  const { code, message, status } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly status?: unknown;
  };
  if (typeof code !== 'string' || typeof message !== 'string')
    return { code: 'INTERNAL', message: 'Something went wrong.' };
  return {
    code: code.slice(0, 64),
    message: message.slice(0, 2000),
    ...(Number.isInteger(status) ? { status: status as number } : {}),
  };
}
