import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { uploadLimits } from '../common/upload-limits.ts';
import { FileIntake } from './file-intake.ts';
import { ImageIntake } from './image-intake.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemRow } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

const subject = z.object({ project_id: z.int(), item_ids: z.array(z.int()) });

/** Reads images that were put into object storage without their size or smaller pictures, as a job. */
export class ImageMeasuring {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(ImageIntake) private readonly intake: ImageIntake,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(FileIntake) private readonly files: FileIntake,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** Asks for the job, in the open transaction. */
  async enqueue(context: RequestContext, projectId: number, itemIds: readonly number[]): Promise<void> {
    await this.jobs.enqueue(undefined, {
      teamId: context.team.id,
      plugin: 'items',
      name: 'measure',
      title: itemIds.length === 1 ? 'Read 1 image' : `Read ${itemIds.length.toLocaleString('en')} images`,
      subject: { project_id: projectId, item_ids: itemIds },
      creatorId: context.user.id,
    });
  }

  /** The job. A file that is no image stays an item without a picture. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly measured: number; readonly unreadable: number }> {
    const { project_id: projectId, item_ids: ids } = subject.parse(run.subject);
    const rows = await this.reader.byIds(context, projectId, ids);
    const { type } = await this.projects.get(context, projectId);
    const counts = { measured: 0, unreadable: 0 };
    for (const [index, id] of ids.entries()) {
      run.signal.throwIfAborted();
      const row = rows.get(id);
      if (row !== undefined)
        counts[(await this.#measure(context, row, type === ProjectType.Tiled)) ? 'measured' : 'unreadable'] += 1;
      run.progress(index + 1, ids.length, row?.name);
    }
    return counts;
  }

  async #measure(context: RequestContext, row: ItemRow, tiled: boolean): Promise<boolean> {
    const source = row.blob_hash === null ? undefined : await this.blobs.get(row.blob_hash);
    if (source === undefined) return false;
    try {
      const { imageBytes, vectorPixels, tiledBytes, tiledPixels } = uploadLimits[3];
      const rules = { name: row.name, projectTypeName: 'image' };
      const taken = tiled
        ? await this.files.take(source, { ...rules, examinedAs: 'tiled', maxBytes: tiledBytes, maxPixels: tiledPixels })
        : await this.intake.take(source, { ...rules, maxBytes: imageBytes, maxPixels: vectorPixels });
      await context.transaction(async (trx: Kysely<ItemTables>) => {
        const measured = await trx
          .updateTable('items.item')
          .set({
            mime: taken.mime,
            width: taken.width,
            height: taken.height,
            display_hash: taken.display_hash,
            thumbnail_hash: row.thumbnail_hash ?? taken.thumbnail_hash,
            lores_hash: row.lores_hash ?? taken.lores_hash,
          })
          .where('id', '=', row.id)
          .where('blob_hash', '=', row.blob_hash)
          .returningAll()
          .executeTakeFirst();
        if (tiled && measured !== undefined) await this.hooks.received.for('tiled').promise(context, measured);
        await this.statuses.announce(context, row.project_id, [row.id], row.folder_id);
      });
      return true;
    } catch (error) {
      if (isFault(error) && error.status < 500) return false;
      throw error;
    } finally {
      source.destroy();
    }
  }
}
