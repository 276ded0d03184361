import type { RawBuilder, SqlBool } from 'kysely';
import { QuestionHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';

/**
 * Rules for sharing the items of a project among the people who request, where more than one of a role may have the
 * same item.
 */
export interface ItemSharing {
  /** True for an item, named `item` in the statement, that the person may still get. */
  readonly free: RawBuilder<SqlBool>;
  /** Returns the number of items the person has and must finish before getting more. */
  unfinished(): Promise<number>;
  /**
   * Gives the person those of the items that are still free, and answers them; their rows are locked until the
   * transaction ends.
   */
  take(ids: readonly number[]): Promise<readonly number[]>;
}

/** A request that is about to be answered. */
export interface AskedBatch {
  readonly projectId: number;
  readonly email: string;
  readonly role: number;
  /** Items of one request. */
  readonly count: number;
  /** Categories that are asked for; undefined for all. */
  readonly categories: readonly number[] | undefined;
}

/** Items that another plugin assigns in place of some of a batch. */
export interface MixedItems {
  /** At most the size of the batch. */
  readonly count: number;
  /** Assigns them and returns their ids; `beside` are the items of the batch. Inside the transaction of the request. */
  assign(beside: readonly number[]): Promise<readonly number[]>;
}

/** Hooks of other plugins into requests. */
export class RequestHooks {
  /** Items to be mixed into a batch. */
  readonly mixing = new QuestionHook<[context: RequestContext, batch: AskedBatch], MixedItems>('requests.mixing');
  /** Rules for sharing items with the caller, who has this role; no answer: each to one person of a role. */
  readonly sharing = new QuestionHook<[context: RequestContext, projectId: number, role: number], ItemSharing>(
    'requests.sharing',
  );
}
