import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { CategoriesTables, CategoryRow } from './categories-tables.ts';

/**
 * Categories for statements of other plugins: `categoryRows.as('category')` in Kysely, `${categoryRows} as category` in
 * SQL.
 */
export const categoryRows = sql.table<CategoryRow>('categories.category');

/** The categories of items for statements of other plugins. */
export const itemCategoryRows =
  sql.table<Selectable<CategoriesTables['categories.item_category']>>('categories.item_category');
