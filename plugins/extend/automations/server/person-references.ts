import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Pipelines that follow a person when two accounts are merged: they run with the rights of their owner. */
export const automationReferences: readonly PersonReference[] = [
  { table: 'automations.pipeline', id: 'owner_id', email: 'owner_email', title: 'pipelines' },
];
