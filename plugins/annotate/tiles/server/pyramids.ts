import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { Readable } from 'node:stream';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import type { PyramidView } from '../common/api.ts';
import type { Georeference } from '../common/georeference.ts';
import type { TileAddress } from '../common/pyramid.ts';
import { imageShape } from '../common/pyramid.ts';
import type { PyramidSource, SourceFields } from './pyramid-source.ts';
import { pictureSource, pyramidSource, sourceKey } from './pyramid-source.ts';
import type { PyramidRow, PyramidTables } from './pyramid-tables.ts';

/** Cutting of an image. */
export interface Tiling {
  readonly tileSize: number;
  readonly overlap: number;
  readonly levels: number;
  readonly format: PyramidRow['format'];
  readonly scheme: PyramidRow['scheme'];
}

/** Size of an image, its tiles, and its place on the earth where its file gives one. */
export interface KnownImage {
  readonly width: number;
  readonly height: number;
  readonly tiling: Tiling;
  readonly georeference?: Georeference;
}

/** The tile pyramids of a team, one for each file. Items are rows that the caller sees. */
export class Pyramids {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(Projects) private readonly projects: Projects,
    @inject(ItemWriter) private readonly writer: ItemWriter,
  ) {}

  /**
   * The pyramid of an item's file or of the image at its address; cutting it begins with the first question. Undefined
   * of an item that has neither.
   */
  async of(context: RequestContext, item: ItemRow): Promise<PyramidRow | undefined> {
    const source = pyramidSource(item);
    if (source === undefined || ('blob_hash' in source && (item.width === null || item.height === null)))
      return undefined;
    const [width, height] = [item.width ?? 0, item.height ?? 0];
    if ((await this.projects.facts(context, item.project_id))?.type !== ProjectType.Tiled) return undefined;
    return context.transaction(async (trx: Kysely<PyramidTables>) => {
      const known = await this.#ofSource(context, source);
      if (known !== undefined) return known;
      const { tileSize, overlap, levels } = imageShape(width, height);
      const made = await trx
        .insertInto('tiles.pyramid')
        .values({
          team_id: context.team.id,
          ...source,
          width,
          height,
          tile_size: tileSize,
          overlap,
          levels,
          format: 'jpg',
          scheme: 'xyz',
        })
        .onConflict(taken => taken.columns(['team_id', 'blob_hash' in source ? 'blob_hash' : 'address']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return made === undefined ? this.#ofSource(context, source) : this.#enqueue(context, made, item);
    });
  }

  /** The size of an item's image and how it is cut; undefined until that is known. */
  async imageOf(context: RequestContext, item: SourceFields): Promise<KnownImage | undefined> {
    const source = pyramidSource(item);
    const found = source === undefined ? undefined : await this.#ofSource(context, source);
    if (found === undefined || found.width === 0) return undefined;
    const { width, height, tile_size: tileSize, overlap, levels, format, scheme, georeference } = found;
    return {
      width,
      height,
      tiling: { tileSize, overlap, levels, format, scheme },
      ...(georeference === null ? {} : { georeference }),
    };
  }

  /**
   * The file of an item was received: gives it the pictures of its pyramid, or begins to cut one. Inside the caller's
   * transaction.
   */
  async received(context: RequestContext, item: ItemRow): Promise<void> {
    const pyramid = await this.of(context, item);
    if (pyramid === undefined || pyramid.thumbnail_hash === null || pyramid.lores_hash === null) return;
    await this.writer.setPictures(context, item.project_id, pictureSource(pyramid), {
      thumbnailHash: pyramid.thumbnail_hash,
      loresHash: pyramid.lores_hash,
    });
  }

  /** Begins to cut an image again whose cutting failed. */
  async again(context: RequestContext, item: ItemRow): Promise<PyramidRow | undefined> {
    const source = pyramidSource(item);
    if (source === undefined) return undefined;
    const [column, value] = sourceKey(source);
    return context.transaction(async (trx: Kysely<PyramidTables>) => {
      const failed = await trx
        .updateTable('tiles.pyramid')
        .set({ state: 'waiting', error: null })
        .where(column, '=', value)
        .where('state', '=', 'failed')
        .returningAll()
        .executeTakeFirst();
      return failed === undefined ? this.of(context, item) : this.#enqueue(context, failed, item);
    });
  }

  async view(context: RequestContext, row: PyramidRow): Promise<PyramidView> {
    return {
      id: row.id,
      state: row.state,
      width: row.width,
      height: row.height,
      tile_size: row.tile_size,
      overlap: row.overlap,
      levels: row.levels,
      format: row.format,
      scheme: row.scheme,
      georeference:
        row.georeference === null ? null : { ...row.georeference, transform: [...row.georeference.transform] },
      metres_per_pixel: row.metres_per_pixel,
      rows: await this.#readableRows(context, row),
      job_id: row.state === 'waiting' || row.state === 'cutting' ? row.job_id : null,
      error: row.error,
    };
  }

  /**
   * The bytes of a tile; undefined where the image has none.
   * @throws Fault NOT_FOUND of a tile that is not there, or not yet.
   */
  async tile(
    context: RequestContext,
    item: ItemRow,
    pyramidId: number,
    { level, column, row }: TileAddress,
  ): Promise<{ readonly format: PyramidRow['format']; readonly size: number; readonly bytes: Readable | undefined }> {
    const source = pyramidSource(item);
    if (source === undefined) throw notFound('The tile');
    const [key, value] = sourceKey(source);
    const found = await context.transaction((trx: Kysely<PyramidTables>) =>
      trx
        .selectFrom('tiles.pyramid as pyramid')
        .innerJoin('tiles.tile_row as part', join =>
          join.onRef('part.pyramid_id', '=', 'pyramid.id').onRef('part.team_id', '=', 'pyramid.team_id'),
        )
        .select(['pyramid.format', 'part.blob_hash', 'part.sizes'])
        .where('pyramid.id', '=', pyramidId)
        .where(`pyramid.${key}` as const, '=', value)
        .where('part.level', '=', level)
        .where('part.row', '=', row)
        .executeTakeFirst(),
    );
    const size = found?.sizes[column];
    if (found === undefined || size === undefined) throw notFound('The tile');
    if (size === 0) return { format: found.format, size, bytes: undefined };
    const first = found.sizes.slice(0, column).reduce((sum, each) => sum + each, 0);
    const bytes = await this.blobs.get(found.blob_hash, { first, last: first + size - 1 });
    if (bytes === undefined) throw notFound('The tile');
    return { format: found.format, size, bytes };
  }

  #ofSource(context: RequestContext, source: PyramidSource): Promise<PyramidRow | undefined> {
    const [column, value] = sourceKey(source);
    return context.transaction((trx: Kysely<PyramidTables>) =>
      trx.selectFrom('tiles.pyramid').selectAll().where(column, '=', value).executeTakeFirst(),
    );
  }

  async #enqueue(context: RequestContext, row: PyramidRow, item: ItemRow): Promise<PyramidRow> {
    const { id } = await this.jobs.enqueue(undefined, {
      teamId: context.team.id,
      plugin: 'tiles',
      name: 'cut',
      creatorId: context.user.id,
      subject: { project_id: item.project_id, pyramid_id: row.id, name: item.name },
    });
    return context.transaction((trx: Kysely<PyramidTables>) =>
      trx
        .updateTable('tiles.pyramid')
        .set({ job_id: id })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }

  /** Rows are stored from the top, so their number says which are there. */
  async #readableRows(context: RequestContext, row: PyramidRow): Promise<number[]> {
    const counts = await context.transaction((trx: Kysely<PyramidTables>) =>
      trx
        .selectFrom('tiles.tile_row')
        .select(({ fn }) => ['level', fn.countAll<string>().as('count')])
        .where('pyramid_id', '=', row.id)
        .groupBy('level')
        .execute(),
    );
    const byLevel = new Map(counts.map(each => [each.level, Number(each.count)]));
    return Array.from({ length: row.levels }, (_, level) => byLevel.get(level) ?? 0);
  }
}
