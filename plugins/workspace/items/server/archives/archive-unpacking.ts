import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { isLitter } from '../../common/archive-entry.ts';
import { cleanFolderName, cleanItemName } from '../../common/item-name.ts';
import { fileKindOf } from '../../common/file-kinds.ts';
import type { UnpackResult } from '../../common/uploads-api.ts';
import { Folders } from '../folders.ts';
import type { UploadRow } from '../items-tables.ts';
import { PartialFiles } from '../partial-files.ts';
import { Uploads } from '../uploads.ts';
import { FileReader } from './file-reader.ts';
import { openTar } from './tar-archive.ts';
import { openZip } from './zip-archive.ts';
import type { ArchiveFile } from './zip-archive.ts';

const subject = z.object({
  project_id: z.int(),
  folder_id: z.int(),
  token: z.string(),
  name: z.string(),
  unpack: z.enum(['flat', 'folders']),
  on_duplicate: z.enum(['skip', 'replace']),
});

/** Failures shown one by one; the rest is counted. */
const LISTED = 1000;

/**
 * Makes items of the files of an archive that its project takes, as a job. Nothing is unpacked to the disk but the file
 * at hand.
 */
export class ArchiveUnpacking {
  constructor(
    @inject(PartialFiles) private readonly files: PartialFiles,
    @inject(Uploads) private readonly uploads: Uploads,
    @inject(Folders) private readonly folders: Folders,
    @inject(Projects) private readonly projects: Projects,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /** Asks for the job in the open transaction, answers its id. */
  async begin(context: RequestContext, row: UploadRow): Promise<string> {
    return (
      await this.jobs.enqueue(undefined, {
        teamId: context.team.id,
        plugin: 'items',
        name: 'unpack',
        title: `Unpack – ${row.name}`,
        creatorId: context.user.id,
        subject: {
          project_id: row.project_id,
          folder_id: row.folder_id,
          token: row.token,
          name: row.name,
          unpack: row.unpack === 'folders' ? 'folders' : 'flat',
          on_duplicate: row.on_duplicate,
        } satisfies z.output<typeof subject>,
      })
    ).id;
  }

  /** The job. Restarted after a crash, it skips what was made before. @throws Fault ARCHIVE_REFUSED, PLAN_LIMIT. */
  async run(run: JobRun, context: RequestContext): Promise<UnpackResult> {
    const asked = subject.parse(run.subject);
    await context.demand('UploadItem', { projectId: asked.project_id });
    const size = await this.files.size(asked.token);
    if (size === undefined)
      throw new Fault('NOT_FOUND', `${asked.name} is no longer there. Upload it again.`, { status: 404 });
    try {
      const result = await this.#unpack(run, context, asked, size);
      await this.files.remove(asked.token);
      return result;
    } catch (error) {
      // A job that is stopped may be restarted on another server; a refused archive can do no better.
      if (!run.signal.aborted) await this.files.remove(asked.token);
      throw error;
    }
  }

  async #unpack(
    run: JobRun,
    context: RequestContext,
    asked: z.output<typeof subject>,
    size: number,
  ): Promise<UnpackResult> {
    const kind = fileKindOf((await this.projects.get(context, asked.project_id)).type);
    const taken = (path: string): boolean =>
      !isLitter(path) && kind?.takes(path.slice(path.lastIndexOf('/') + 1)) === true;
    const archive = await open(this.files.path(asked.token), asked.name, size);
    try {
      const files = archive.files.filter(each => !isLitter(each.path));
      const wanted = files.filter(each => taken(each.path));
      await this.uploads.demandCount(context, wanted.length);
      const result = {
        name: asked.name,
        created: 0,
        replaced: 0,
        skipped: 0,
        ignored: files.length - wanted.length,
        failed_count: 0,
        failed: [] as { path: string; message: string }[],
      };
      const folders = new Map<string, number>();
      let index = -1;
      for await (const file of archive.each()) {
        run.signal.throwIfAborted();
        if (!taken(file.path)) continue;
        index += 1;
        run.progress(index, wanted.length, `${index} of ${wanted.length}, ${file.path}`);
        try {
          result[(await this.#take(context, asked, folders, file)).status] += 1;
        } catch (error) {
          if (!isFault(error)) throw error;
          result.failed_count += 1;
          if (result.failed.length < LISTED) result.failed.push({ path: file.path, message: error.message });
        }
      }
      run.progress(
        wanted.length,
        wanted.length,
        [
          `${result.created + result.replaced} added`,
          ...(result.skipped > 0 ? [`${result.skipped} skipped`] : []),
          ...(result.failed_count > 0 ? [`${result.failed_count} failed`] : []),
          ...(result.ignored > 0 ? [`${result.ignored} no ${kind?.plural ?? 'items'}`] : []),
        ].join(', '),
      );
      return result;
    } finally {
      archive.close();
    }
  }

  async #take(
    context: RequestContext,
    asked: z.output<typeof subject>,
    folders: Map<string, number>,
    file: ArchiveFile,
  ): ReturnType<Uploads['upload']> {
    const parts = file.path.split('/');
    const name = cleanItemName(parts.at(-1)!);
    const folder = asked.unpack === 'folders' && parts.length > 1 ? cleanFolderName(parts[0]!) : undefined;
    const folderId =
      folder === undefined
        ? asked.folder_id
        : (folders.get(folder) ?? (await this.#folder(context, asked.project_id, folder)));
    if (folder !== undefined) folders.set(folder, folderId);
    return this.uploads.upload(context, {
      projectId: asked.project_id,
      folderId,
      name,
      onDuplicate: asked.on_duplicate,
      source: await file.open(),
    });
  }

  /** The folder of that name, made if it is missing and the person may. */
  async #folder(context: RequestContext, projectId: number, name: string): Promise<number> {
    try {
      return (await this.folders.byName(context, projectId, name)).id;
    } catch (error) {
      if (!isFault(error) || error.status !== 404) throw error;
      await context.demand('CreateFolder', { projectId });
      return (await this.folders.create(context, projectId, name, true)).id;
    }
  }
}

interface OpenArchive {
  readonly files: readonly { readonly path: string }[];
  each(): AsyncIterable<ArchiveFile> | Iterable<ArchiveFile>;
  close(): void;
}

async function open(path: string, name: string, size: number): Promise<OpenArchive> {
  if (!/\.zip$/i.test(name)) return { ...(await openTar(path, size)), close: () => undefined };
  const { files, close } = await openZip(new FileReader(path), size);
  return { files, each: () => files, close };
}
