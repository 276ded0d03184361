import type { PersonReference } from '#core/tenancy/server/index.ts';

/**
 * Accounts of directories that follow a person when two accounts are merged. A directory that keeps both would change
 * one person twice, so it has to let go of one first.
 */
export const provisioningReferences: readonly PersonReference[] = [
  {
    table: 'provisioning.account',
    id: 'person_id',
    title: 'accounts of the same directory',
    key: ['organization_id'],
    taken: 'refused',
  },
];
