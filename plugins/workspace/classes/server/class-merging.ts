import { inject } from 'inversify';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import { joinedGroups } from '../common/joined-groups.ts';
import { Classes } from './classes.ts';
import { ClassesHooks } from './classes-hooks.ts';

interface MergeSubject {
  readonly project_id: number;
  readonly class_ids: readonly number[];
  readonly into_id: number;
  readonly title: string;
}

/**
 * Merges classes as a job: the target gets the missing attributes, objects get the target, the merged classes are
 * deleted.
 */
export class ClassMerging {
  constructor(
    @inject(Classes) private readonly classes: Classes,
    @inject(ClassesHooks) private readonly hooks: ClassesHooks,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /** @throws Fault FORBIDDEN, NOT_FOUND, INVALID_FIELD for classes of different types */
  async begin(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    intoId: number,
  ): Promise<{ readonly job_id: string }> {
    await context.demand('UpdateClass', { projectId });
    const { from, into } = await this.#pick(context, projectId, ids, intoId);
    const subject: MergeSubject = {
      project_id: projectId,
      class_ids: from.map(each => each.id),
      into_id: into.id,
      title: into.name,
    };
    const job = await this.jobs.enqueue(undefined, {
      teamId: context.team.id,
      plugin: 'classes',
      name: 'merge',
      subject: { ...subject },
      creatorId: context.user.id,
    });
    return { job_id: job.id };
  }

  /** The job. Done again after a break it goes on where it stopped. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly merged: number }> {
    const { project_id: projectId, class_ids: ids, into_id: intoId } = run.subject as unknown as MergeSubject;
    await context.demand('UpdateClass', { projectId });
    await context.demand('DeleteClass', { projectId });
    const present = new Set((await this.classes.ofProject(context, projectId)).map(each => each.id));
    const { from, into } = await this.#pick(
      context,
      projectId,
      ids.filter(id => present.has(id)),
      intoId,
    );
    if (from.length === 0) return { merged: 0 };
    const uses = await this.classes.uses(context, projectId);
    const total = from.reduce((sum, each) => sum + (uses.get(each.id)?.items ?? 0), 0);
    const target = await this.classes.update(context, projectId, into.id, {
      attribute_groups: joinedGroups([into, ...from]),
    });
    await this.hooks.merging.promise(context, {
      projectId,
      from,
      into: target,
      signal: run.signal,
      progress: done => run.progress(Math.min(done, total), total),
    });
    for (const { id } of from) await this.classes.remove(context, projectId, id);
    return { merged: from.length };
  }

  async #pick(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    intoId: number,
  ): Promise<{ readonly from: readonly AnnotationClass[]; readonly into: AnnotationClass }> {
    const all = await this.classes.ofProject(context, projectId);
    const into = all.find(each => each.id === intoId);
    const from = all.filter(each => ids.includes(each.id) && each.id !== intoId);
    if (into === undefined || ids.some(id => !all.some(each => each.id === id))) throw notFound('The class');
    const other = from.find(each => each.type !== into.type);
    if (other !== undefined) throw invalidField('ids', `${other.name} is a class of another type than ${into.name}`);
    return { from, into };
  }
}
