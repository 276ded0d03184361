import { NoticeHook, RevisionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import type { ClassUses } from '../common/api.ts';

/** Classes whose objects become those of another class. */
export interface ClassMerge {
  readonly projectId: number;
  readonly from: readonly AnnotationClass[];
  readonly into: AnnotationClass;
  readonly signal: AbortSignal;
  /** Takes the number of items done so far. */
  readonly progress: (done: number) => void;
}

/** Hooks of other plugins into classes. */
export class ClassesHooks {
  /** Inside the transaction that deletes a class. */
  readonly deleting = new StageHook<
    [context: RequestContext, deleted: { readonly projectId: number; readonly classId: number }]
  >('classes.deleting');
  /** When classes of a project change, and again when the change is committed: for who keeps what it read of them. */
  readonly changed = new NoticeHook<[context: RequestContext, projectId: number]>('classes.changed');
  /**
   * Before merged classes are deleted: gives their objects the class they are merged into. In a job, outside of any
   * transaction.
   */
  readonly merging = new StageHook<[context: RequestContext, merge: ClassMerge]>('classes.merging');
  /**
   * Counts the uses of all classes of a project, by their ids; the last tap, which knows the quickest way, is asked.
   */
  readonly counting = new RevisionHook<
    RequestContext,
    (() => Promise<ReadonlyMap<number, ClassUses>>) | undefined,
    [projectId: number]
  >('classes.counting');
}
