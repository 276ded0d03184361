import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface CategoryTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  name: string;
  /** The name in lower case; one category of a project each. */
  key: string;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface ItemCategoryTable {
  team_id: number;
  project_id: number;
  item_id: number;
  category_id: number;
  created_at: Stamp;
}

export interface ContributorCategoryTable {
  team_id: number;
  project_id: number;
  contributor_id: number;
  category_id: number;
  created_at: Stamp;
}

export interface CategoriesTables {
  'categories.category': CategoryTable;
  'categories.item_category': ItemCategoryTable;
  'categories.contributor_category': ContributorCategoryTable;
}

export type CategoryRow = Selectable<CategoryTable>;
