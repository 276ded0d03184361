import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemChangeKind } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue } from '#plugins/workspace/items/server/kit/index.ts';
import { categoriesAfter, categoryChangeValue } from '../common/category-change.ts';
import type { Categories } from './categories.ts';
import type { CategoriesTables } from './categories-tables.ts';
import type { ItemCategories } from './item-categories.ts';

interface Ground {
  readonly categories: Categories;
  readonly ofItems: ItemCategories;
}

/** Gives many items categories, or takes them away; each item's list as a whole is what an undo brings back. */
export const categoryChange = ({ categories, ofItems }: Ground): ItemChangeKind => ({
  access: 'SetItemCategory',
  async open(context, projectId, given, purpose) {
    const value = changeValue(
      categoryChangeValue,
      given,
      'must be { mode: "set", "add" or "remove", category_ids: […] }',
    );
    const most = await categories.demandOn(context, projectId);
    if (purpose === 'change') {
      await categories.demandKnown(context, projectId, value.category_ids, 'change.value.category_ids');
      if (value.mode !== 'remove' && value.category_ids.length > most)
        throw invalidField(
          'change.value.category_ids',
          'items of this project have one category; set CategorizeItems to 2 for several',
        );
    }
    const idsOf = (state: unknown): readonly number[] => state as readonly number[];
    return {
      value,
      async read(rows) {
        const kept = await ofItems.of(
          context,
          rows.map(row => row.id),
        );
        return new Map(rows.map(row => [row.id, (kept.get(row.id) ?? []).map(each => each.category_id)]));
      },
      wanted: now => categoriesAfter(idsOf(now), value, most),
      async refusals(rows, wanted) {
        if (purpose === 'change') return new Map();
        const known = await knownAmong(context, projectId, [...wanted.values()].flatMap(idsOf));
        const lost = new Fault('CATEGORY_GONE', 'A category it had is gone.', { status: 409 });
        return new Map(
          rows.filter(row => !idsOf(wanted.get(row.id)).every(id => known.has(id))).map(row => [row.id, lost]),
        );
      },
      write: (rows, wanted) =>
        ofItems.write(context, projectId, new Map(rows.map(row => [row.id, idsOf(wanted.get(row.id))]))),
    };
  },
});

async function knownAmong(
  context: RequestContext,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await context.transaction((trx: Kysely<CategoriesTables>) =>
    trx
      .selectFrom('categories.category')
      .select('id')
      .where('team_id', '=', context.team.id)
      .where('project_id', '=', projectId)
      .where(sql<boolean>`id = any(${[...new Set(ids)]}::int[])`)
      .execute(),
  );
  return new Set(rows.map(row => row.id));
}
