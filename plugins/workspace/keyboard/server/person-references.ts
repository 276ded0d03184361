import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Key maps that follow a person when two accounts are merged. */
export const keyboardReferences: readonly PersonReference[] = [
  { table: 'keyboard.own_keys', email: 'email', title: 'key maps', key: ['team_id'] },
];
