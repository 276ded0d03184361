export { Categories } from '../categories.ts';
export { categoryRows, itemCategoryRows } from '../category-rows.ts';
export { ContributorCategories } from '../contributor-categories.ts';
export type { ContributorCategory } from '../contributor-categories.ts';
export { ItemCategories } from '../item-categories.ts';
export type { CategorizedItem } from '../item-categories.ts';
