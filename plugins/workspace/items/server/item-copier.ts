import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { MissingChoice } from '../common/copy-or-move-api.ts';
import type { RefusedItems } from '../common/change-outcome.ts';
import { mergedReasons } from '../common/change-outcome.ts';
import { FILE_COLUMNS, SAME_FILE } from './file-columns.ts';
import { Folders } from './folders.ts';
import { ItemReader } from './item-reader.ts';
import { ItemQuota } from './item-quota.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { CopiedPair, ItemCopying, ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** Options of copying items from one folder to another. */
export interface CopyManner {
  readonly operation: 'copy' | 'move';
  /** A copy without them is a bare item in the first status. A move always takes everything along. */
  readonly annotations: boolean;
  readonly keepPin: boolean;
  readonly duplicates: 'skip_duplicates' | 'replace_all' | 'replace_annotation';
  /** Names that another project lacks; `refuse` when absent. */
  readonly missing?: MissingChoice;
  /** False where items start over in the workflow of another project. */
  readonly keepsStatus?: boolean;
}

/** Place of items. */
export interface ItemPlace {
  readonly project_id: number;
  /** The folder. */
  readonly id: number;
}

/** Number of items that arrived, and of those left because of a name that is taken. */
export interface CopyCount {
  readonly done: number;
  readonly skipped: number;
}

/** The same with what became of each, and what did not go along. */
export interface CopyOutcome extends CopyCount {
  /** Items that arrived in a free place: the same item twice when it was moved within its project. */
  readonly arrived: readonly { readonly source: number; readonly target: number }[];
  /** Items that took the place of one of the same name. */
  readonly replaced: readonly { readonly source: number; readonly target: number }[];
  readonly refused: readonly RefusedItems[];
  readonly leftOut: readonly RefusedItems[];
}

type Arrivals = CopyOutcome['arrived'];

/** One call, and what it takes note of on its way. */
interface Trip {
  readonly context: RequestContext;
  readonly trx: Kysely<ItemTables>;
  readonly source: ItemPlace;
  readonly destination: FolderRow;
  readonly manner: CopyManner;
  readonly leftOut: RefusedItems[];
}

/**
 * Copies and moves items between folders of one project or of two of the same type, some at a time, a few statements
 * however many they are. Rights are asked before.
 */
export class ItemCopier {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * Brings items of one folder into another one. Ids that are not there are passed over. What is moved to another
   * project is a new item there, and the old one is deleted.
   * @throws Fault FOLDER_LIMIT, PROJECT_LIMIT (422), CONFLICT (409) when a name was taken in the same moment, and what
   * plugins throw that carry something over.
   */
  async copyOrMove(
    context: RequestContext,
    ids: readonly number[],
    source: ItemPlace,
    destination: FolderRow,
    manner: CopyManner,
  ): Promise<CopyOutcome> {
    try {
      return await context.transaction(async (trx: Kysely<ItemTables>) => {
        const trip: Trip = { context, trx, source, destination, manner, leftOut: [] };
        await this.folders.hold(context, [source.id, destination.id]);
        const found = [
          ...(await this.reader.byIds(context, source.project_id, ids, { lock: manner.operation === 'move' })).values(),
        ];
        if (found.length === 0 || source.id === destination.id) return allSkipped(found.length);
        const taken = await this.#taken(trip, found);
        const skips = manner.duplicates === 'skip_duplicates';
        const candidates = skips ? found.filter(row => !taken.has(row.name)) : found;
        const refusals = await this.#refusals(trip, candidates);
        const rows = candidates.filter(row => !refusals.has(row.id));
        const pairs = rows.flatMap(row => {
          const target = taken.get(row.name);
          return target === undefined ? [] : [{ row, target }];
        });
        const arrived = await this.#arrive(
          trip,
          rows.filter(row => !taken.has(row.name)),
        );
        if (arrived.length > 0) await this.quota.demand(context, destination, 0);
        await this.#replace(trip, pairs);
        await this.statuses.announce(
          context,
          destination.project_id,
          [...arrived.map(each => each.target), ...pairs.map(({ target }) => target.id)],
          destination.id,
        );
        const done = arrived.length + pairs.length;
        return {
          done,
          skipped: found.length - refusals.size - done,
          arrived,
          replaced: pairs.map(({ row, target }) => ({ source: row.id, target: target.id })),
          refused: mergedReasons([...refusals.values()].map(({ code, message }) => ({ code, message, count: 1 }))),
          leftOut: mergedReasons(trip.leftOut),
        };
      });
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('CONFLICT', 'Items of these names were added to the folder at the same moment. Try again.', {
        status: 409,
      });
    }
  }

  async #taken({ trx, destination }: Trip, rows: readonly ItemRow[]): Promise<ReadonlyMap<string, ItemRow>> {
    const found = (await trx
      .selectFrom('items.item')
      .selectAll()
      .where('team_id', '=', destination.team_id)
      .where('folder_id', '=', destination.id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`name = any(${rows.map(row => row.name)}::text[])`)
      .forUpdate()
      .execute()) as ItemRow[];
    return new Map(found.map(row => [row.name, row]));
  }

  async #refusals(trip: Trip, items: readonly ItemRow[]): Promise<ReadonlyMap<number, Fault>> {
    const { context, source, destination, manner } = trip;
    if (!crosses(trip) || items.length === 0) return new Map();
    const annotations = manner.annotations || manner.duplicates !== 'skip_duplicates';
    return this.hooks.crossing.promise(context, new Map(), {
      sourceProjectId: source.project_id,
      projectId: destination.project_id,
      items,
      annotations,
      missing: manner.missing ?? 'refuse',
    });
  }

  /** Items whose names are free. */
  async #arrive(trip: Trip, rows: readonly ItemRow[]): Promise<Arrivals> {
    if (rows.length === 0) return [];
    const moved = trip.manner.operation === 'move';
    if (moved && !crosses(trip)) return this.#move(trip, rows);
    const arrived = await this.#copy(trip, rows);
    const gone = new Set(arrived.map(each => each.source));
    if (moved)
      await this.#leave(
        trip,
        rows.filter(row => gone.has(row.id)),
      );
    return arrived;
  }

  async #move({ trx, destination, manner }: Trip, rows: readonly ItemRow[]): Promise<Arrivals> {
    await trx
      .updateTable('items.item')
      .set({ folder_id: destination.id, updated_at: new Date(), ...(manner.keepPin ? {} : { is_pinned: false }) })
      .where(among(rows.map(row => row.id)))
      .execute();
    return rows.map(row => ({ source: row.id, target: row.id }));
  }

  async #copy(trip: Trip, rows: readonly ItemRow[]): Promise<Arrivals> {
    const {
      context,
      trx,
      destination,
      manner: { annotations, keepPin },
    } = trip;
    const { start } = await this.statuses.of(context, destination.project_id);
    const status = keepsStatus(trip) ? sql`annotation_status` : sql`${start}::smallint`;
    const kept = annotations
      ? sql`${status}, approval_status, entropy_value`
      : sql`${start}::smallint, 0::smallint, null::double precision`;
    const { rows: made } = await sql<{ id: number; name: string }>`
      insert into items.item (team_id, project_id, folder_id, name, is_pinned, annotation_status, approval_status, entropy_value, ${FILE_COLUMNS})
      select team_id, ${destination.project_id}::int, ${destination.id}::int, name, is_pinned and ${keepPin}::boolean, ${kept}, ${FILE_COLUMNS}
      from items.item where ${among(rows.map(row => row.id))} order by id
      on conflict (team_id, folder_id, name) where deleted_at is null do nothing
      returning id, name`.execute(trx);
    const byName = new Map(rows.map(row => [row.name, row.id]));
    const pairs = made.map(({ id, name }): CopiedPair => ({ source: byName.get(name)!, target: id, replaced: false }));
    if (annotations && pairs.length > 0) await this.#copyParts(trip, pairs, true);
    const items = trx
      .selectFrom('items.item')
      .selectAll()
      .where(among(made.map(each => each.id)));
    if (made.length > 0)
      await this.hooks.created.promise(context, destination.project_id, (await items.execute()) as ItemRow[]);
    return pairs;
  }

  /** Replaces items under taken names, or only their annotations; the source of a move is then removed. */
  async #replace(trip: Trip, pairs: readonly { readonly row: ItemRow; readonly target: ItemRow }[]): Promise<void> {
    if (pairs.length === 0) return;
    const {
      context,
      trx,
      destination,
      manner: { operation, keepPin, duplicates },
    } = trip;
    const targets = pairs.map(({ target }) => target.id);
    const all = duplicates === 'replace_all';
    const { start } = await this.statuses.of(context, destination.project_id);
    const statusOf = (row: ItemRow): number => (keepsStatus(trip) ? row.annotation_status : start);
    if (all) {
      await sql`update items.item as target set ${SAME_FILE}, annotation_status = pair.status, approval_status = origin.approval_status, entropy_value = origin.entropy_value,
          is_pinned = case when ${keepPin}::boolean then origin.is_pinned else target.is_pinned end, updated_at = now()
        from unnest(${pairs.map(({ row }) => row.id)}::int[], ${targets}::int[], ${pairs.map(({ row }) => statusOf(row))}::smallint[]) as pair (origin_id, target_id, status), items.item as origin
        where target.id = pair.target_id and origin.id = pair.origin_id`.execute(trx);
    } else {
      await trx.updateTable('items.item').set({ updated_at: new Date() }).where(among(targets)).execute();
    }
    await this.#copyParts(
      trip,
      pairs.map(({ row, target }) => ({ source: row.id, target: target.id, replaced: true })),
      all,
    );
    const moved = all ? pairs.filter(({ row, target }) => statusOf(row) !== target.annotation_status) : [];
    if (moved.length > 0)
      await this.statuses.announceMoves(
        context,
        moved.map(({ row, target }) => ({ item: target, from: target.annotation_status, to: statusOf(row) })),
      );
    if (operation === 'move')
      await this.#leave(
        trip,
        pairs.map(({ row }) => row),
      );
  }

  /** Copies what plugins keep of items: the annotations, and with `details` everything else. */
  async #copyParts(
    { context, source, destination, manner, leftOut }: Trip,
    pairs: readonly CopiedPair[],
    details: boolean,
  ): Promise<void> {
    const copy: ItemCopying = {
      projectId: destination.project_id,
      sourceProjectId: source.project_id,
      pairs,
      missing: manner.missing ?? 'refuse',
      leaveOut: what => void leftOut.push(what),
    };
    if (details) await this.hooks.copyingDetails.promise(context, copy);
    await this.hooks.copyingAnnotations.promise(context, copy);
  }

  /** Moved items whose place is taken by others now. */
  async #leave({ context, trx, source }: Trip, rows: readonly ItemRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.hooks.deleting.promise(context, rows);
    await trx
      .updateTable('items.item')
      .set({ deleted_at: new Date(), deleted_by: context.user.email })
      .where(among(rows.map(row => row.id)))
      .execute();
    await this.statuses.announce(
      context,
      source.project_id,
      rows.map(row => row.id),
      source.id,
    );
  }
}

const nobody = { arrived: [], replaced: [], refused: [], leftOut: [] } as const;
const allSkipped = (skipped: number): CopyOutcome => ({ done: 0, skipped, ...nobody });
const crosses = ({ source, destination }: Trip): boolean => source.project_id !== destination.project_id;
const keepsStatus = (trip: Trip): boolean => !crosses(trip) || trip.manner.keepsStatus === true;
const among = (ids: readonly number[]) => sql<boolean>`id = any(${[...ids]}::int[])`;
