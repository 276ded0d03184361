import { defineServerHalf } from '#core/kernel/server/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import manifest from '../manifest.ts';
import { categoriesApi, contributorCategoriesBody, itemCategoriesApi, peopleCategoriesApi } from '../common/api.ts';
import { categoriesHandlers, itemCategoriesHandlers, peopleCategoriesHandlers } from './categories-handlers.ts';
import { categoryChange } from './category-change.ts';
import { CategoryTransfer } from './category-transfer.ts';
import { categoriesOfItem, categoryField } from './item-categories.ts';
import { Categories } from './categories.ts';
import { ContributorCategories } from './contributor-categories.ts';
import { ItemCategories } from './item-categories.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Categories, ItemCategories, ContributorCategories],
  bindings(container) {
    container.bind(Categories).toSelf();
    container.bind(ItemCategories).toSelf();
    container.bind(CategoryTransfer).toSelf();
    container.bind(ContributorCategories).toSelf();
  },
  activate({ get, implement, tap }) {
    const ofItems = get(ItemCategories);
    const ofPeople = get(ContributorCategories);
    implement(categoriesApi, categoriesHandlers(get(Categories)));
    implement(peopleCategoriesApi, peopleCategoriesHandlers(ofPeople));
    implement(itemCategoriesApi, itemCategoriesHandlers(ofItems));

    const items = get(ItemsHooks);
    tap(items.categorizing, () => categoriesOfItem);
    tap(items.querying, (_, fields) => new Map([...fields, ['categories.category_id', categoryField]]));
    const crossing = get(CategoryTransfer);
    tap(items.copyingDetails, async (context, copy) => {
      if (copy.projectId === copy.sourceProjectId) await ofItems.copy(context, copy);
      else await crossing.carry(context, copy);
    });
    tap(items.surveying, async (context, found, asked) => [...found, ...(await crossing.survey(context, asked))]);
    const change = categoryChange({ categories: get(Categories), ofItems });
    tap(items.changing.for('category'), () => change);

    const projects = get(ProjectsHooks);
    tap(projects.contributorChanged, (context, change) => ofPeople.forget(context, change));
    tap(
      projects.contributorCategories,
      async (context, known, projectId, ids) => new Map([...known, ...(await ofPeople.of(context, projectId, ids))]),
    );
    for (const [action, change] of [
      ['addcontributorcategory', 'add'],
      ['removecontributorcategory', 'remove'],
    ] as const) {
      tap(projects.editingContributors.for(action), async (context, projectId, ids, body) => {
        const { categories } = contributorCategoriesBody(body);
        const left = await ofPeople[change](
          context,
          projectId,
          ids,
          categories.map(each => each.id),
        );
        return [...left].map(([id, kept]) => ({ id, categories: kept.map(each => ({ id: each.id })) }));
      });
    }
  },
});
