import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Rows of groups that follow a person when two accounts are merged. */
export const groupReferences: readonly PersonReference[] = [
  { table: 'groups.member', email: 'email', title: 'groups', key: ['team_id'] },
];
