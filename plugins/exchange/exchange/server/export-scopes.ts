import { inject, optional } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { IntegrationAccess, Integrations } from '#plugins/exchange/integrations/server/kit/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ExportScope } from '../common/export-api.ts';
import { dividesImages, exchangeFormatOf, tasksFor } from '../common/exchange/format-table.ts';
import { exportFormatTitles } from '../common/export-api.ts';
import type { FrozenVersion } from './exchange-hooks.ts';
import { ExchangeHooks } from './exchange-hooks.ts';

/** Project types COCO has a form for: those of images. */
const COCO_TYPES: ReadonlySet<number> = new Set([1, 2, 5]);
/**
 * Vector has shapes to draw into pictures, and Pixel masks to draw in the colours of classes; Multimodal has forms to
 * write as tables.
 */
const DRAWN_TYPES: ReadonlySet<number> = new Set([1, 2]);
/** `upload_state` of projects whose items are attached by address. */
const EXTERNAL = 3;
const contained: Readonly<Record<number, string>> = { 1: 'images', 3: 'videos', 4: 'documents' };

/** Checks what an export is asked to hold against what its project has. */
export class ExportScopes {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(Integrations) @optional() private readonly integrations: Integrations | undefined,
    @inject(IntegrationAccess) @optional() private readonly access: IntegrationAccess | undefined,
    @inject(ExchangeHooks) private readonly hooks: ExchangeHooks,
  ) {}

  /**
   * Returns the project of an export that can be made of it.
   * @throws Fault INVALID_FIELD for folders that are not there and for what the project has no form for; FORBIDDEN
   * (403), NOT_FOUND for an integration that is not the caller's to use
   */
  async checked(context: RequestContext, projectId: number, scope: ExportScope): Promise<Project> {
    const project = await this.projects.get(context, projectId);
    const exchange = exchangeFormatOf(scope.format);
    const fits =
      exchange !== undefined
        ? exchange.types.includes(project.type)
        : scope.format === 'json' ||
          (scope.format === 'coco' ? COCO_TYPES.has(project.type) : project.type === ProjectType.Multimodal);
    const tasks = tasksFor(scope.format, project.type).map(each => each.id);
    const task = scope.options?.task;
    if (fits && task !== undefined && !tasks.includes(task))
      throw refused(
        'options.task',
        tasks.length === 0
          ? `${exportFormatTitles[scope.format]} has no tasks.`
          : `${exportFormatTitles[scope.format]} has these tasks for this project: ${tasks.join(', ')}.`,
      );
    if (scope.options?.window !== undefined && project.type !== ProjectType.Tiled)
      throw refused('options.window', 'Only images of tiled projects are divided into windows.');
    if (scope.options?.window !== undefined && !dividesImages(scope.format))
      throw refused(
        'options.window',
        `${exportFormatTitles[scope.format]} files hold entire images. Leave out windows.`,
      );
    if (scope.format === 'masks' && project.type === ProjectType.Tiled && scope.options?.window === undefined)
      throw refused('options.window', 'Masks of tiled projects are written by windows. Choose their size in pixels.');
    if (!fits) throw refused('format', `${exportFormatTitles[scope.format]} format is not supported for this project.`);
    if (scope.include_fuse && exchange !== undefined)
      throw refused('include_fuse', `${exchange.title} has no pictures with shapes drawn in. Take JSON for those.`);
    if (scope.include_fuse && project.upload_state === EXTERNAL)
      throw refused(
        'include_fuse',
        `Include fuse functionality is not supported for projects containing ${contained[project.type] ?? 'items'} attached with URLs`,
      );
    if (scope.include_fuse && !DRAWN_TYPES.has(project.type))
      throw refused('include_fuse', 'Include fuse functionality is not supported for this project.');
    if (scope.integration_id !== undefined) await this.#checkIntegration(context, projectId, scope.integration_id);
    if (scope.folder_ids !== undefined) await this.#checkFolders(context, projectId, scope.folder_ids);
    return project;
  }

  /**
   * Returns the dataset version of an export; undefined of one of present items.
   * @throws Fault INVALID_FIELD for one that nothing can be made of; FORBIDDEN (403), NOT_FOUND, CONFLICT (409)
   */
  async version(
    context: RequestContext,
    projectId: number,
    {
      version_id: id,
      ...scope
    }: Pick<ExportScope, 'version_id' | 'folder_ids' | 'statuses' | 'item_ids' | 'only_pinned'>,
  ): Promise<FrozenVersion | undefined> {
    if (id === undefined) return undefined;
    const versions = await this.hooks.versions.promise(context);
    if (versions === undefined) throw refused('version_id', 'This organization has no dataset versions.');
    for (const field of ['folder_ids', 'statuses', 'item_ids'] as const)
      if (scope[field] !== undefined)
        throw refused(field, 'A dataset version is exported as it was frozen. Leave this out.');
    if (scope.only_pinned)
      throw refused('only_pinned', 'A dataset version is exported as it was frozen. Leave this out.');
    // A version keeps documents, and masks are files of their own that go when a mask is drawn again.
    if ((await this.projects.get(context, projectId)).type === ProjectType.Pixel)
      throw refused('version_id', 'Dataset versions of pixel projects keep no masks. Export the items instead.');
    return versions.demand(context, projectId, id);
  }

  /** Ids of folders by name. Throws INVALID_FIELD with the text of the product. */
  async folderIds(context: RequestContext, projectId: number, names: readonly string[]): Promise<number[]> {
    const all = (await this.folders.list(context, projectId, { offset: 0, limit: 10_000 })).data;
    const missing = names.filter(name => !all.some(folder => folder.name === name));
    if (missing.length > 0) throw refused('folder_names', `Folder(s) ${missing.join(', ')} does not exist`);
    return all.filter(folder => names.includes(folder.name)).map(folder => folder.id);
  }

  async #checkFolders(context: RequestContext, projectId: number, ids: readonly number[]): Promise<void> {
    const all = new Set(
      (await this.folders.list(context, projectId, { offset: 0, limit: 10_000 })).data.map(folder => folder.id),
    );
    const missing = ids.filter(id => !all.has(id));
    if (missing.length > 0) throw refused('folder_ids', `Folder(s) ${missing.join(', ')} does not exist`);
  }

  async #checkIntegration(context: RequestContext, projectId: number, id: number): Promise<void> {
    const integrations = context.enabled('integrations') ? this.integrations : undefined;
    if (integrations === undefined || this.access === undefined)
      throw refused('integration_id', 'Integrations are switched off for this organization.');
    const refusal = await this.access.refusal(context, projectId, [id]);
    if (refusal !== undefined) throw refusal;
    if (integrations.driver(await integrations.get(context, id)) === undefined)
      throw refused('integration_id', 'This integration has no storage that an export can be written to.');
  }
}

const refused = (field: string, text: string): Fault =>
  new Fault('INVALID_FIELD', text, { status: 400, details: { issues: [{ field, reason: text }] } });
