import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { Folders } from './folders.ts';
import { ItemReader } from './item-reader.ts';
import { ItemRoom } from './item-room.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { CopiedPair, ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** How items come from one folder to another (wire, main API 8). */
export interface CopyManner {
  readonly operation: 'copy' | 'move';
  /** A copy without them is a bare item in the first status. A move always takes everything along. */
  readonly annotations: boolean;
  readonly keepPin: boolean;
  readonly duplicates: 'skip_duplicates' | 'replace_all' | 'replace_annotation';
}

/** How many items arrived, and how many stayed because of a name that is taken. */
export interface CopyCount {
  readonly done: number;
  readonly skipped: number;
}

/** Columns that say which file an item is; they go wherever it goes. */
const FILE = sql.raw('source, url, integration_id, blob_hash, mime, size, width, height, thumbnail_hash, lores_hash, thumbnail_mime, lores_mime, display_hash, content_length');
const SAME_FILE = sql.raw('source = origin.source, url = origin.url, integration_id = origin.integration_id, blob_hash = origin.blob_hash, mime = origin.mime, size = origin.size, width = origin.width, height = origin.height, thumbnail_hash = origin.thumbnail_hash, lores_hash = origin.lores_hash, thumbnail_mime = origin.thumbnail_mime, lores_mime = origin.lores_mime, display_hash = origin.display_hash, content_length = origin.content_length');

/** Copies and moves items between folders of one project, some at a time, a few statements however many they are. */
export class ItemCopier {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemRoom) private readonly room: ItemRoom,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * Brings items of one folder into another one of the same project. Ids that are not there are passed over.
   * @throws Fault FOLDER_LIMIT, PROJECT_LIMIT (422), CONFLICT (409) when a name was taken in the same moment.
   */
  async bring(context: RequestContext, ids: readonly number[], sourceId: number, destination: FolderRow, manner: CopyManner): Promise<CopyCount> {
    try {
      return await context.transaction(async (trx: Kysely<ItemTables>) => {
        await this.folders.hold(context, [sourceId, destination.id]);
        const rows = [...(await this.reader.byIds(context, destination.project_id, ids, { lock: manner.operation === 'move' })).values()];
        if (rows.length === 0) return { done: 0, skipped: 0 };
        if (sourceId === destination.id) return { done: 0, skipped: rows.length };
        const taken = await this.#taken(trx, destination, rows);
        const free = rows.filter(row => !taken.has(row.name));
        const pairs = rows.flatMap(row => {
          const target = taken.get(row.name);
          return target === undefined ? [] : [{ row, target }];
        });
        const arrived = manner.operation === 'move' ? await this.#move(trx, free, destination, manner) : await this.#copy(trx, context, free, destination, manner);
        if (arrived.length > 0) await this.room.demand(context, destination, 0);
        const replaced = manner.duplicates === 'skip_duplicates' ? [] : pairs;
        await this.#replace(trx, context, replaced, manner);
        await this.statuses.announce(context, destination.project_id, [...arrived, ...replaced.map(({ target }) => target.id)], destination.id);
        return { done: arrived.length + replaced.length, skipped: rows.length - arrived.length - replaced.length };
      });
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('CONFLICT', 'Items of these names were added to the folder at the same moment. Try again.', { status: 409 });
    }
  }

  async #taken(trx: Kysely<ItemTables>, destination: FolderRow, rows: readonly ItemRow[]): Promise<ReadonlyMap<string, ItemRow>> {
    const found = await trx.selectFrom('items.item').selectAll().where('team_id', '=', destination.team_id).where('folder_id', '=', destination.id).where('deleted_at', 'is', null)
      .where(sql<boolean>`name = any(${rows.map(row => row.name)}::text[])`).forUpdate().execute() as ItemRow[];
    return new Map(found.map(row => [row.name, row]));
  }

  async #move(trx: Kysely<ItemTables>, rows: readonly ItemRow[], destination: FolderRow, { keepPin }: CopyManner): Promise<readonly number[]> {
    if (rows.length === 0) return [];
    await trx.updateTable('items.item').set({ folder_id: destination.id, updated_at: new Date(), ...(keepPin ? {} : { is_pinned: false }) }).where(among(rows.map(row => row.id))).execute();
    return rows.map(row => row.id);
  }

  async #copy(trx: Kysely<ItemTables>, context: RequestContext, rows: readonly ItemRow[], destination: FolderRow, { annotations, keepPin }: CopyManner): Promise<readonly number[]> {
    if (rows.length === 0) return [];
    const { start } = await this.statuses.of(context, destination.project_id);
    const kept = annotations
      ? sql`annotation_status, approval_status, entropy_value`
      : sql`${start}::smallint, 0::smallint, null::double precision`;
    const { rows: made } = await sql<{ id: number; name: string }>`
      insert into items.item (team_id, project_id, folder_id, name, is_pinned, annotation_status, approval_status, entropy_value, ${FILE})
      select team_id, project_id, ${destination.id}::int, name, is_pinned and ${keepPin}::boolean, ${kept}, ${FILE}
      from items.item where ${among(rows.map(row => row.id))} order by id
      on conflict (team_id, folder_id, name) where deleted_at is null do nothing
      returning id, name`.execute(trx);
    if (annotations && made.length > 0) {
      const byName = new Map(rows.map(row => [row.name, row.id]));
      const pairs = made.map(({ id, name }): CopiedPair => ({ source: byName.get(name)!, target: id, replaced: false }));
      await this.hooks.copying.promise(context, { projectId: destination.project_id, pairs, carry: 'everything' });
    }
    return made.map(row => row.id);
  }

  /** Items whose name was taken: the one that is there becomes like the one that comes, which then leaves when it was moved. */
  async #replace(trx: Kysely<ItemTables>, context: RequestContext, pairs: readonly { readonly row: ItemRow; readonly target: ItemRow }[], { operation, keepPin, duplicates }: CopyManner): Promise<void> {
    const [first] = pairs;
    if (first === undefined) return;
    const projectId = first.row.project_id;
    const targets = pairs.map(({ target }) => target.id);
    const all = duplicates === 'replace_all';
    if (all) {
      await sql`update items.item as target set ${SAME_FILE}, annotation_status = origin.annotation_status, approval_status = origin.approval_status, entropy_value = origin.entropy_value,
          is_pinned = case when ${keepPin}::boolean then origin.is_pinned else target.is_pinned end, updated_at = now()
        from unnest(${pairs.map(({ row }) => row.id)}::int[], ${targets}::int[]) as pair (origin_id, target_id), items.item as origin
        where target.id = pair.target_id and origin.id = pair.origin_id`.execute(trx);
    } else {
      await trx.updateTable('items.item').set({ updated_at: new Date() }).where(among(targets)).execute();
    }
    await this.hooks.copying.promise(context, { projectId, pairs: pairs.map(({ row, target }) => ({ source: row.id, target: target.id, replaced: true })), carry: all ? 'everything' : 'annotations' });
    const moved = all ? pairs.filter(({ row, target }) => row.annotation_status !== target.annotation_status) : [];
    if (moved.length > 0) await this.hooks.statusChanged.promise(context, moved.map(({ row, target }) => ({ item: target, from: target.annotation_status, to: row.annotation_status })));
    if (operation === 'copy') return;
    const sources = pairs.map(({ row }) => row);
    await this.hooks.deleting.promise(context, sources);
    await trx.updateTable('items.item').set({ deleted_at: new Date(), deleted_by: context.user.email }).where(among(sources.map(row => row.id))).execute();
    await this.statuses.announce(context, projectId, sources.map(row => row.id), first.row.folder_id);
  }
}

const among = (ids: readonly number[]) => sql<boolean>`id = any(${[...ids]}::int[])`;
