import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CopyOrMoveFinding } from '#plugins/workspace/items/common/index.ts';
import type { ItemCopying, CrossProjectCopy } from '#plugins/workspace/items/server/kit/index.ts';
import { categoryName } from '../common/category-name.ts';
import { Categories } from './categories.ts';
import { ItemCategories } from './item-categories.ts';

/** Handling of a category of another project's items. */
interface Fate {
  readonly fate: 'kept' | 'made' | 'left_out';
  readonly obstacle: string | null;
}

/** Categories of items by item id: their names, in order of age. */
type Named = ReadonlyMap<number, readonly string[]>;

/** Carries categories from items of one project to items of another one, by their names. */
export class CategoryTransfer {
  constructor(
    @inject(Categories) private readonly categories: Categories,
    @inject(ItemCategories) private readonly ofItems: ItemCategories,
  ) {}

  /** Categories of the items that the other project lacks, or that its items can't have. */
  async survey(
    context: RequestContext,
    { projectId: to, items, annotations }: CrossProjectCopy,
  ): Promise<readonly CopyOrMoveFinding[]> {
    if (!annotations) return [];
    const named = await this.#named(
      context,
      items.map(item => item.id),
    );
    const fates = await this.#fates(context, to, named);
    const found = [...fates].flatMap(([name, { fate, obstacle }]): CopyOrMoveFinding[] =>
      fate === 'kept' ? [] : [{ kind: 'Category', name, items: having(named, name), fate, obstacle }],
    );
    const several = [...named.values()].filter(names => names.length > 1).length;
    const most = await this.categories.most(context, to);
    return most !== 1 || several === 0
      ? found
      : [
          ...found,
          {
            kind: 'Category',
            name: 'all but the first',
            items: several,
            fate: 'left_out',
            obstacle: 'Items have one category there.',
          },
        ];
  }

  /**
   * Categories that are not there are made by who may; the others are left out and listed. Inside the caller's
   * transaction.
   */
  async carry(context: RequestContext, { projectId: to, pairs, leaveOut }: ItemCopying): Promise<void> {
    const named = await this.#named(
      context,
      pairs.map(each => each.source),
    );
    const fates = await this.#fates(context, to, named);
    const made = [...fates].filter(([, { fate }]) => fate === 'made').map(([name]) => name);
    if (made.length > 0) await this.categories.create(context, to, made);
    const ids = await this.categories.byKey(context, to);
    const most = await this.categories.most(context, to);
    const replaced = new Set(pairs.filter(each => each.replaced).map(each => each.target));
    const wanted = new Map<number, readonly number[]>();
    let cut = 0;
    for (const { source, target } of pairs) {
      const found = [
        ...new Set(
          (named.get(source) ?? []).flatMap(name =>
            fates.get(name)?.fate === 'left_out' ? [] : (ids.get(categoryName(name).key) ?? []),
          ),
        ),
      ];
      if (found.length > most) cut += 1;
      if (found.length > 0 || replaced.has(target)) wanted.set(target, found.slice(0, most));
    }
    if (wanted.size > 0) await this.ofItems.write(context, to, wanted);
    for (const [name, { fate, obstacle }] of fates)
      if (fate === 'left_out')
        leaveOut({
          code: 'CATEGORY',
          message: `Category “${name}” was left out. ${obstacle ?? ''}`.trim(),
          count: having(named, name),
        });
    if (cut > 0)
      leaveOut({
        code: 'CATEGORY',
        message: 'All categories but the first were left out. Items have one category there.',
        count: cut,
      });
  }

  async #named(context: RequestContext, itemIds: readonly number[]): Promise<Named> {
    return new Map(
      [...(await this.ofItems.of(context, itemIds))].map(([id, found]) => [id, found.map(each => each.category_name)]),
    );
  }

  async #fates(context: RequestContext, to: number, named: Named): Promise<ReadonlyMap<string, Fate>> {
    const names = [...new Set([...named.values()].flat())];
    if (names.length === 0) return new Map();
    if ((await this.categories.most(context, to)) === 0)
      return new Map(names.map(name => [name, { fate: 'left_out', obstacle: 'Items have no categories there.' }]));
    const there = await this.categories.byKey(context, to);
    const makes = await context.can('UpdateProjectSettings', { projectId: to });
    const missing: Fate = makes
      ? { fate: 'made', obstacle: null }
      : { fate: 'left_out', obstacle: 'You may not make categories there (UpdateProjectSettings).' };
    return new Map(
      names.map(name => [name, there.has(categoryName(name).key) ? { fate: 'kept', obstacle: null } : missing]),
    );
  }
}

const having = (named: Named, name: string): number => [...named.values()].filter(names => names.includes(name)).length;
