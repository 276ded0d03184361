import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Copies of gold items that follow a person when two accounts are merged. */
export const goldReferences: readonly PersonReference[] = [
  {
    table: 'gold_items.copy',
    email: 'email',
    title: 'copies of gold items',
    key: ['team_id', 'gold_item_id'],
    taken: 'kept',
  },
];
