import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { EXCERPT_LENGTH, excerptOf } from '../common/item-summary.ts';
import type { ItemSummary } from '../common/item-summary.ts';
import { ItemReader } from './item-reader.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';

/** Bytes read of a text for its excerpt: characters take up to four. */
const EXCERPT_BYTES = EXCERPT_LENGTH * 4;

/** Summaries of items for cards and rows. Asked for apart from the list, which stays quick. */
export class ItemSummaries {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** Summaries in the given order, of the items the caller sees. */
  async of(context: RequestContext, projectId: number, ids: readonly number[]): Promise<ItemSummary[]> {
    const rows = await this.reader.byIds(context, projectId, ids);
    const items = ids.flatMap(id => rows.get(id) ?? []);
    const found = await this.hooks.summarizing.promise(context, new Map(), projectId, items);
    return Promise.all(
      items.map(async item => {
        const { objects = 0, comments = 0, excerpt = null, shapes = [] } = found.get(item.id) ?? {};
        return {
          item_id: item.id,
          objects,
          comments,
          excerpt: excerpt ?? (await this.#excerpt(item)),
          shapes: [...shapes],
        };
      }),
    );
  }

  /** The beginning of a text that is kept here; null for everything else. */
  async #excerpt({ blob_hash: hash, content_length: length, size }: ItemRow): Promise<string | null> {
    if (hash === null || length === null || size === null || Number(size) === 0) return null;
    const source = await this.blobs.get(hash, { first: 0, last: Math.min(Number(size), EXCERPT_BYTES) - 1 });
    return source === undefined ? null : excerptOf(new TextDecoder().decode(await buffer(source)));
  }
}
