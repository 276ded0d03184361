import { createHash } from 'node:crypto';
import { inject } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { attachedItemNameProblem, cleanItemName, otherStorageMessage } from '#plugins/workspace/items/common/index.ts';
import { Folders, ItemQuota, ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import type { NewItem } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { noStoredFiles, takesFile, takesStoredFiles } from './file-types.ts';
import { Integrations } from './integrations.ts';

const subject = z.object({ project_id: z.int(), folder_id: z.int(), integration_id: z.int(), path: z.string() });

/** Result of a job. */
export interface AttachResult {
  /** Items that were made. */
  readonly attached: number;
  /** Files whose name was taken. */
  readonly skipped: number;
  /** Files of a kind the project does not take. */
  readonly ignored: number;
}

const BATCH = 500;

/** Attaches the files below a folder of an integration as items of source 3. */
export class Attachments {
  constructor(
    @inject(Integrations) private readonly integrations: Integrations,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /**
   * Asks for the job.
   * @throws Fault NOT_FOUND, TYPE_NOT_SUPPORTED, UPLOAD_STATE, FOLDER_LIMIT, PROJECT_LIMIT, INVALID_FIELD.
   */
  async begin(
    context: RequestContext,
    request: {
      readonly projectId: number;
      readonly folderId: number | undefined;
      readonly integrationId: number;
      readonly path: string;
    },
  ): Promise<string> {
    const { projectId, integrationId } = request;
    const project = await this.projects.get(context, projectId);
    const folder = await this.folders.get(context, projectId, request.folderId);
    const row = await this.integrations.get(context, integrationId);
    if (this.integrations.driver(row) === undefined)
      throw invalidField('integration_id', `${row.name} has no folder whose files could be attached`);
    if (!takesStoredFiles(project.type))
      throw new Fault('TYPE_NOT_SUPPORTED', noStoredFiles(this.types.titleOf(project.type)), { status: 415 });
    if (project.upload_state === 2) throw new Fault('UPLOAD_STATE', otherStorageMessage('basic'), { status: 409 });
    const path = folderPath(request.path, 'customer_folder_name');
    await this.quota.demand(context, folder, 1);
    return (
      await context.transaction(() =>
        this.jobs.enqueue(undefined, {
          teamId: context.team.id,
          plugin: 'integrations',
          name: 'attach',
          title: `Attach files of ${row.name} – ${project.name}`,
          creatorId: context.user.id,
          subject: {
            project_id: projectId,
            folder_id: folder.id,
            integration_id: integrationId,
            path,
          } satisfies z.output<typeof subject>,
        }),
      )
    ).id;
  }

  /** The job. Restarted after a crash, it goes on behind the last batch that was written. */
  async run(run: JobRun, context: RequestContext): Promise<AttachResult> {
    const {
      project_id: projectId,
      folder_id: folderId,
      integration_id: integrationId,
      path,
    } = subject.parse(run.subject);
    await context.demand('UseIntegration', { projectId });
    const project = await this.projects.get(context, projectId);
    const folder = await this.folders.get(context, projectId, folderId);
    const driver = this.integrations.driver(await this.integrations.get(context, integrationId));
    const result = { attached: 0, skipped: 0, ignored: 0 };
    let batch: NewItem[] = [];
    const write = async (): Promise<void> => {
      if (batch.length === 0) return;
      run.signal.throwIfAborted();
      const items = batch;
      batch = [];
      const first = result.attached + result.skipped === 0;
      // By its files: after a restart, the storage may hold others, and the batches are cut elsewhere.
      const made = await run.effect(
        `batch ${createHash('sha256')
          .update(JSON.stringify(items.map(each => each.url)))
          .digest('hex')}`,
        async () => {
          const rows = await this.writer.add(context, folder, items);
          if (project.upload_state === 1 && first) await this.projects.setUploadState(context, projectId, 3);
          return rows.length;
        },
      );
      result.attached += made;
      result.skipped += items.length - made;
      run.progress(result.attached + result.skipped, 0, `${result.attached} attached`);
    };
    for await (const file of driver?.walk(path, run.signal) ?? []) {
      if (!takesFile(project.type, file.path)) {
        result.ignored += 1;
        continue;
      }
      batch.push({ name: attachedName(file.path, path), source: 3, url: file.path, integrationId });
      if (batch.length === BATCH) await write();
    }
    await write();
    return result;
  }
}

/** Without slashes around it. @throws Fault INVALID_FIELD for a way upwards. */
export function folderPath(given: string, field: string): string {
  const path = given.trim().replace(/^\/+|\/+$/g, '');
  if (path.split('/').includes('..') || path.includes('\0')) throw invalidField(field, 'must lie inside the storage');
  return path;
}

/** A file's place below the attached folder as the name of an item. */
export function attachedName(file: string, folder: string): string {
  const place = folder === '' ? file : file.slice(folder.length + 1);
  const plain = place.replace(/[/\\]/g, '_');
  return attachedItemNameProblem(plain) === undefined ? plain : cleanItemName(plain);
}
