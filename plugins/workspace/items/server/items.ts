import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import { BlobUrlsToken } from '#core/kernel/server/index.ts';
import type { Assignment, Item, ItemAsset } from '../common/item.ts';
import type { ItemStatus } from '../common/item-status.ts';
import { itemStatusOf } from '../common/item-status.ts';
import { openableAddress } from '../common/attached-url.ts';
import { ItemChanging } from './changing/item-changing.ts';
import { OutsideFiles } from './outside/outside-files.ts';
import { ItemDetails } from './item-details.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import { itemView } from './item-views.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** Items of a project that `inProject` walks. Absent parts mean all. */
export interface ItemSelection {
  readonly folderIds?: readonly number[];
  readonly itemIds?: readonly number[];
  readonly statuses?: readonly number[];
  readonly pinnedOnly?: boolean;
  /** Leaves out items that are no data of their own, unless items are named. */
  readonly dataOnly?: boolean;
}

/** Addresses of an opened item hold this long, in milliseconds: a working day of looking at one image is no error. */
const ASSET_LIFETIME_MS = 12 * 3_600_000;

/** Items for other plugins. Every method answers only what the caller sees; everything else is NOT_FOUND. */
export class Items {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(ItemChanging) private readonly changing: ItemChanging,
    @inject(OutsideFiles) private readonly outside: OutsideFiles,
    @inject(ItemDetails) private readonly details: ItemDetails,
  ) {}

  /** One present item. Throws NOT_FOUND. With `projectId`, an item of another project is not found either. */
  get(context: RequestContext, id: number, projectId?: number): Promise<ItemRow> {
    return this.reader.get(context, id, projectId);
  }

  /**
   * The same with what another plugin keeps of it or asks for with it: a value of one statement, in which `item` names
   * the row.
   */
  getWith<T>(
    context: RequestContext,
    id: number,
    projectId: number,
    beside: RawBuilder<T>,
  ): Promise<{ readonly item: ItemRow; readonly beside: T }> {
    return this.reader.getWith(context, id, projectId, beside);
  }

  /** Those of the ids that are there for the caller. */
  byIds(context: RequestContext, projectId: number, ids: readonly number[]): Promise<ReadonlyMap<number, ItemRow>> {
    return this.reader.byIds(context, projectId, ids);
  }

  /** Returns the assignments of items of one project, by item id. */
  assignments(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Assignment[]>> {
    return this.reader.assignments(context, projectId, ids);
  }

  /** The same of one item, as a list inside a statement of the caller's in which `item` is its row. */
  assigned(
    context: RequestContext,
    projectId: number,
    item: RawBuilder<unknown>,
  ): Promise<RawBuilder<readonly Assignment[]>> {
    return this.reader.assigned(context, projectId, item);
  }

  /** Returns the names of the statuses of a project in files and on screen, by their codes. */
  async statusNames(context: RequestContext, projectId: number): Promise<(value: number) => ItemStatus> {
    const { names } = await this.statuses.of(context, projectId);
    return value => itemStatusOf(value, names?.get(value));
  }

  /** The item as calls answer it, with its assignments, categories and custom metadata. */
  async view(context: RequestContext, row: ItemRow): Promise<Item> {
    return (await this.views(context, [row]))[0]!;
  }

  /** Items of one project as calls answer them, with their assignments and categories, in the given order. */
  async views(context: RequestContext, rows: readonly ItemRow[]): Promise<readonly Item[]> {
    const [first] = rows;
    if (first === undefined) return [];
    const details = await this.details.of(
      context,
      first.project_id,
      rows.map(row => row.id),
    );
    return rows.map(row => itemView(row, details.get(row.id)));
  }

  /** The next items of a selection after `afterId`, in order of id: exports walk a project of any size this way. */
  async inProject(
    context: RequestContext,
    projectId: number,
    selection: ItemSelection = {},
    page: { readonly afterId?: number; readonly limit?: number } = {},
  ): Promise<readonly ItemRow[]> {
    const beside =
      selection.dataOnly === true && selection.itemIds === undefined
        ? await this.hooks.besideData.promise(context, [], projectId)
        : [];
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      let query = (await this.reader.visible(trx, context, projectId))
        .selectAll('item')
        .where('item.id', '>', page.afterId ?? 0);
      if (selection.folderIds !== undefined) query = query.where('item.folder_id', 'in', [-1, ...selection.folderIds]);
      if (selection.itemIds !== undefined) query = query.where('item.id', 'in', [-1, ...selection.itemIds]);
      if (selection.statuses !== undefined)
        query = query.where('item.annotation_status', 'in', [-1, ...selection.statuses]);
      if (beside.length > 0) query = query.where(sql<boolean>`item.id <> all(${[...beside]}::int[])`);
      if (selection.pinnedOnly === true) query = query.where('item.is_pinned', '=', true);
      return (await query
        .orderBy('item.id')
        .limit(page.limit ?? 500)
        .execute()) as ItemRow[];
    });
  }

  /**
   * Signed addresses of the item's file; `original` is the address it was attached by, which pages read through the
   * server. Asks `opening` first.
   */
  async asset(context: RequestContext, row: ItemRow): Promise<ItemAsset> {
    const refusal = await this.hooks.opening.promise(context, row);
    if (isFault(refusal)) throw refusal;
    const sign = (hash: string | null, type: string, name: string): string | null =>
      hash === null ? null : this.urls.sign({ hash, type, name }, ASSET_LIFETIME_MS);
    const stem = row.name.replace(/\.[^.]+$/, '');
    const original =
      sign(row.blob_hash, row.mime ?? 'application/octet-stream', row.name) ??
      (await this.#address(context, row)) ??
      null;
    const reached =
      original === null || original.startsWith('/') || row.blob_hash !== null
        ? original
        : this.outside.address(context.team.id, original, 'item');
    return {
      url: sign(row.display_hash, 'image/webp', `${stem}.webp`) ?? reached,
      original,
      lores:
        sign(row.lores_hash, row.lores_mime ?? 'image/webp', `${stem}-1600`) ??
        sign(row.display_hash, 'image/webp', `${stem}.webp`) ??
        reached,
      thumbnail: sign(row.thumbnail_hash, row.thumbnail_mime ?? 'image/webp', `${stem}-256`),
      width: row.width,
      height: row.height,
      mime: row.mime,
      name: row.name,
      expiresAt: new Date(Date.now() + ASSET_LIFETIME_MS).toISOString(),
    };
  }

  /** Moves items to a status; each that may not is reported with its reason, each that is there already is skipped. */
  setStatus(context: RequestContext, projectId: number, ids: readonly number[], to: number): Promise<BulkResult> {
    return this.changing.apply(context, projectId, ids, { kind: 'status', value: to });
  }

  /**
   * The first edit of an item was saved: an item that is not started is in progress from now on, and a workflow may
   * lead others on too. Answers the status after. Inside the caller's transaction.
   */
  async started(context: RequestContext, row: ItemRow): Promise<number> {
    const to = await this.statusAfterSave(context, row);
    if (to !== row.annotation_status) await this.statuses.apply(context, [row], to);
    return to;
  }

  /** Returns the status that the next save of annotations by the caller leads to. */
  async statusAfterSave(context: RequestContext, row: ItemRow): Promise<number> {
    const { start, inProgress } = await this.statuses.of(context, row.project_id);
    const usual = row.annotation_status === start ? (inProgress ?? start) : row.annotation_status;
    return this.hooks.starting.promise(context, usual, row);
  }

  /** Does the same as `started` for many items of one project. */
  async startedMany(context: RequestContext, projectId: number, rows: readonly ItemRow[]): Promise<void> {
    const { start, inProgress } = await this.statuses.of(context, projectId);
    const moves = new Map<number, ItemRow[]>();
    for (const row of rows) {
      const to = await this.hooks.starting.promise(
        context,
        row.annotation_status === start ? (inProgress ?? start) : row.annotation_status,
        row,
      );
      if (to !== row.annotation_status) moves.set(to, [...(moves.get(to) ?? []), row]);
    }
    for (const [to, moved] of moves) await this.statuses.apply(context, moved, to);
  }

  /**
   * Moves an item on when what it waited for is done, whoever did the last of it; it stays in a project that has no
   * such status. Answers the status after. Inside the caller's transaction.
   */
  async advance(context: RequestContext, row: ItemRow, to: number): Promise<number> {
    const { all } = await this.statuses.of(context, row.project_id);
    if (row.annotation_status === to || !all.includes(to)) return row.annotation_status;
    await this.statuses.apply(context, [row], to);
    return to;
  }

  /** Does the same as `advance` for many items of one project. */
  async advanceMany(context: RequestContext, projectId: number, rows: readonly ItemRow[], to: number): Promise<void> {
    const { all } = await this.statuses.of(context, projectId);
    if (!all.includes(to)) return;
    await this.statuses.apply(
      context,
      rows.filter(row => row.annotation_status !== to),
      to,
    );
  }

  /**
   * Puts items of one project back into its start status, when what was done to them is taken away. Inside the caller's
   * transaction.
   */
  async restart(context: RequestContext, projectId: number, rows: readonly ItemRow[]): Promise<void> {
    const { start } = await this.statuses.of(context, projectId);
    await this.statuses.apply(
      context,
      rows.filter(row => row.annotation_status !== start),
      start,
    );
  }

  /** Marks an item as changed, when what belongs to it was: its place in the list by age, and other tabs. */
  async touch(context: RequestContext, row: ItemRow): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await trx.updateTable('items.item').set({ updated_at: new Date() }).where('id', '=', row.id).execute();
      await this.statuses.announce(context, row.project_id, [row.id], row.folder_id);
    });
  }

  /** The same for many items of a project. In the open transaction, or one of its own. */
  async touchMany(context: RequestContext, projectId: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await trx.updateTable('items.item').set({ updated_at: new Date() }).where(amongPresent(projectId, ids)).execute();
      await this.statuses.announce(context, projectId, ids);
    });
  }

  /**
   * Returns the address of a file that is not ours: what lies in an integration is addressed by who knows the
   * integration.
   */
  async #address(context: RequestContext, row: ItemRow): Promise<string | undefined> {
    const own = openableAddress(row.url);
    return row.integration_id === null ? own : this.hooks.addressing.promise(context, own, row);
  }
}

const amongPresent = (projectId: number, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`project_id = ${projectId} and id = any(${[...ids]}::int[]) and deleted_at is null`;
