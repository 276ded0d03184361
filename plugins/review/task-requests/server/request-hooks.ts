import type { RawBuilder, SqlBool } from 'kysely';
import { QuestionHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';

/** How the items of a project are shared out to the people who ask, where more than one of a role may have the same item. */
export interface ItemSharing {
  /** True for an item, named `item` in the statement, that the person may still get. */
  readonly free: RawBuilder<SqlBool>;
  /** How many items the person has and must finish before getting more. */
  unfinished(): Promise<number>;
  /** Gives the person those of the items that are still free, and answers them; their rows are locked until the transaction ends. */
  take(ids: readonly number[]): Promise<readonly number[]>;
}

/** What other plugins may take part in. */
export class RequestHooks {
  /** How items are shared out to the caller, who has this role; no answer: each to one person of a role. */
  readonly sharing = new QuestionHook<[context: RequestContext, projectId: number, role: number], ItemSharing>(
    'requests.sharing',
  );
}
