import { invalidField, plainDirection } from '#core/base/common/index.ts';
import { defineApi, defineQuery, id, listQuery, page, paged, z } from '#core/api/common/index.ts';

/** A category of a project. */
export const category = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  /** Items that have it. */
  items_count: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Category = z.output<typeof category>;

const name = z
  .string()
  .regex(...plainDirection)
  .max(10_000)
  .refine(text => text.trim() !== '', 'is required: type 1 to 200 characters');

/** Names that the filters of `removeCategories` may use. */
export const categoryQuery = defineQuery({
  fields: { id: 'integer', name: 'text' },
  limit: { standard: 2000, most: 2000 },
});

/** Categories of projects. */
export const categoriesApi = defineApi({
  service: 'work-management',
  operations: {
    listCategories: {
      method: 'GET',
      path: '/api/v1/categories',
      summary: 'Categories of a project, the oldest first',
      access: 'ViewItem',
      project: 'query.project_id',
      query: z.looseObject({ ...page, project_id: id }),
      reply: paged(category),
    },
    createCategories: {
      method: 'POST',
      path: '/api/v1/categories/bulk',
      summary: 'Add categories; names that are there in any case are left out',
      access: 'UpdateProjectSettings',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 5000 categories',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id }),
      body: z.looseObject({ bulk: z.array(z.looseObject({ name })).max(5000) }),
      reply: z.object({ data: z.array(category) }),
    },
    removeCategories: {
      method: 'DELETE',
      path: '/api/v1/categories/bulk',
      summary: 'Remove the categories a filter names, also from items and people',
      access: 'UpdateProjectSettings',
      project: 'context',
      query: z.looseObject({ filter: listQuery.filter }),
      reply: z.object({ data: z.array(category) }),
    },
    mergeCategories: {
      method: 'POST',
      path: '/api/v1/categories/merge',
      summary: 'Make several categories one; their items and people have it afterwards',
      access: 'UpdateProjectSettings',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id }),
      /** `category_ids` go, `category_id` stays. */
      body: z.strictObject({
        category_id: z.int().positive(),
        category_ids: z.array(z.int().positive()).min(1).max(5000),
      }),
      reply: z.object({ data: category }),
    },
    renameCategory: {
      method: 'PATCH',
      path: '/api/v1/categories/:category_id',
      summary: 'Give a category another name',
      access: 'UpdateProjectSettings',
      project: 'context',
      params: z.strictObject({ category_id: id }),
      query: z.looseObject({}),
      body: z.looseObject({ name }),
      reply: z.object({ data: category }),
    },
  },
});

/** Categories of people of a project, as the screen sets them. */
export const peopleCategoriesApi = defineApi({
  service: 'main',
  operations: {
    listPeopleCategories: {
      method: 'GET',
      path: '/api/v1/project/:project_id/contributors/categories',
      summary: 'Which categories people of a project are limited to',
      access: 'ShareProject',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      reply: z.object({ data: z.array(z.object({ id: z.int(), category_ids: z.array(z.int()) })) }),
    },
    setPersonCategories: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/contributors/:contributor_id/categories',
      summary: 'Replace the categories of one person; an empty list means all',
      access: 'ShareProject',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, contributor_id: id }),
      body: z.strictObject({ category_ids: z.array(z.int().positive()).max(5000) }),
      reply: z.object({ id: z.int(), category_ids: z.array(z.int()) }),
    },
  },
});

/** Categories of items. */
export const itemCategoriesApi = defineApi({
  service: 'main',
  operations: {
    setItemCategories: {
      method: 'POST',
      path: '/items/bulk/setcategory',
      summary: 'Replace the categories of items; an empty list takes them away',
      access: 'SetItemCategory',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, folder_id: id.optional() }),
      body: z.looseObject({
        bulk: z
          .array(z.looseObject({ item_id: z.int().positive(), categories: z.array(z.int().positive()).max(1000) }))
          .max(2000, 'send at most 2000 at a time'),
      }),
      reply: z.array(z.object({ item_id: z.int(), categories: z.array(z.int()) })),
    },
  },
});

const contributorBody = z.looseObject({
  categories: z
    .array(z.looseObject({ id: z.int().positive() }))
    .min(1)
    .max(5000),
});

/** The body of the actions on categories of people. Throws INVALID_FIELD naming what is wrong. */
export function contributorCategoriesBody(body: unknown): z.output<typeof contributorBody> {
  const read = contributorBody.safeParse(body);
  if (!read.success)
    throw invalidField(
      `body.${read.error.issues[0]?.path.join('.') ?? 'categories'}`,
      read.error.issues[0]?.message ?? 'is not valid',
    );
  return read.data;
}
