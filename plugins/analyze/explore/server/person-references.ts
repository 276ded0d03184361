import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Rows of Explore that follow a person when two accounts are merged. */
export const exploreReferences: readonly PersonReference[] = [
  { table: 'explore.bookmark', email: 'email', title: 'bookmarks', key: ['team_id', 'item_id', 'instance_id'] },
  { table: 'explore.saved_query', email: 'creator', title: 'saved queries' },
];
