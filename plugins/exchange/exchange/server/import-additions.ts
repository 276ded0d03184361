import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { ExternalItems, Folders, Uploads } from '#plugins/workspace/items/server/kit/index.ts';
import { createdClasses } from '../common/class-mapping.ts';
import { groupBy } from '../common/group-by.ts';
import type { ImportedAddress } from './imported-file.ts';
import { itemKey } from './imported-file.ts';
import { ImportLog } from './import-log.ts';
import type { ImportTally } from './import-tally.ts';
import { addedFolders } from './import-task.ts';
import type { ImportTask } from './import-task.ts';
import { folderNameOf, ProjectContents } from './project-contents.ts';

const CLASSES_A_CALL = 500;
const ITEMS_A_CALL = 500;

/** Creates what the annotations of an import need: classes, folders and items. */
export class ImportAdditions {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(Classes) private readonly projectClasses: Classes,
    @inject(Folders) private readonly folders: Folders,
    @inject(Uploads) private readonly uploads: Uploads,
    @inject(ExternalItems) private readonly external: ExternalItems,
    @inject(ImportLog) private readonly log: ImportLog,
  ) {}

  /** Creates the classes of the file that the project lacks and the choices ask for. */
  async classes(context: RequestContext, task: ImportTask, tally: ImportTally): Promise<void> {
    const { id, projectId, file, report, choices, classes } = task;
    const wanted = createdClasses(report, choices);
    const existing = new Set(classes.map(each => each.name));
    const missing = file.classes.filter(each => wanted.has(each.name) && !existing.has(each.name));
    if (missing.length === 0) return;
    if (!(await context.can('CreateClass', { projectId })))
      return tally.warn(`${missing.length} classes were not created: you don't have the right to create classes.`);
    for (let start = 0; start < missing.length; start += CLASSES_A_CALL)
      await context.transaction(async () => {
        const made = await this.projectClasses.create(context, projectId, missing.slice(start, start + CLASSES_A_CALL));
        await this.log.add(
          context,
          id,
          'classes',
          made.map(each => each.id),
        );
        tally.classesCreated += made.length;
      });
  }

  /** Creates the items whose files come with the import. */
  async items(
    run: JobRun,
    context: RequestContext,
    task: ImportTask,
    folders: Map<string, number>,
    tally: ImportTally,
    total: number,
  ): Promise<void> {
    const { id, projectId, file, home } = task;
    const present = await this.contents.itemsByName(context, folders, file.pictures, addedFolders(task));
    for (const [index, picture] of file.pictures.entries()) {
      run.signal.throwIfAborted();
      run.progress(index, total, picture.name);
      if (present.has(itemKey(picture.folder, picture.name))) continue;
      try {
        const folderId =
          picture.folder === '' ? (home ?? undefined) : await this.#folder(context, task, folders, picture.folder);
        const { status, row } = await this.uploads.upload(context, {
          projectId,
          folderId,
          name: picture.name,
          onDuplicate: 'skip',
          source: await picture.open(),
        });
        if (status !== 'created') continue;
        tally.itemsCreated += 1;
        await this.log.created(context, id, [row]);
      } catch (error) {
        tally.failItem(picture, error);
      }
    }
  }

  /** Creates the items whose files lie on the web, a folder at a time. */
  async addresses(
    run: JobRun,
    context: RequestContext,
    task: ImportTask,
    folders: Map<string, number>,
    tally: ImportTally,
  ): Promise<void> {
    const { projectId, file, home } = task;
    const present = await this.contents.itemsByName(context, folders, file.addresses);
    const missing = file.addresses.filter(each => !present.has(itemKey(each.folder, each.name)));
    for (const [directory, list] of groupBy(missing, each => each.folder)) {
      for (let start = 0; start < list.length; start += ITEMS_A_CALL) {
        run.signal.throwIfAborted();
        const part: readonly ImportedAddress[] = list.slice(start, start + ITEMS_A_CALL);
        try {
          const folderId =
            directory === '' ? (home ?? undefined) : await this.#folder(context, task, folders, directory);
          const rows = await this.external.create(context, {
            project_id: projectId,
            folder_id: folderId,
            upload_state: 3,
            images: part.map(({ name, url }) => ({ name, path: url })),
          });
          tally.itemsCreated += rows.length;
          await this.log.created(context, task.id, rows);
        } catch (error) {
          if (!isFault(error)) throw error;
          tally.fail(directory, error);
        }
      }
    }
  }

  async #folder(
    context: RequestContext,
    { id: importId, projectId }: ImportTask,
    folders: Map<string, number>,
    directory: string,
  ): Promise<number> {
    const name = folderNameOf(directory);
    const known = folders.get(name.toLowerCase());
    if (known !== undefined) return known;
    await context.demand('CreateFolder', { projectId });
    const { id } = await this.folders.create(context, projectId, name, true);
    await this.log.add(context, importId, 'folders', [id]);
    folders.set(name.toLowerCase(), id);
    return id;
  }
}
