import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Fault } from '#core/base/common/index.ts';
import { forbidden, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ProjectLists } from '#plugins/workspace/projects/server/kit/index.ts';
import type { IntegrationTables } from './integration-tables.ts';

/** Projects of a contributor that are looked through for the right to use integrations. */
const LOOKED_THROUGH = 200;

/** Why the files of an integration can't be read in a project. */
export interface IntegrationObstacle {
  readonly name: string;
  readonly why: string;
}

/** Rights of callers to use the integrations of their team in projects. */
export class IntegrationAccess {
  constructor(@inject(ProjectLists) private readonly projects: ProjectLists) {}

  /** Returns whether the caller may use integrations somewhere in the team. */
  async mayUse(context: RequestContext): Promise<boolean> {
    if (await context.can('UseIntegration', {})) return true;
    const { data } = await this.projects.list(context, { offset: 0, limit: LOOKED_THROUGH } as Parameters<
      ProjectLists['list']
    >[1]);
    for (const { id: projectId } of data) if (await context.can('UseIntegration', { projectId })) return true;
    return false;
  }

  /** A Fault when one of them is not the team's, or the caller may not use integrations in the project. */
  async refusal(context: RequestContext, projectId: number, ids: readonly number[]): Promise<Fault | undefined> {
    if (!(await context.can('UseIntegration', { projectId }))) return forbidden('UseIntegration');
    const found = await context.transaction((trx: Kysely<IntegrationTables>) =>
      trx
        .selectFrom('integrations.integration')
        .select('id')
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .where('deleted_at', 'is', null)
        .execute(),
    );
    return found.length === new Set(ids).size ? undefined : notFound('The integration');
  }

  /**
   * Why the files of items that lie in integrations can't be read in another project, with the names of the
   * integrations, by their ids.
   */
  async crossingObstacles(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, IntegrationObstacle>> {
    const found = new Map<number, IntegrationObstacle>();
    const names = new Map(
      ids.length === 0
        ? []
        : (
            await context.transaction((trx: Kysely<IntegrationTables>) =>
              trx
                .selectFrom('integrations.integration')
                .select(['id', 'name'])
                .where(sql<boolean>`id = any(${[...ids]}::int[])`)
                .execute(),
            )
          ).map(row => [row.id, row.name]),
    );
    for (const id of ids) {
      const refusal = await this.refusal(context, projectId, [id]);
      if (refusal === undefined) continue;
      const name = names.get(id) ?? `Integration ${id}`;
      const why =
        refusal.status === 403
          ? 'You may not use integrations in the other project (UseIntegration).'
          : 'It was deleted.';
      found.set(id, { name, why });
    }
    return found;
  }
}
