import type { Kysely } from 'kysely';
import type { ListedPipeline, PipelineHead } from '../common/api.ts';
import { ANY, TRANSITION } from '../common/event-types.ts';
import { stepTypes } from '../common/transition-steps.ts';
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

/** Returns the transitions of workflows that begin each pipeline. */
export async function awaitedTransitions(
  trx: Kysely<AutomationTables>,
): Promise<ReadonlyMap<number, ListedPipeline['transitions']>> {
  const found = new Map<number, ListedPipeline['transitions']>();
  for (const { pipeline_id, node_id, settings, graph } of await trx
    .selectFrom('automations.trigger as trigger')
    .innerJoin('automations.pipeline as pipeline', join =>
      join.onRef('pipeline.team_id', '=', 'trigger.team_id').onRef('pipeline.id', '=', 'trigger.pipeline_id'),
    )
    .innerJoin('automations.version as version', join =>
      join
        .onRef('version.team_id', '=', 'pipeline.team_id')
        .onRef('version.pipeline_id', '=', 'pipeline.id')
        .onRef('version.version', '=', 'pipeline.version'),
    )
    .select(['trigger.pipeline_id', 'trigger.node_id', 'trigger.settings', 'version.graph'])
    .where('trigger.type', '=', TRANSITION)
    .orderBy('trigger.node_id')
    .execute()) {
    const chosen = (value: unknown): string | null =>
      typeof value === 'string' && value !== '' && value !== ANY ? value : null;
    found.set(pipeline_id, [
      ...(found.get(pipeline_id) ?? []),
      {
        node: node_id,
        workflow: chosen(settings['workflow']),
        transition: chosen(settings['transition']),
        ...stepTypes(graph, node_id),
      },
    ]);
  }
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
