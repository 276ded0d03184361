import type { Kysely } from 'kysely';
import { secretsIn } from '../common/custom-action.ts';
import type { PipelineGraph } from '../common/pipeline.ts';
import type { AutomationTables } from './automation-tables.ts';

type Trx = Kysely<AutomationTables>;

/** Returns the names of the pipelines and actions that use a secret. */
export async function usersOfSecret(trx: Trx, name: string): Promise<readonly string[]> {
  const tasks = await trx.selectFrom('automations.custom_task').select(['name', 'draft']).orderBy('name').execute();
  const deployed = await trx
    .selectFrom('automations.custom_task as task')
    .innerJoin('automations.custom_task_version as version', join =>
      join
        .onRef('version.team_id', '=', 'task.team_id')
        .onRef('version.custom_task_id', '=', 'task.id')
        .onRef('version.version', '=', 'task.deployed'),
    )
    .select(['task.name', 'version.settings'])
    .execute();
  const actions = [
    ...tasks.filter(each => each.draft.secrets.includes(name)),
    ...deployed.filter(each => each.settings.secrets.includes(name)),
  ].map(each => `action “${each.name}”`);
  const pipelines = await pipelinesWith(trx, graph =>
    graph.nodes.some(node =>
      Object.values(node.settings).some(value => typeof value === 'string' && secretsIn(value).includes(name)),
    ),
  );
  return [...new Set([...pipelines, ...actions])];
}

/** Returns the names of the pipelines that run a custom action. */
export const usersOfTask = (trx: Trx, id: number): Promise<readonly string[]> =>
  pipelinesWith(trx, graph =>
    graph.nodes.some(node => node.type === 'custom' && node.settings['custom_task_id'] === id),
  );

/** Returns the names of the pipelines that a custom event starts, or whose webhooks have its fields. */
export const usersOfEvent = (trx: Trx, id: number): Promise<readonly string[]> =>
  pipelinesWith(trx, graph =>
    graph.nodes.some(node => node.kind === 'event' && node.settings['custom_event_id'] === id),
  );

async function pipelinesWith(trx: Trx, has: (graph: PipelineGraph) => boolean): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('automations.pipeline as pipeline')
    .innerJoin('automations.version as version', join =>
      join
        .onRef('version.team_id', '=', 'pipeline.team_id')
        .onRef('version.pipeline_id', '=', 'pipeline.id')
        .onRef('version.version', '=', 'pipeline.version'),
    )
    .select(['pipeline.name', 'version.graph'])
    .where('pipeline.deleted_at', 'is', null)
    .orderBy('pipeline.name')
    .execute();
  return rows.filter(row => has(row.graph)).map(row => `pipeline “${row.name}”`);
}
