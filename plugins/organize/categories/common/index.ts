export { categoriesApi } from './api.ts';
export type { Category } from './api.ts';
export { categoryName } from './category-name.ts';
