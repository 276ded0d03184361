import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { actionTypeOf } from '../common/action-types.ts';
import type { EventNode, PipelineGraph } from '../common/pipeline.ts';
import type { KnownReferences, PipelineProblem } from '../common/validate-pipeline.ts';
import { validatePipeline } from '../common/validate-pipeline.ts';
import { Actions } from './actions/actions.ts';
import type { AutomationTables } from './automation-tables.ts';

/** Checks pipelines against what there is in the team and what the caller may do. */
@injectable()
export class PipelineCheck {
  constructor(@inject(Actions) private readonly actions: Actions) {}

  /** Returns everything that keeps a pipeline from running. */
  async #problems(context: RequestContext, graph: PipelineGraph): Promise<readonly PipelineProblem[]> {
    const chosen = graph.nodes
      .filter((each): each is EventNode => each.kind === 'event')
      .flatMap(each => (each.scope.all ? [] : each.scope.projects.map(project => project.id)));
    const problems = validatePipeline(graph, {
      projects: await this.#present(context, [...chosen, ...projectSettings(graph)]),
      ...(await this.#references(context)),
    });
    return problems.length > 0 ? problems : this.#rights(context, graph, [...new Set(chosen)]);
  }

  /** @throws Fault PIPELINE_INVALID (422): `details.problems` has the node and the fix of each. */
  async demand(context: RequestContext, graph: PipelineGraph): Promise<void> {
    const problems = await this.#problems(context, graph);
    if (problems.length > 0)
      throw new Fault(
        'PIPELINE_INVALID',
        problems
          .map(each => each.message)
          .slice(0, 3)
          .join(' '),
        { status: 422, details: { problems } },
      );
  }

  async #references(
    context: RequestContext,
  ): Promise<Required<Pick<KnownReferences, 'actions' | 'secrets' | 'events'>>> {
    return context.transaction(async (trx: Kysely<AutomationTables>) => {
      const tasks = await trx
        .selectFrom('automations.custom_task')
        .select('id')
        .where('deployed', 'is not', null)
        .execute();
      const secrets = await trx.selectFrom('automations.secret').select('name').execute();
      const events = await trx.selectFrom('automations.custom_event').select('id').execute();
      return {
        actions: new Set(tasks.map(each => each.id)),
        secrets: new Set(secrets.map(each => each.name)),
        events: new Set(events.map(each => each.id)),
      };
    });
  }

  async #present(context: RequestContext, ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await context.transaction((trx: Kysely<unknown>) =>
      trx
        .selectFrom(projectRows.as('project'))
        .select('id')
        .where('id', 'in', [...ids])
        .where('deleted_at', 'is', null)
        .execute(),
    );
    return new Set(rows.map(row => row.id));
  }

  /**
   * Requires from a person who saves a pipeline the rights that its actions use; those for all projects are the ones of
   * a team admin.
   */
  async #rights(
    context: RequestContext,
    graph: PipelineGraph,
    projects: readonly number[],
  ): Promise<readonly PipelineProblem[]> {
    const problems: PipelineProblem[] = [];
    for (const node of graph.nodes) {
      if (node.kind === 'event') continue;
      const { access } = await this.actions.get(context, node.type);
      if (access === undefined) continue;
      for (const projectId of projects)
        if (!(await context.can(access, { projectId })))
          problems.push({
            node: node.id,
            message: `You don’t have the right to do this in project ${projectId} (${access}). Take the project out of the event, or ask for the right.`,
          });
    }
    return problems;
  }
}

/** Returns the projects that settings of actions name. */
const projectSettings = (graph: PipelineGraph): readonly number[] =>
  graph.nodes.flatMap(({ kind, type, settings }) =>
    kind === 'event'
      ? []
      : (actionTypeOf(type)?.fields ?? []).flatMap(({ kind: field, name }) => {
          const value = settings[name];
          return field === 'project' && typeof value === 'number' ? [value] : [];
        }),
  );
