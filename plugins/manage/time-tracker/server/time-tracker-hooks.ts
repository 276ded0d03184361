import { StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';

/** Hooks of other plugins into the log of work. */
export class TimeTrackerHooks {
  /** Inside the transaction in which the caller is known to have opened items in the editor. Each opening comes once. */
  readonly opened = new StageHook<[context: RequestContext, projectId: number, itemIds: readonly number[]]>(
    'timeTracker.opened',
  );
}
