import { inject } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { tableOptions, takesRows } from '../common/integration.ts';
import { noStoredFiles } from './file-types.ts';
import { IntegrationHooks } from './integration-hooks.ts';

interface Target {
  readonly projectId: number;
  readonly folderId: number | undefined;
  readonly integrationId: number;
}

/** Begins to make items of the rows of a query. */
export class TableAttachments {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(IntegrationHooks) private readonly hooks: IntegrationHooks,
  ) {}

  /**
   * Asks for the job.
   * @throws Fault NOT_FOUND, TYPE_NOT_SUPPORTED, INVALID_FIELD, FOLDER_LIMIT, PROJECT_LIMIT
   */
  async begin(context: RequestContext, target: Target, given: unknown): Promise<string> {
    const { type } = await this.projects.get(context, target.projectId);
    const unsupported = (): Fault =>
      new Fault('TYPE_NOT_SUPPORTED', noStoredFiles(this.types.titleOf(type)), { status: 415 });
    if (!takesRows(type)) throw unsupported();
    const read = tableOptions.safeParse(given ?? {});
    if (!read.success) {
      const issue = read.error.issues[0]!;
      throw invalidField(['options', ...issue.path].join('.'), issue.message);
    }
    const { query, item_name: name, prefix, item_category: category, column_class_map: components } = read.data;
    const job = await this.hooks.attachingTable.promise(context, {
      ...target,
      query,
      itemName: prefix ? { prefix: name } : { column: name },
      category: category ?? undefined,
      components,
    });
    if (job === undefined) throw unsupported();
    return job;
  }
}
