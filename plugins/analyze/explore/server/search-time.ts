import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { endedByTimeout } from './query-faults.ts';

/** Seconds that the database may take for one search. */
const LONGEST_SECONDS = 20;

/**
 * Searches in a transaction whose statements end after some seconds each. They are planned for their values: a plan for
 * any values knows neither how frequent a class is nor how short a page, and reads all items for the first twenty.
 * @throws Fault QUERY_TOO_SLOW (422).
 */
export async function searchInTime<T>(
  context: RequestContext,
  search: (trx: Kysely<unknown>) => Promise<T>,
  seconds = LONGEST_SECONDS,
): Promise<T> {
  try {
    return await context.transaction(async (trx: Kysely<unknown>) => {
      await sql`select set_config('statement_timeout', ${`${seconds}s`}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
        trx,
      );
      return search(trx);
    });
  } catch (error) {
    if (!endedByTimeout(error)) throw error;
    throw new Fault(
      'QUERY_TOO_SLOW',
      `The query took more than ${seconds} seconds and was ended. Narrow it down, for example to a folder, a status or a class.`,
      { status: 422, cause: error },
    );
  }
}
