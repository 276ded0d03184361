import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { BlobUrlsToken } from '#core/kernel/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import type { Assignment, Item, ListedItem } from '../common/item.ts';
import { ItemReader } from './item-reader.ts';
import { itemView } from './item-views.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';

/** Addresses of small pictures live this long, in milliseconds. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** Rows of items as calls answer them. */
export class ListedItems {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * Rows as the data tab shows them.
   * @param assigned assignments by item id, where they were read with the rows
   */
  async listed(
    context: RequestContext,
    projectId: number,
    rows: readonly ItemRow[],
    assigned?: ReadonlyMap<number, readonly Assignment[]>,
  ): Promise<ListedItem[]> {
    const views = await this.views(context, projectId, rows, assigned);
    return rows.map((row, index) => ({
      ...views[index]!,
      thumbnail:
        row.thumbnail_hash === null
          ? null
          : this.urls.sign(
              { hash: row.thumbnail_hash, type: row.thumbnail_mime ?? 'image/webp', name: 'thumbnail' },
              ADDRESS_LIFETIME_MS,
            ),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      deletedBy: row.deleted_by,
    }));
  }

  /** Items as the public calls answer them; `assigned` as for {@link listed}. */
  async views(
    context: RequestContext,
    projectId: number,
    rows: readonly ItemRow[],
    assigned?: ReadonlyMap<number, readonly Assignment[]>,
  ): Promise<Item[]> {
    const ids = rows.map(row => row.id);
    const assignments = assigned ?? (await this.reader.assignments(context, projectId, ids));
    const categories = await this.hooks.categorizing.promise(context, new Map(), projectId, ids);
    const described = await this.hooks.describing.promise(context, new Map(), projectId, ids);
    return rows.map(row => itemView(row, assignments.get(row.id) ?? [], categories.get(row.id), described.get(row.id)));
  }
}
