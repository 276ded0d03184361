import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Categories, ItemCategories } from '#plugins/organize/categories/server/kit/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { PlacedRow, RowTask } from './row-task.ts';

const ascending = (one: number, other: number): number => one - other;

/** Assigns the categories of rows to their items. */
export class RowCategories {
  constructor(
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(ItemCategories) @optional() private readonly itemCategories: ItemCategories | undefined,
  ) {}

  /** Assigns categories and makes new ones where the caller may. */
  async assign(
    context: RequestContext,
    { target, choices }: RowTask,
    placed: readonly PlacedRow[],
    changed: Set<number>,
    count: { categories: number },
  ): Promise<void> {
    const { categories, itemCategories } = this;
    if (target.categories === 0 || !target.may.categorize || categories === undefined || itemCategories === undefined)
      return;
    const sorted = placed.filter(
      ({ plan, isNew }) => plan.categories.length > 0 && (isNew || choices.existing === 'replace'),
    );
    if (sorted.length === 0) return;
    if (target.may.categories)
      count.categories += (
        await categories.create(
          context,
          target.projectId,
          sorted.flatMap(({ plan }) => plan.categories),
        )
      ).length;
    const { data } = await categories.list(context, target.projectId, { offset: 0, limit: 10_000 });
    const ids = new Map(data.map(each => [each.name.toLowerCase(), each.id]));
    const wanted = sorted
      .map(({ item, plan }) => ({
        item_id: item.id,
        categories: plan.categories.flatMap(name => ids.get(name.toLowerCase()) ?? []).slice(0, target.categories),
      }))
      .filter(each => each.categories.length > 0);
    const now = await itemCategories.of(
      context,
      wanted.map(each => each.item_id),
    );
    const others = wanted.filter(
      each =>
        !sameJson(
          (now.get(each.item_id) ?? []).map(has => has.category_id).toSorted(ascending),
          [...new Set(each.categories)].toSorted(ascending),
        ),
    );
    for (const each of others) changed.add(each.item_id);
    if (others.length > 0) await itemCategories.replace(context, target.projectId, undefined, others);
  }
}
