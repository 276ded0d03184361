import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import type { ItemCategory } from '#plugins/workspace/items/common/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemReader, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { Categories } from './categories.ts';
import type { CategoriesTables } from './categories-tables.ts';

/** The categories one item is to have. */
export interface CategorizedItem {
  readonly item_id: number;
  readonly categories: readonly number[];
}

/** Categories of items. */
export class ItemCategories {
  constructor(
    @inject(Categories) private readonly categories: Categories,
    @inject(Items) private readonly items: Items,
    @inject(ItemReader) private readonly reader: ItemReader,
  ) {}

  /**
   * Replaces the categories of items. Items that are not there, or not in the folder when one is named, are left out;
   * the last entry of an item counts. Answers those that were written.
   * @throws Fault FEATURE_DISABLED (403), INVALID_FIELD for an unknown category, or a second one where items have one.
   */
  async replace(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    wanted: readonly CategorizedItem[],
  ): Promise<CategorizedItem[]> {
    const most = await this.categories.demandOn(context, projectId);
    const chosen = new Map(wanted.map(each => [each.item_id, [...new Set(each.categories)]]));
    for (const ids of chosen.values())
      if (ids.length > most)
        throw invalidField(
          'categories',
          'items of this project have one category; set CategorizeItems to 2 for several',
        );
    await this.categories.demandKnown(context, projectId, [...new Set([...chosen.values()].flat())], 'categories');
    return context.transaction(async () => {
      // Locked first: two writers of one item, each with one category, must not leave it with both.
      const rows = await this.reader.byIds(context, projectId, [...chosen.keys()], { lock: true });
      const ids = [...chosen.keys()].filter(
        id => rows.has(id) && (folderId === undefined || rows.get(id)!.folder_id === folderId),
      );
      if (ids.length === 0) return [];
      await this.write(context, projectId, new Map(ids.map(id => [id, chosen.get(id)!])));
      return ids.map(id => ({ item_id: id, categories: chosen.get(id)! }));
    });
  }

  /**
   * Each of the items has exactly these categories from now on. Inside the caller's transaction, which holds the items.
   */
  async write(
    context: RequestContext,
    projectId: number,
    wanted: ReadonlyMap<number, readonly number[]>,
  ): Promise<void> {
    const ids = [...wanted.keys()];
    const pairs = ids.flatMap(id => wanted.get(id)!.map(category => [id, category] as const));
    const list = sql`unnest(${pairs.map(pair => pair[0])}::int[], ${pairs.map(pair => pair[1])}::int[]) as pair (item_id, category_id)`;
    await context.transaction(async (trx: Kysely<CategoriesTables>) => {
      await sql`delete from categories.item_category as kept where kept.team_id = ${context.team.id}::int and kept.item_id = any(${ids}::int[])
        and not exists (select from ${list} where pair.item_id = kept.item_id and pair.category_id = kept.category_id)`.execute(
        trx,
      );
      await sql`insert into categories.item_category (team_id, project_id, item_id, category_id)
        select ${context.team.id}::int, ${projectId}::int, pair.item_id, pair.category_id from ${list} on conflict (team_id, item_id, category_id) do nothing`.execute(
        trx,
      );
      await this.items.touchMany(context, projectId, ids);
    });
  }

  /** Categories of items by item id, in ascending order of their ids. */
  async of(context: RequestContext, itemIds: readonly number[]): Promise<ReadonlyMap<number, readonly ItemCategory[]>> {
    const found = new Map<number, ItemCategory[]>();
    if (itemIds.length === 0) return found;
    const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
      trx
        .selectFrom('categories.item_category as kept')
        .innerJoin('categories.category as category', join =>
          join.onRef('category.team_id', '=', 'kept.team_id').onRef('category.id', '=', 'kept.category_id'),
        )
        .select(['kept.item_id', 'category.id', 'category.name', 'category.created_at', 'category.updated_at'])
        .where('kept.team_id', '=', context.team.id)
        .where(sql<boolean>`kept.item_id = any(${[...itemIds]}::int[])`)
        .orderBy('category.id')
        .execute(),
    );
    for (const { item_id: item, id, name, created_at: created, updated_at: updated } of rows) {
      const list = found.get(item) ?? [];
      found.set(item, list);
      list.push({
        category_id: id,
        category_name: name,
        createdAt: created.toISOString(),
        updatedAt: updated.toISOString(),
      });
    }
    return found;
  }

  /** Carries categories from items to others of their project. Inside the caller's transaction. */
  async copy(context: RequestContext, { pairs }: ItemCopying): Promise<void> {
    await context.transaction(async (trx: Kysely<CategoriesTables>) => {
      const replaced = pairs.filter(each => each.replaced).map(each => each.target);
      if (replaced.length > 0)
        await trx
          .deleteFrom('categories.item_category')
          .where('team_id', '=', context.team.id)
          .where(sql<boolean>`item_id = any(${replaced}::int[])`)
          .execute();
      await sql`insert into categories.item_category (team_id, project_id, item_id, category_id)
        select origin.team_id, origin.project_id, pair.target, origin.category_id
        from unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[]) as pair (source, target)
        join categories.item_category as origin on origin.team_id = ${context.team.id}::int and origin.item_id = pair.source
        on conflict (team_id, item_id, category_id) do nothing`.execute(trx);
    });
  }
}

const instant = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The categories of an item, in ascending order of their ids, over items under the name `item`. */
export const categoriesOfItem: RawBuilder<readonly ItemCategory[] | null> = sql`(
  select json_agg(json_build_object('category_id', category.id, 'category_name', category.name,
    'createdAt', ${instant('category.created_at')}, 'updatedAt', ${instant('category.updated_at')}) order by category.id)
  from categories.item_category as kept
    join categories.category as category on category.team_id = kept.team_id and category.id = kept.category_id
  where kept.team_id = item.team_id and kept.item_id = item.id)`;

/** Source of `categories.category_id` of a query of items stands. */
export const categoryField: FieldSource = {
  kind: 'integer',
  value: sql.ref('categorized.category_id'),
  within: matching =>
    sql`exists (select 1 from categories.item_category as categorized where categorized.team_id = item.team_id and categorized.item_id = item.id and ${matching})`,
};
