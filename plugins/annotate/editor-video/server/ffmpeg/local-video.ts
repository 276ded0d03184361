import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, IncomingFiles } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemMedia } from '../../common/api.ts';
import { FrameTable } from '../../common/media/frame-table.ts';
import { fromSteps } from '../../common/media/probe-media.ts';
import { VideoMedia } from '../video-media.ts';
import { demuxerOf } from './demuxer.ts';

/** The file of an item as ffmpeg reads it. */
export interface LocalVideo {
  readonly path: string;
  readonly demuxer: string;
  readonly facts: ItemMedia;
  readonly table: FrameTable;
}

/** Gives decoders the videos of items as files of this server. */
export class LocalVideos {
  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
    @inject(VideoMedia) private readonly media: VideoMedia,
  ) {}

  /**
   * Calls `work` with the file of an item, which is gone afterwards.
   * @throws Fault NOT_FOUND, ASSET_UNREADABLE, STORAGE_FULL
   */
  async withFile<T>(
    context: RequestContext,
    item: Pick<ItemRow, 'id' | 'name' | 'blob_hash'>,
    work: (video: LocalVideo) => Promise<T>,
  ): Promise<T> {
    const facts = await this.media.of(context, item);
    if (facts === undefined || facts.kind !== 'video') throw notFound(`The video of ${item.name}`);
    const source = await this.blobs.get(item.blob_hash!);
    if (source === undefined) throw notFound(`The file of ${item.name}`);
    const file = await this.incoming.file();
    try {
      await file.receive(source);
      const table = new FrameTable(fromSteps(facts.steps), facts.duration);
      return await work({ path: file.path, demuxer: await demuxerOf(file.path), facts, table });
    } finally {
      await file.drop();
    }
  }
}
