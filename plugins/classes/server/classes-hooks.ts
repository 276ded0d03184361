import { Notice, Revision, Stage } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';

/** What other plugins may add to classes. */
export class ClassesHooks {
  /** Inside the transaction that deletes a class. */
  readonly deleting = new Stage<[context: RequestContext, deleted: { readonly projectId: number; readonly classId: number }]>('classes.deleting');
  /** When classes of a project change, and again when the change is committed: for who keeps what it read of them. */
  readonly changed = new Notice<[context: RequestContext, projectId: number]>('classes.changed');
  /** How many instances use each class of a project, by class id. */
  readonly counting = new Revision<RequestContext, ReadonlyMap<number, number>, [projectId: number]>('classes.counting');
}
