import type { Kysely } from 'kysely';
import type { PipelineHead } from '../common/api.ts';
import type { AutomationTables, PipelineRow } from './automation-tables.ts';

/** Returns the types of the events that begin each pipeline, in the order of their nodes. */
export async function eventTypes(
  trx: Kysely<AutomationTables>,
  rows: readonly PipelineRow[],
): Promise<ReadonlyMap<number, string[]>> {
  const found = new Map<number, string[]>(rows.map(row => [row.id, []]));
  for (const { pipeline_id, type } of await trx
    .selectFrom('automations.trigger')
    .select(['pipeline_id', 'type'])
    .orderBy('node_id')
    .execute())
    found.get(pipeline_id)?.push(type);
  return found;
}

/** Returns a pipeline without its graph. */
export function headOf(row: PipelineRow, events: string[]): PipelineHead {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    version: row.version,
    owner: row.owner_email,
    events,
    has_webhook_secret: row.webhook_secret !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
