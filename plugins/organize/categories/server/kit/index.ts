export { Categories } from '../categories.ts';
export type { CategoriesTables } from '../categories-tables.ts';
export { ContributorCategories } from '../contributor-categories.ts';
export type { ContributorCategory } from '../contributor-categories.ts';
export { ItemCategories } from '../item-categories.ts';
export type { CategorizedItem } from '../item-categories.ts';
