import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Views of tables that follow a person when two accounts are merged. */
export const tableViewReferences: readonly PersonReference[] = [
  { table: 'table_views.view', email: 'email', title: 'table views', key: ['team_id', 'key', 'name'] },
];
