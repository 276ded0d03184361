import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Folder, Item } from '../common/item.ts';
import { Folders } from './folders.ts';
import { ItemReader } from './item-reader.ts';
import { Items } from './items.ts';
import type { ItemRow } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

export type FolderEntry = (Folder & { readonly kind: 'folder' }) | (Item & { readonly kind: 'item' });

/** Contents of a folder: below the project's own one the other folders come first. */
export class FolderContents {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(Items) private readonly items: Items,
    @inject(ItemReader) private readonly reader: ItemReader,
  ) {}

  /** One page, and the number of all entries. Who may not list folders sees items only. @throws Fault NOT_FOUND */
  async list(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: FolderEntry[]; readonly count: number }> {
    const folder = await this.folders.get(context, projectId, folderId);
    const folders =
      folder.is_root && (await context.can('ListFolders', { projectId }))
        ? // The root is first in its own list.
          await this.folders.list(context, projectId, { offset: offset + 1, limit })
        : { data: [], count: 1 };
    const before = folders.count - 1;
    const page = await context.transaction(async (trx: Kysely<ItemTables>) => {
      const query = (await this.reader.visible(trx, context, projectId)).where('item.folder_id', '=', folder.id);
      const { items } = await query.select(sql<number>`count(*)::int`.as('items')).executeTakeFirstOrThrow();
      const rows = await query
        .selectAll('item')
        .orderBy('item.name')
        .orderBy('item.id')
        .offset(Math.max(0, offset - before))
        .limit(limit - folders.data.length)
        .execute();
      return { rows: rows as ItemRow[], items };
    });
    const items = await this.items.views(context, page.rows);
    return {
      data: [
        ...folders.data.map(each => ({ ...each, kind: 'folder' as const })),
        ...items.map(each => ({ ...each, kind: 'item' as const })),
      ],
      count: before + page.items,
    };
  }
}
