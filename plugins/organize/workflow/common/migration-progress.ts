import { z } from '#core/api/common/index.ts';

/** Type of the messages that report to whoever changes a workflow how many items have moved so far. */
export const MIGRATION_PROGRESS = 'workflow.migration-progress';

export const migrationReached = z.object({ done: z.int(), total: z.int() });
export type MigrationReached = z.output<typeof migrationReached>;
