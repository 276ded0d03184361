import { StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';

/** Copies of items that became the work of one person. */
export interface NewCopies {
  readonly projectId: number;
  readonly email: string;
  readonly itemIds: readonly number[];
}

/** Hooks of other plugins into agreement. Stages run inside the transaction of the change. */
export class AgreementHooks {
  /** Somebody gave copies of items to a person. */
  readonly given = new StageHook<[context: RequestContext, copies: NewCopies]>('agreement.given');
  /** The caller submitted their copy of an item. */
  readonly submitted = new StageHook<[context: RequestContext, item: ItemRow]>('agreement.submitted');
  /** Everyone submitted their copy of an item, which goes to review. */
  readonly completed = new StageHook<[context: RequestContext, item: ItemRow]>('agreement.completed');
  /** A reviewer sent a copy back to the person who made it. */
  readonly sentBack = new StageHook<[context: RequestContext, item: ItemRow, email: string]>('agreement.sentBack');
}
