import { Fault } from '#core/base/common/index.ts';
import type { EgressResponse } from '#core/egress/server/index.ts';
import type { IntegrationCheck } from '../../common/integration.ts';

/** Some rows of an answer, in its order; values are texts, null where there is none. */
export interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Tables outside that are asked by SQL. Faults say what to correct and nothing of what the service answered. */
export interface TableSource {
  /** Tries what attaching needs, step by step. */
  check(signal?: AbortSignal): Promise<IntegrationCheck>;
  /**
   * Runs a query and yields its rows; the first page comes also when there are none. A query that is left is canceled.
   * @throws Fault QUERY_FAILED, INTEGRATION_FAILED (422), and those of the egress
   */
  query(statement: string, signal: AbortSignal): AsyncGenerator<TablePage>;
}

/** Milliseconds of one request. */
export const REQUEST_MS = 60_000;
/** Bytes of one answer. */
export const ANSWER_BYTES = 128 * 1024 * 1024;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Returns the milliseconds to the next look at a query that runs: twice as many each time, up to a second. */
export const pauseAfter = (looks: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** looks);

/** The service refused the query. Only a code of capital letters or digits is shown. */
export function queryFailed(service: string, code: unknown): Fault {
  const shown = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  return new Fault('QUERY_FAILED', `${service} could not run the query${shown}. Try it there first.`, { status: 422 });
}

/** Returns the parsed answer. @throws Fault INTEGRATION_FAILED for a refusal and for what is no JSON */
export async function jsonOf<T>(service: string, answer: EgressResponse): Promise<T> {
  const fail = (text: string): Fault => new Fault('INTEGRATION_FAILED', `${service} ${text}`, { status: 422 });
  if (answer.status === 401 || answer.status === 403) {
    await answer.discard();
    throw fail('refused the sign-in. Check user and key, and their rights.');
  }
  if (answer.status === 404) {
    await answer.discard();
    throw fail('does not know this address. Check the settings of the integration.');
  }
  if (!answer.ok && answer.status !== 422) {
    await answer.discard();
    throw fail(`answered ${answer.status}. Try again later.`);
  }
  try {
    return JSON.parse(await answer.text()) as T;
  } catch (error) {
    if (error instanceof SyntaxError) throw fail('answered something else than expected.');
    throw error;
  }
}
