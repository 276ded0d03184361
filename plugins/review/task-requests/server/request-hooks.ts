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

/** Hooks of other plugins into requests. */
export class RequestHooks {
  /** Rules for sharing items with the caller, who has this role; no answer: each to one person of a role. */
  readonly sharing = new QuestionHook<[context: RequestContext, projectId: number, role: number], ItemSharing>(
    'requests.sharing',
  );
}
