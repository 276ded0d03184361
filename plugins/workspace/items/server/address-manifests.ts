import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { cleanItemName } from '../common/item-name.ts';
import { ManifestReader } from '../common/manifest-reader.ts';
import type { ManifestLine } from '../common/manifest-reader.ts';
import { otherStorageMessage } from '../common/storage-message.ts';
import { manifestLimit } from '../common/uploads-api.ts';
import type { UnpackResult } from '../common/uploads-api.ts';
import { Folders } from './folders.ts';
import { tooManyBytes } from './image-intake.ts';
import { ItemQuota } from './item-quota.ts';
import { ItemWriter } from './item-writer.ts';
import type { FolderRow, UploadRow } from './items-tables.ts';
import { PartialFiles } from './partial-files.ts';
import type { UploadTarget } from './uploads.ts';

const subject = z.object({
  project_id: z.int(),
  folder_id: z.int(),
  token: z.string(),
  name: z.string(),
  size: z.int(),
});

/** Lines of one step of the job. */
const BATCH = 2000;
/** Lines shown one by one that can't be attached; the rest is counted. */
const LISTED = 1000;

type Asked = z.output<typeof subject>;

/** Attaches the addresses of a manifest, which may be many, as a job that reads the file in parts. */
export class AddressManifests {
  constructor(
    @inject(PartialFiles) private readonly files: PartialFiles,
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /**
   * Asks whether a manifest of `size` bytes could be attached, before its bytes travel.
   * @throws Fault TYPE_NOT_SUPPORTED, TOO_LARGE, UPLOAD_STATE, FOLDER_LIMIT, PROJECT_LIMIT, NOT_FOUND.
   */
  async admit(
    context: RequestContext,
    target: UploadTarget,
    size: number,
  ): Promise<{ readonly name: string; readonly folderId: number }> {
    const name = cleanItemName(target.name);
    if (!/\.(csv|tsv|txt|jsonl|ndjson)$/i.test(name))
      throw new Fault('TYPE_NOT_SUPPORTED', `${name} is no manifest. Use .csv, .tsv, .txt, .jsonl or .ndjson.`, {
        status: 415,
      });
    if (size > manifestLimit) throw tooManyBytes(name, manifestLimit);
    const project = await this.projects.get(context, target.projectId);
    if (project.upload_state === 2) throw new Fault('UPLOAD_STATE', otherStorageMessage('basic'), { status: 409 });
    const folder = await this.folders.get(context, target.projectId, target.folderId);
    await this.quota.demand(context, folder, 1);
    return { name, folderId: folder.id };
  }

  /** Asks for the job in the open transaction, answers its id. */
  async begin(context: RequestContext, row: UploadRow): Promise<string> {
    return (
      await this.jobs.enqueue(undefined, {
        teamId: context.team.id,
        plugin: 'items',
        name: 'manifest',
        title: `Attach URLs – ${row.name}`,
        creatorId: context.user.id,
        subject: {
          project_id: row.project_id,
          folder_id: row.folder_id,
          token: row.token,
          name: row.name,
          size: Number(row.size),
        } satisfies Asked,
      })
    ).id;
  }

  /** The job. Restarted after a crash, it goes on behind the last step. @throws Fault MANIFEST_UNREADABLE. */
  async run(run: JobRun, context: RequestContext): Promise<UnpackResult> {
    const asked = subject.parse(run.subject);
    await context.demand('UploadItem', { projectId: asked.project_id });
    if ((await this.files.size(asked.token)) === undefined)
      throw new Fault('NOT_FOUND', `${asked.name} is no longer there. Upload it again.`, { status: 404 });
    try {
      const result = await this.#attach(run, context, asked);
      await this.files.remove(asked.token);
      return result;
    } catch (error) {
      // A refused manifest can do no better; a job that is stopped, or whose database is away, is begun again.
      if (!run.signal.aborted && isFault(error) && error.status < 500) await this.files.remove(asked.token);
      throw error;
    }
  }

  async #attach(run: JobRun, context: RequestContext, asked: Asked): Promise<UnpackResult> {
    const result = {
      name: asked.name,
      created: 0,
      replaced: 0,
      skipped: 0,
      ignored: 0,
      failed_count: 0,
      failed: [] as { path: string; message: string }[],
    };
    const places = new Map<string | undefined, FolderRow>();
    let at = 0;
    const write = async (lines: readonly ManifestLine[], bytes: number): Promise<void> => {
      run.signal.throwIfAborted();
      const good = lines.filter(each => each.problem === undefined);
      for (const { line, problem } of lines) {
        if (problem === undefined) continue;
        result.failed_count += 1;
        if (result.failed.length < LISTED) result.failed.push({ path: `line ${line}`, message: problem });
      }
      const made = await run.effect(`lines ${at}`, () => this.#add(context, asked, places, good));
      at += lines.length;
      result.created += made;
      result.skipped += good.length - made;
      run.progress(bytes, asked.size, textOf(result));
    };
    let waiting: ManifestLine[] = [];
    for await (const { lines, bytes } of this.#lines(asked)) {
      waiting.push(...lines);
      while (waiting.length >= BATCH) {
        await write(waiting.slice(0, BATCH), bytes);
        waiting = waiting.slice(BATCH);
      }
    }
    if (waiting.length > 0) await write(waiting, asked.size);
    return result;
  }

  /** The lines of the file, as they are read. */
  async *#lines({ token, name }: Asked): AsyncGenerator<{ lines: readonly ManifestLine[]; bytes: number }> {
    const reader = new ManifestReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let bytes = 0;
    try {
      for await (const chunk of this.files.open(token)) {
        bytes += (chunk as Buffer).length;
        yield { lines: reader.write(decoder.decode(chunk as Buffer, { stream: true })), bytes };
      }
      yield { lines: [...reader.write(decoder.decode()), ...reader.end()], bytes };
    } catch (error) {
      if (isFault(error) || !(error instanceof Error) || 'code' in error) throw error;
      const reason = error instanceof TypeError ? 'It is not in UTF-8.' : error.message;
      throw new Fault('MANIFEST_UNREADABLE', `${name} can’t be read. ${reason}`, { status: 422 });
    }
  }

  /** Makes the items of some lines; answers how many. */
  async #add(
    context: RequestContext,
    { project_id: projectId, folder_id: folderId }: Asked,
    places: Map<string | undefined, FolderRow>,
    lines: readonly ManifestLine[],
  ): Promise<number> {
    const { upload_state: state } = await this.projects.get(context, projectId);
    let made = 0;
    for (const [name, group] of byFolder(lines)) {
      const folder =
        places.get(name) ??
        (name === undefined
          ? await this.folders.get(context, projectId, folderId)
          : await this.#folder(context, projectId, group[0]!.folder!));
      places.set(name, folder);
      const items = group.map(each => ({ name: each.name, source: 2, url: each.url }) as const);
      made += (await this.writer.add(context, folder, items)).length;
    }
    if (state === 1 && made > 0) await this.projects.setUploadState(context, projectId, 3);
    return made;
  }

  /** The folder of that name, made if it is missing and the person may. */
  async #folder(context: RequestContext, projectId: number, name: string): Promise<FolderRow> {
    try {
      return await this.folders.byName(context, projectId, name);
    } catch (error) {
      if (!isFault(error) || error.status !== 404) throw error;
      await context.demand('CreateFolder', { projectId });
      return this.folders.create(context, projectId, name, true);
    }
  }
}

/** Returns lines by the name of their folder in lower case. */
function byFolder(lines: readonly ManifestLine[]): ReadonlyMap<string | undefined, readonly ManifestLine[]> {
  const groups = new Map<string | undefined, ManifestLine[]>();
  for (const line of lines) {
    const name = line.folder?.toLowerCase();
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [line]);
    else group.push(line);
  }
  return groups;
}

const textOf = ({ created, skipped, failed_count: failed }: UnpackResult): string =>
  [
    `${created.toLocaleString('en')} attached`,
    ...(skipped > 0 ? [`${skipped.toLocaleString('en')} skipped because their name is taken`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} can’t be attached`] : []),
  ].join(', ');
