import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { BlobUrlsToken } from '#core/kernel/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import type { Item, ListedItem } from '../common/item.ts';
import type { ItemDetail } from './item-details.ts';
import { ItemDetails } from './item-details.ts';
import { itemView } from './item-views.ts';
import type { ItemRow } from './items-hooks.ts';

/** Addresses of small pictures live this long, in milliseconds. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** Rows of items as calls answer them. */
export class ListedItems {
  constructor(
    @inject(ItemDetails) private readonly details: ItemDetails,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
  ) {}

  /**
   * Rows as the data tab shows them.
   * @param read details by item id, where they were read with the rows
   */
  async listed(
    context: RequestContext,
    projectId: number,
    rows: readonly ItemRow[],
    read?: ReadonlyMap<number, ItemDetail>,
  ): Promise<ListedItem[]> {
    const views = await this.views(context, projectId, rows, read);
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

  /** Items as the public calls answer them; `read` as for {@link listed}. */
  async views(
    context: RequestContext,
    projectId: number,
    rows: readonly ItemRow[],
    read?: ReadonlyMap<number, ItemDetail>,
  ): Promise<Item[]> {
    const details =
      read ??
      (await this.details.of(
        context,
        projectId,
        rows.map(row => row.id),
      ));
    return rows.map(row => itemView(row, details.get(row.id)));
  }
}
