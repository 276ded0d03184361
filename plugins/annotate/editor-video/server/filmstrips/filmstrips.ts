import { inject } from 'inversify';
import type { ColumnType, Kysely, Selectable } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobUrls, Jobs } from '#core/data/server/index.ts';
import { BlobUrlsToken, JobsToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import type { FilmstripView } from '../../common/api.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface FilmstripTable {
  team_id: number;
  /** The file it is made of. */
  blob_hash: string;
  state: 'waiting' | 'ready' | 'failed';
  strip_hash: Optional<string>;
  thumbnail_hash: Optional<string>;
  lores_hash: Optional<string>;
  /** Size of each picture of the strip, in pixels. */
  width: Optional<number>;
  height: Optional<number>;
  frames: ColumnType<number[] | null, string | null | undefined, string | null>;
}
interface FilmstripTables {
  'editor_video.filmstrip': FilmstripTable;
}
type Trx = Kysely<FilmstripTables>;
export type FilmstripRow = Selectable<FilmstripTable>;

/** Pictures that were made of a video. */
export interface MadeFilmstrip {
  readonly stripHash: string;
  readonly thumbnailHash: string;
  readonly loresHash: string;
  /** Pixels of each picture of the strip. */
  readonly width: number;
  readonly height: number;
  /** The frame of each picture, ascending. */
  readonly frames: readonly number[];
}

/** Milliseconds for which the address of a strip can be read. */
const LIFETIME_MS = 12 * 3_600_000;

/** Small pictures of videos, one strip for each file. Items are rows that the caller sees. */
export class Filmstrips {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(ItemWriter) private readonly writer: ItemWriter,
  ) {}

  /** The strip of an item's file; making it begins with the first question. */
  async view(context: RequestContext, item: ItemRow): Promise<FilmstripView> {
    const row = await this.#begun(context, item);
    if (row === undefined) return { state: 'unavailable', strip: null };
    const strip =
      row.strip_hash === null || row.width === null || row.height === null || row.frames === null
        ? null
        : {
            url: this.urls.sign({ hash: row.strip_hash, type: 'image/webp', name: 'filmstrip.webp' }, LIFETIME_MS),
            width: row.width,
            height: row.height,
            frames: row.frames,
          };
    return { state: row.state, strip };
  }

  /**
   * The file of an item was received: gives it the pictures of its video, or begins to make them. Inside the caller's
   * transaction.
   */
  async received(context: RequestContext, item: ItemRow): Promise<void> {
    const row = await this.#begun(context, item);
    if (row === undefined || row.thumbnail_hash === null || row.lores_hash === null) return;
    await this.writer.setPictures(
      context,
      item.project_id,
      { blobHash: row.blob_hash },
      { thumbnailHash: row.thumbnail_hash, loresHash: row.lores_hash },
    );
  }

  /** Keeps what was made of a file, and shows it on the items of a project that have this file. */
  async keep(context: RequestContext, projectId: number, hash: string, made: MadeFilmstrip): Promise<void> {
    const { stripHash, thumbnailHash, loresHash, width, height, frames } = made;
    await context.transaction(async (trx: Trx) => {
      await trx
        .updateTable('editor_video.filmstrip')
        .set({
          state: 'ready',
          strip_hash: stripHash,
          thumbnail_hash: thumbnailHash,
          lores_hash: loresHash,
          width,
          height,
          frames: JSON.stringify(frames),
        })
        .where('blob_hash', '=', hash)
        .execute();
      await this.writer.setPictures(context, projectId, { blobHash: hash }, { thumbnailHash, loresHash });
    });
  }

  async fail(context: RequestContext, hash: string): Promise<void> {
    await context.transaction((trx: Trx) =>
      trx.updateTable('editor_video.filmstrip').set({ state: 'failed' }).where('blob_hash', '=', hash).execute(),
    );
  }

  /** Undefined of an item whose file is no video, or lies elsewhere, and where nothing can decode it. */
  async #begun(context: RequestContext, item: ItemRow): Promise<FilmstripRow | undefined> {
    const hash = item.blob_hash;
    // Sound alone has no width.
    if (hash === null || item.width === null || !(await this.ffmpeg.available())) return undefined;
    const known = await this.#of(context, hash);
    if (known !== undefined) return known;
    return context.transaction(async (trx: Trx) => {
      const begun = await trx
        .insertInto('editor_video.filmstrip')
        .values({ team_id: context.team.id, blob_hash: hash, state: 'waiting' })
        .onConflict(taken => taken.columns(['team_id', 'blob_hash']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (begun === undefined) return this.#of(context, hash);
      await this.jobs.enqueue(undefined, {
        teamId: context.team.id,
        plugin: 'editor-video',
        name: 'filmstrip',
        creatorId: context.user.id,
        subject: { project_id: item.project_id, item_id: item.id, hash },
      });
      return begun;
    });
  }

  #of(context: RequestContext, hash: string): Promise<FilmstripRow | undefined> {
    return context.transaction((trx: Trx) =>
      trx.selectFrom('editor_video.filmstrip').selectAll().where('blob_hash', '=', hash).executeTakeFirst(),
    );
  }
}
