import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Fault } from '#core/base/common/index.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { documentKind } from '#plugins/annotate/annotations/common/index.ts';
import type { FormDocument } from '#plugins/annotate/form/common/index.ts';
import { FormPlan, readForm } from '#plugins/annotate/form/common/index.ts';
import { Forms } from '#plugins/annotate/form/server/kit/index.ts';
import { Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { folderNameOf, ProjectContents } from '#plugins/exchange/exchange/server/kit/index.ts';

/** Facts about the project that an import of rows needs. */
export interface RowContext {
  readonly projectId: number;
  readonly form: FormDocument;
  readonly plan: FormPlan;
  /** Folder ids by lower-case name; '' is where rows without a folder go. */
  readonly folders: Map<string, number>;
  /** Begun inside of a folder, where no other may be named. */
  readonly inFolder: boolean;
  /** Categories of an item at most; 0 when they are switched off. */
  readonly categories: number;
  readonly may: { readonly folders: boolean; readonly categories: boolean; readonly categorize: boolean };
}

/** Reads what imports of rows need to know of their project. */
export class RowContexts {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Forms) private readonly forms: Forms,
    @inject(Folders) private readonly folders: Folders,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(ProjectContents) private readonly contents: ProjectContents,
  ) {}

  /** The form of a project. @throws Fault NOT_A_FORM (409), NOT_FOUND. */
  async form(context: RequestContext, projectId: number): Promise<FormDocument> {
    const { type } = await this.projects.get(context, projectId);
    if (documentKind(type) !== 'form')
      throw new Fault('NOT_A_FORM', 'Rows are imported into Multimodal projects: this one has no form.', {
        status: 409,
      });
    return readForm(await this.forms.get(context, projectId));
  }

  /** @throws Fault NOT_A_FORM (409), NOT_FOUND also for the folder. */
  async of(context: RequestContext, projectId: number, folderId: number | null): Promise<RowContext> {
    const form = await this.form(context, projectId);
    const home = await this.folders.get(context, projectId, folderId ?? undefined);
    return {
      projectId,
      form,
      plan: new FormPlan(form.components),
      folders: await this.contents.foldersByName(context, projectId, home.id),
      inFolder: !home.is_root,
      categories: context.enabled('categories') ? ((await this.categories?.most(context, projectId)) ?? 0) : 0,
      may: {
        folders: await context.can('CreateFolder', { projectId }),
        categories: await context.can('UpdateProjectSettings', { projectId }),
        categorize: await context.can('SetItemCategory', { projectId }),
      },
    };
  }
}

/** Said of a folder that is named where none may be. */
export const folderInFolder = "You can't include a folder when uploading from within a folder.";
/** Said of a folder that would have to be made. */
export const noNewFolder = "There is no folder of this name, and you don't have the right to make folders.";

/** Returns the common form of a folder's name, however it is written; '' where the import was begun. */
export const placeKey = (folder: string): string => (folder === '' ? '' : folderNameOf(folder).toLowerCase());
