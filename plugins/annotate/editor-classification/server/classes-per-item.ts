import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ClassesPerItem } from '../common/tag-changes.ts';

/** Returns the number of classes that items of a project may have. */
export const classesPerItem = async (
  settings: ProjectSettings,
  context: RequestContext,
  projectId: number,
): Promise<ClassesPerItem> =>
  Number(await settings.value(context, projectId, 'SingleClass')) === 1 ? 'one' : 'several';
