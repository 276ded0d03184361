import type { HttpResponse } from 'tus-js-client';
import { DetailedError } from 'tus-js-client';
import { Fault, isFault } from '#core/base/common/index.ts';
import { faultOf } from '#core/api/web/index.ts';
import { messages } from '../messages.ts';

/**
 * Pauses between tries in milliseconds: about a quarter of an hour in all. Every byte that arrives starts them over.
 */
export const retryDelays = [500, 1500, 4000, 8000, 15_000, 30_000, ...Array.from({ length: 14 }, () => 60_000)];

/**
 * Returns whether the same request may succeed later: no connection, a busy or restarted server, bytes that were
 * counted otherwise.
 */
export function passes(response: HttpResponse | null): boolean {
  const status = response?.getStatus() ?? 0;
  if (status !== 409) return status === 0 || status === 423 || status === 429 || status >= 500;
  return response?.getBody().includes('"UPLOAD_OFFSET"') === true;
}

/** Returns the failure in the words of the server. */
export async function faultFrom(error: Error): Promise<Fault> {
  if (error instanceof DetailedError && error.originalResponse !== null)
    return faultOf(new Response(error.originalResponse.getBody(), { status: error.originalResponse.getStatus() }));
  const cause: unknown = error instanceof DetailedError ? error.causingError : error;
  return isFault(cause)
    ? cause
    : new Fault('NETWORK', messages.tusRules.noConnectionToTheServer, { status: 502, cause: error });
}
