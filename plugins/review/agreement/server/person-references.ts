import type { PersonReference } from '#core/tenancy/server/index.ts';

const answer = { table: 'agreement.work', email: 'email', key: ['team_id', 'item_id'] } as const;

/**
 * Answers that follow a person when two accounts are merged. Who answered an item with both accounts keeps both
 * answers; one that was begun and not submitted goes.
 */
export const agreementReferences: readonly PersonReference[] = [
  { table: 'agreement.operation', email: 'email', title: 'saves', ends: true },
  { ...answer, title: 'begun answers', only: { state: 'open' } },
  { ...answer, title: 'submitted answers', only: { state: 'submitted' }, taken: 'kept' },
];
