import { Notice, Revision, Stage } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ClassUses } from '../common/api.ts';

/** What other plugins may add to classes. */
export class ClassesHooks {
  /** Inside the transaction that deletes a class. */
  readonly deleting = new Stage<
    [context: RequestContext, deleted: { readonly projectId: number; readonly classId: number }]
  >('classes.deleting');
  /** When classes of a project change, and again when the change is committed: for who keeps what it read of them. */
  readonly changed = new Notice<[context: RequestContext, projectId: number]>('classes.changed');
  /** Who can tell how often a class is used; the last one, who knows a quicker way, is asked. */
  readonly counting = new Revision<
    RequestContext,
    (() => Promise<ClassUses>) | undefined,
    [projectId: number, classId: number]
  >('classes.counting');
}
