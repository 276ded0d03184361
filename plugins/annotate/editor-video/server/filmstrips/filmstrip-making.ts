import { inject } from 'inversify';
import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Items, lastingFailure } from '#plugins/workspace/items/server/kit/index.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { LocalVideos } from '../ffmpeg/local-video.ts';
import { filmPictures, largePicture } from './film-pictures.ts';
import { Filmstrips } from './filmstrips.ts';

const subject = z.object({ project_id: z.int(), item_id: z.int(), hash: z.string() });

/** Longest side of the smallest picture, in pixels. */
const THUMBNAIL = 256;

/** Makes the strip, the picture and the thumbnail of a video, as a job. */
export class FilmstripMaking {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(LocalVideos) private readonly videos: LocalVideos,
    @inject(Filmstrips) private readonly filmstrips: Filmstrips,
  ) {}

  /** The job. @throws Fault NOT_FOUND, DECODER_UNAVAILABLE, ASSET_UNREADABLE, STORAGE_FULL */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly pictures: number }> {
    const { project_id: projectId, item_id: itemId, hash } = subject.parse(run.subject);
    try {
      const item = await this.items.get(context, itemId, projectId);
      return await this.videos.withFile(context, { ...item, blob_hash: hash }, async video => {
        const film = await filmPictures(this.ffmpeg, video, run.signal, (picture, of) =>
          run.progress(picture, of, `${picture} of ${of} pictures`),
        );
        // The first frame of many films is black.
        const shown = film.frames[Math.floor(film.frames.length / 10)]!;
        const large = await largePicture(this.ffmpeg, video, shown, run.signal);
        const small = sharp(large).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true });
        const webp = (picture: Sharp): Promise<Buffer> => picture.webp({ quality: 80, effort: 1 }).toBuffer();
        await this.filmstrips.keep(context, projectId, hash, {
          ...film,
          stripHash: await this.#put(film.strip),
          thumbnailHash: await this.#put(await webp(small)),
          loresHash: await this.#put(await webp(sharp(large))),
        });
        return { pictures: film.frames.length };
      });
    } catch (error) {
      if (lastingFailure(run, error, 'failed') !== undefined) await this.filmstrips.fail(context, hash);
      throw error;
    }
  }

  async #put(bytes: Buffer): Promise<string> {
    return (await this.blobs.put(Readable.from([bytes]))).hash;
  }
}
