import type { PersonReference } from '#core/tenancy/server/index.ts';

/**
 * Identities that follow a person when two accounts are merged. A provider still signs in those only whose present
 * address is in a proven domain of its organization.
 */
export const signOnReferences: readonly PersonReference[] = [
  { table: 'single_sign_on.identity', id: 'person_id', title: 'single sign-on identities' },
  { table: 'single_sign_on.membership', id: 'person_id', title: 'teams given by groups', key: ['team_id'] },
];
