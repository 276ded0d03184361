import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { GoldReport } from '../common/api.ts';

/** The components of forms, by what copies of gold items hold of them. */
export class GoldFields {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
  ) {}

  /** `given` are the ids that were chosen; null for those that annotators can only read. None in other projects. */
  async of(context: RequestContext, projectId: number, given: readonly string[] | null): Promise<GoldReport['fields']> {
    const type = (await this.projects.facts(context, projectId))?.type ?? 0;
    const fields = await this.hooks.valueFields.for(this.types.wordOf(type)).promise(context, [], projectId);
    return fields.map(({ id, title, answered }) => ({ id, title, given: given?.includes(id) ?? !answered }));
  }
}
