import { invalidField, notFound } from '#core/base/common/index.ts';
import { readQueryString } from '#core/api/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { categoriesApi, itemCategoriesApi, peopleCategoriesApi } from '../common/api.ts';
import { categoryQuery } from '../common/api.ts';
import type { Categories } from './categories.ts';
import type { ContributorCategories } from './contributor-categories.ts';
import type { ItemCategories } from './item-categories.ts';

const projectOf = ({ scope }: RequestContext): number => {
  if (scope.projectId === undefined) throw notFound('The project');
  return scope.projectId;
};

/** Calls about the categories of projects. */
export function categoriesHandlers(categories: Categories): Handlers<typeof categoriesApi> {
  return {
    listCategories: ({ query }, context) => categories.list(context, query.project_id, query),
    createCategories: async ({ query, body }, context) => ({
      data: await categories.create(
        context,
        query.project_id,
        body.bulk.map(each => each.name),
      ),
    }),
    async removeCategories({ query }, context) {
      // Without a filter nothing is selected, rather than everything.
      if ((query.filter ?? []).length === 0)
        throw invalidField('filter', 'name the categories, e.g. id||$in||4,5, or id||$gt||0 for all');
      return {
        data: await categories.remove(
          context,
          projectOf(context),
          readQueryString({ filter: query.filter }, categoryQuery).condition,
        ),
      };
    },
    mergeCategories: async ({ query, body }, context) => ({
      data: await categories.merge(context, query.project_id, body.category_ids, body.category_id),
    }),
    renameCategory: async ({ params, body }, context) => ({
      data: await categories.rename(context, projectOf(context), params.category_id, body.name),
    }),
  };
}

/** Calls about the categories of items. */
export function itemCategoriesHandlers(items: ItemCategories): Handlers<typeof itemCategoriesApi> {
  return {
    setItemCategories: async ({ query, body }, context) =>
      (await items.replace(context, query.project_id, query.folder_id, body.bulk)).map(each => ({
        item_id: each.item_id,
        categories: [...each.categories],
      })),
  };
}

/** Calls about the categories of people. */
export function peopleCategoriesHandlers(people: ContributorCategories): Handlers<typeof peopleCategoriesApi> {
  return {
    listPeopleCategories: async ({ params }, context) => ({
      data: [...(await people.all(context, params.project_id))].map(([person, kept]) => ({
        id: person,
        category_ids: kept.map(each => each.id),
      })),
    }),
    setPersonCategories: async ({ params, body }, context) => ({
      id: params.contributor_id,
      category_ids: (await people.replace(context, params.project_id, params.contributor_id, body.category_ids)).map(
        each => each.id,
      ),
    }),
  };
}
