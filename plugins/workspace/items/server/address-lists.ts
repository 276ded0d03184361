import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { inject } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { addressProblem } from '../common/address-list.ts';
import { otherStorageMessage } from '../common/storage-message.ts';
import { attachedItemNameProblem } from '../common/item-name.ts';
import { ExternalItems } from './external-items.ts';
import { Folders } from './folders.ts';
import { ItemQuota } from './item-quota.ts';

const subject = z.object({ project_id: z.int(), folder_id: z.int(), list: z.string(), count: z.int() });
const kept = z.object({ images: z.array(z.object({ name: z.string(), url: z.string() })) });

/** Items of one step of the job. */
const BATCH = 500;

export interface AddressRequest {
  readonly projectId: number;
  readonly folderId: number | undefined;
  readonly images: readonly { readonly name: string; readonly url: string }[];
}

/** Attaches long lists of addresses, as a job. */
export class AddressLists {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ExternalItems) private readonly external: ExternalItems,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /**
   * Asks for the job, answers its id.
   * @throws Fault INVALID_FIELD naming the line, UPLOAD_STATE, FOLDER_LIMIT, PROJECT_LIMIT, NOT_FOUND.
   */
  async begin(context: RequestContext, { projectId, folderId, images }: AddressRequest): Promise<string> {
    for (const [at, { name, url }] of images.entries()) {
      const wrong = addressProblem(url);
      if (wrong !== undefined) throw invalidField(`images.${at}.url`, wrong);
      const problem = attachedItemNameProblem(name);
      if (problem !== undefined) throw invalidField(`images.${at}.name`, problem);
    }
    const project = await this.projects.get(context, projectId);
    if (project.upload_state === 2) throw new Fault('UPLOAD_STATE', otherStorageMessage('basic'), { status: 409 });
    const folder = await this.folders.get(context, projectId, folderId);
    await this.quota.demand(context, folder, 1);
    // A list of its own, also when the same one is attached twice: it is deleted when the job is over.
    const { hash } = await this.blobs.put(Readable.from([Buffer.from(JSON.stringify({ id: randomUUID(), images }))]));
    return (
      await context.transaction(() =>
        this.jobs.enqueue(undefined, {
          teamId: context.team.id,
          plugin: 'items',
          name: 'attach',
          title: `Attach ${images.length.toLocaleString('en')} ${images.length === 1 ? 'URL' : 'URLs'} – ${project.name}`,
          creatorId: context.user.id,
          subject: { project_id: projectId, folder_id: folder.id, list: hash, count: images.length } satisfies z.output<
            typeof subject
          >,
        }),
      )
    ).id;
  }

  /** The job. Names that are taken are skipped; restarted after a crash, it goes on behind the last step. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly attached: number; readonly skipped: number }> {
    const { project_id: projectId, folder_id: folderId, list, count } = subject.parse(run.subject);
    await context.demand('UploadItem', { projectId });
    const file = await this.blobs.get(list);
    if (file === undefined)
      throw new Fault('NOT_FOUND', 'The list is no longer there. Attach it again.', { status: 404 });
    const { images } = kept.parse(JSON.parse(await text(file)));
    const result = { attached: 0, skipped: 0 };
    run.progress(0, count);
    for (let start = 0; start < images.length; start += BATCH) {
      run.signal.throwIfAborted();
      const batch = images.slice(start, start + BATCH);
      const made = await run.effect(
        `lines ${start}`,
        async () =>
          (
            await this.external.create(context, {
              project_id: projectId,
              folder_id: folderId,
              upload_state: 3,
              images: batch.map(({ name, url }) => ({ name, path: url })),
            })
          ).length,
      );
      result.attached += made;
      result.skipped += batch.length - made;
      run.progress(
        start + batch.length,
        count,
        `${result.attached} attached${result.skipped > 0 ? `, ${result.skipped} skipped because their name is taken` : ''}`,
      );
    }
    await this.blobs.delete(list);
    return result;
  }
}
