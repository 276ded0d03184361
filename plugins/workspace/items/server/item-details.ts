import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Assignment, ItemCategory } from '../common/item.ts';
import { amongIds, ItemReader } from './item-reader.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** The parts of an item that calls answer beside its row. */
export interface ItemDetail {
  readonly assignments: readonly Assignment[];
  readonly categories: readonly ItemCategory[];
  readonly custom_metadata: Readonly<Record<string, unknown>>;
}

/** Reads what this and other plugins keep of items, in one statement for all of it. */
export class ItemDetails {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /** Returns the details of an item as a value inside a statement in which `item` is its row. */
  async column(context: RequestContext, projectId: number): Promise<RawBuilder<ItemDetail>> {
    const assignments = await this.reader.assigned(context, projectId, sql.ref('item.id'));
    const categories = (await this.hooks.categorizing.promise(context, undefined)) ?? sql`null::json`;
    const metadata = (await this.hooks.describing.promise(context, undefined)) ?? sql`null::jsonb`;
    return sql`json_build_object('assignments', ${assignments}, 'categories', coalesce(${categories}, '[]'::json),
      'custom_metadata', coalesce(${metadata}, '{}'::jsonb))`;
  }

  /** Returns the details of items of one project, by item id. */
  async of(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ItemDetail>> {
    if (ids.length === 0) return new Map();
    const column = await this.column(context, projectId);
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.item as item')
        .select(['item.id', column.as('detail')])
        .where('item.team_id', '=', context.team.id)
        .where(amongIds(ids))
        .execute(),
    );
    return new Map(rows.map(row => [row.id, row.detail]));
  }
}
