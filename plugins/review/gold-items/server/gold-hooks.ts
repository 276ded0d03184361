import { StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';

/** An annotator whose accuracy fell below the threshold of a project. */
export interface FallenAccuracy {
  readonly projectId: number;
  readonly email: string;
  /** Present accuracy, 0 to 1. */
  readonly accuracy: number;
  /** 0 to 1. */
  readonly threshold: number;
  /** People who marked gold items of the project. */
  readonly markedBy: readonly string[];
}

/** Hooks of other plugins into gold items. Stages run inside the transaction of the change. */
export class GoldHooks {
  /** The accuracy of an annotator fell below the threshold of a project. */
  readonly fallen = new StageHook<[context: RequestContext, fallen: FallenAccuracy]>('goldItems.fallen');
}
