import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import type { ColumnType, Kysely } from 'kysely';
import { CustomSource, FilePathSource } from 'mediabunny';
import pLimit from 'p-limit';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemMedia } from '../common/api.ts';
import type { MediaFacts } from '../common/media/probe-media.ts';
import { UnreadableMedia } from '../common/media/media-packets.ts';
import { probeMedia, toSteps } from '../common/media/probe-media.ts';

interface MediaTables {
  'editor_video.media': {
    team_id: number;
    item_id: number;
    blob_hash: string;
    duration: ColumnType<string, number, number>;
    facts: ColumnType<ItemMedia, string, string>;
  };
}
type Trx = Kysely<MediaTables>;

/** A file whose packets take longer to read is not one that anybody annotates. */
const LONGEST_PROBE_MS = 120_000;

/** Bytes of a file that are kept in memory while its packets are read. */
const CACHE_BYTES = 16 * 1024 * 1024;

const view = ({ kind, codec, width, height, rotation, duration, starts, hasAudio }: MediaFacts): ItemMedia => ({
  kind,
  codec: codec ?? null,
  width,
  height,
  rotation,
  duration,
  steps: toSteps(starts),
  has_audio: hasAudio,
});

/**
 * Contents of the files of items: size, length and frames, read from their packets without a decoder. Rights are asked
 * before.
 */
export class VideoMedia {
  readonly #turns = pLimit(2);

  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  /** Reads a file that is about to be taken in. @throws Fault ASSET_UNREADABLE naming it */
  async examine(file: string, name: string): Promise<ItemMedia> {
    return this.#probe(name, () => new FilePathSource(file, { maxCacheSize: CACHE_BYTES }));
  }

  /**
   * Returns the contents of an item's file, remembered after the first time; undefined when it is not here. @throws
   * Fault ASSET_UNREADABLE
   */
  async of(context: RequestContext, item: Pick<ItemRow, 'id' | 'name' | 'blob_hash'>): Promise<ItemMedia | undefined> {
    const hash = item.blob_hash;
    if (hash === null) return undefined;
    const known = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('editor_video.media')
        .select('facts')
        .where('item_id', '=', item.id)
        .where('blob_hash', '=', hash)
        .executeTakeFirst(),
    );
    if (known !== undefined) return known.facts;
    const entry = await this.blobs.head(hash);
    if (entry === undefined) return undefined;
    const facts = await this.#probe(
      item.name,
      () =>
        new CustomSource({
          getSize: () => entry.size,
          read: (start, end) => this.#bytes(hash, start, end),
          maxCacheSize: CACHE_BYTES,
          prefetchProfile: 'fileSystem',
        }),
    );
    const written = { blob_hash: hash, duration: facts.duration, facts: JSON.stringify(facts) };
    await context.transaction((trx: Trx) =>
      trx
        .insertInto('editor_video.media')
        .values({ team_id: context.team.id, item_id: item.id, ...written })
        .onConflict(taken => taken.columns(['team_id', 'item_id']).doUpdateSet(written))
        .execute(),
    );
    return facts;
  }

  /** Microseconds, where the file was read before. */
  async durationOf(context: RequestContext, item: ItemRow): Promise<number | undefined> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('editor_video.media')
        .select('duration')
        .where('item_id', '=', item.id)
        .where('blob_hash', '=', item.blob_hash ?? '')
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : Number(row.duration);
  }

  async #bytes(hash: string, start: number, end: number): Promise<Uint8Array> {
    const stream = await this.blobs.get(hash, { first: start, last: end - 1 });
    if (stream === undefined) throw new UnreadableMedia('is no longer in storage.');
    return buffer(stream);
  }

  async #probe(name: string, source: () => FilePathSource | CustomSource): Promise<ItemMedia> {
    try {
      return view(await this.#turns(() => probeMedia(source(), AbortSignal.timeout(LONGEST_PROBE_MS))));
    } catch (error) {
      const reason = error instanceof UnreadableMedia ? error.message : 'takes too long to read. It may be damaged.';
      throw new Fault('ASSET_UNREADABLE', `${name} ${reason}`, { status: 422, cause: error });
    }
  }
}
