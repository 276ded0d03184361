import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Public links that follow a person when two accounts are merged: a link shows what its creator may see. */
export const linkReferences: readonly PersonReference[] = [
  { table: 'public_links.link', id: 'creator_id', email: 'creator', title: 'public links' },
];
