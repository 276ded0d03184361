import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import { defaultVersion } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { annotationSchema } from '../common/schemas/annotation-schema.ts';
import { ProjectType, ProjectTypes } from '#plugins/workspace/projects/common/index.ts';

/** JSON Schemas of annotations: the editor's of a project type where it has one. */
export class AnnotationSchemas {
  constructor(
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
  ) {}

  /** Throws NOT_FOUND for a version that is none. */
  async of(
    context: RequestContext,
    projectType: number,
    version: string | undefined,
  ): Promise<Record<string, unknown>> {
    if (version !== undefined && version !== defaultVersion) throw notFound(`The schema ${version}`);
    // Tiled images have the shapes of vector ones.
    const closest =
      (await this.#ofEditor(context, projectType)) ??
      (projectType === ProjectType.Tiled ? await this.#ofEditor(context, ProjectType.Vector) : undefined);
    return { ...(closest ?? annotationSchema(projectType)) };
  }

  #ofEditor(context: RequestContext, projectType: number): Promise<JsonSchema | undefined> {
    return this.hooks.describing.for(this.types.wordOf(projectType)).promise(context, undefined);
  }
}
