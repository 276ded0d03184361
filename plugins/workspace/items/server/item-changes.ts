import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ItemChanging } from './changing/item-changing.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { ItemTables } from './items-tables.ts';
import { ValueAnnouncements } from './value-announcements.ts';

/** Changes of several items for calls and plugins that asked for the right themselves. */
export class ItemChanges {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemChanging) private readonly changing: ItemChanging,
    @inject(ValueAnnouncements) private readonly announcements: ValueAnnouncements,
  ) {}

  /** 0 clears, 1 disapproves, 2 approves; never changes the status. */
  approve(context: RequestContext, projectId: number, ids: readonly number[], approval: number): Promise<BulkResult> {
    return this.changing.apply(context, projectId, ids, { kind: 'approval', value: approval });
  }

  pin(context: RequestContext, projectId: number, ids: readonly number[], pinned: boolean): Promise<BulkResult> {
    return this.changing.apply(context, projectId, ids, { kind: 'pin', value: pinned });
  }

  /** Deletes softly; assignments and annotations stay with the item until it is restored or its time is over. */
  remove(context: RequestContext, projectId: number, ids: readonly number[]): Promise<BulkResult> {
    return this.changing.apply(context, projectId, ids, { kind: 'delete' });
  }

  /**
   * Sets the priority of items of a folder by name; null takes it away. Answers the items that exist. One statement
   * however many they are.
   */
  async prioritize(
    context: RequestContext,
    projectId: number,
    folderId: number,
    values: ReadonlyMap<string, number | null>,
  ): Promise<readonly { readonly name: string; readonly entropy_value: number | null }[]> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const ids = await this.idsByName(context, projectId, folderId, [...values.keys()]);
      const former = this.announcements.isAwaited('priority')
        ? await this.reader.byIds(context, projectId, ids, { lock: true })
        : undefined;
      const { rows } = await sql<{ id: number; name: string; entropy_value: number | null }>`
        update items.item set entropy_value = given.value, updated_at = now()
        from unnest(${[...values.keys()]}::text[], ${[...values.values()]}::double precision[]) as given (name, value)
        where items.item.id = any(${ids}::int[]) and items.item.name = given.name
        returning items.item.id, items.item.name, items.item.entropy_value`.execute(trx);
      if (former !== undefined)
        await this.announcements.announce(
          context,
          projectId,
          'priority',
          rows.flatMap(({ id, entropy_value: after }) => {
            const item = former.get(id);
            return item === undefined || item.entropy_value === after
              ? []
              : [{ item, before: item.entropy_value, after }];
          }),
        );
      await this.statuses.announce(
        context,
        projectId,
        rows.map(row => row.id),
        folderId,
      );
      return rows.map(({ name, entropy_value }) => ({ name, entropy_value }));
    });
  }

  /** Ids of present items of a folder by name, for calls that speak in names. Unknown names are left out. */
  async idsByName(
    context: RequestContext,
    projectId: number,
    folderId: number,
    names: readonly string[],
  ): Promise<number[]> {
    if (names.length === 0) return [];
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await (
        await this.reader.visible(trx, context, projectId)
      )
        .where('item.folder_id', '=', folderId)
        .where(sql<boolean>`item.name = any(${[...names]}::text[])`)
        .select('item.id')
        .execute();
      return rows.map(row => row.id as number);
    });
  }

  /** @throws Fault of the first item that could not be changed, for calls that answer all or nothing. */
  static demand(result: BulkResult): void {
    const [first] = result.failed;
    if (first === undefined) return;
    if (first.code === 'NOT_FOUND') throw notFound('The item');
    throw new Fault(first.code, first.message ?? first.code, { status: first.code === 'FORBIDDEN' ? 403 : 409 });
  }
}
