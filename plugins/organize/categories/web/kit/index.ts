export { CategoriesClient } from './categories-client.ts';
export { categoriesKey, useCategories } from './use-categories.ts';
