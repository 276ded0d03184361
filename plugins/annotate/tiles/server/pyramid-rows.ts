import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, BlobSource } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import type { Georeference } from '../common/georeference.ts';
import { levelSize } from '../common/pyramid.ts';
import type { PyramidRow, PyramidTables } from './pyramid-tables.ts';

/** Longest sides of the smaller pictures of items, in pixels. */
const THUMBNAIL = 256;
const LORES = 1600;

/** Stores the tiles of pyramids, a row at a time, and reads them back for the smaller pictures. */
export class PyramidRows {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  async get(context: RequestContext, id: number): Promise<PyramidRow | undefined> {
    return context.transaction((trx: Kysely<PyramidTables>) =>
      trx.selectFrom('tiles.pyramid').selectAll().where('id', '=', id).executeTakeFirst(),
    );
  }

  async set(
    context: RequestContext,
    id: number,
    change: Partial<
      Pick<
        PyramidRow,
        | 'state'
        | 'error'
        | 'width'
        | 'height'
        | 'tile_size'
        | 'overlap'
        | 'levels'
        | 'format'
        | 'scheme'
        | 'thumbnail_hash'
        | 'lores_hash'
        | 'metres_per_pixel'
      >
    >,
  ): Promise<void> {
    await context.transaction((trx: Kysely<PyramidTables>) =>
      trx.updateTable('tiles.pyramid').set(change).where('id', '=', id).execute(),
    );
  }

  /** Stores the place of an image on the earth. */
  async place(context: RequestContext, id: number, georeference: Georeference): Promise<void> {
    await context.transaction((trx: Kysely<PyramidTables>) =>
      trx
        .updateTable('tiles.pyramid')
        .set({ georeference: JSON.stringify(georeference) })
        .where('id', '=', id)
        .execute(),
    );
  }

  /** Rows that are stored, as `LEVEL/ROW`. */
  async stored(context: RequestContext, id: number): Promise<Set<string>> {
    const rows = await context.transaction((trx: Kysely<PyramidTables>) =>
      trx.selectFrom('tiles.tile_row').select(['level', 'row']).where('pyramid_id', '=', id).execute(),
    );
    return new Set(rows.map(each => `${each.level}/${each.row}`));
  }

  /** Stores a row; `sizes` is read after its bytes, so that it may be filled while they pass. */
  async store(
    context: RequestContext,
    id: number,
    { level, row }: { readonly level: number; readonly row: number },
    bytes: BlobSource,
    sizes: readonly number[],
  ): Promise<void> {
    const { hash } = await this.blobs.put(bytes);
    await context.transaction((trx: Kysely<PyramidTables>) =>
      trx
        .insertInto('tiles.tile_row')
        .values({ team_id: context.team.id, pyramid_id: id, level, row, blob_hash: hash, sizes: [...sizes] })
        .onConflict(taken => taken.columns(['team_id', 'pyramid_id', 'level', 'row']).doNothing())
        .execute(),
    );
  }

  /** Makes the smaller pictures of a complete pyramid out of its smaller levels. */
  async pictures(
    context: RequestContext,
    pyramid: PyramidRow,
  ): Promise<{ readonly thumbnailHash: string; readonly loresHash: string }> {
    let level = 0;
    const side = (of: number): number => {
      const { width, height } = levelSize(pyramid, of);
      return Math.max(width, height);
    };
    while (level + 1 < pyramid.levels && side(level) < LORES) level += 1;
    const { width, height } = levelSize(pyramid, level);
    const tiles: { input: Buffer; left: number; top: number }[] = [];
    for await (const tile of this.#tiles(context, pyramid, level)) tiles.push(tile);
    const joined = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .composite(tiles)
      .png({ compressionLevel: 1 })
      .toBuffer();
    const keep = async (size: number): Promise<string> =>
      (
        await this.blobs.put(
          Readable.from([
            await sharp(joined)
              .resize(size, size, { fit: 'inside', withoutEnlargement: true })
              .webp({ quality: 80, effort: 1 })
              .toBuffer(),
          ]),
        )
      ).hash;
    return { thumbnailHash: await keep(THUMBNAIL), loresHash: await keep(LORES) };
  }

  async *#tiles(
    context: RequestContext,
    { id, tile_size: tileSize, overlap }: PyramidRow,
    level: number,
  ): AsyncGenerator<{ input: Buffer; left: number; top: number }> {
    const rows = await context.transaction((trx: Kysely<PyramidTables>) =>
      trx.selectFrom('tiles.tile_row').selectAll().where('pyramid_id', '=', id).where('level', '=', level).execute(),
    );
    for (const { row, sizes, blob_hash: hash } of rows) {
      const source = await this.blobs.get(hash);
      if (source === undefined) continue;
      const bytes = await buffer(source);
      let start = 0;
      for (const [column, size] of sizes.entries()) {
        if (size > 0)
          yield {
            input: bytes.subarray(start, start + size),
            left: Math.max(0, column * tileSize - overlap),
            top: Math.max(0, row * tileSize - overlap),
          };
        start += size;
      }
    }
  }
}
