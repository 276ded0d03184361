import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Rows of items that follow a person when two accounts are merged. */
export const itemReferences: readonly PersonReference[] = [
  { table: 'items.assignment', email: 'email', title: 'assigned items' },
  { table: 'items.folder_user', email: 'email', title: 'assigned folders', key: ['team_id', 'folder_id'] },
];
