import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectsEvents } from '../common/events.ts';
import type { ProjectTables } from './projects-tables.ts';

/** A project that has a workflow. */
export interface WorkflowUser {
  readonly id: number;
  readonly name: string;
  readonly workflow_id: number;
  readonly deleted: boolean;
}

/** Workflow of a project. What that means for its items is the affair of who sets it. */
@injectable()
export class WorkflowSetting {
  /** Projects of the team by their workflow, by age; deleted ones, which can come back, are listed apart. */
  async users(context: RequestContext): Promise<readonly WorkflowUser[]> {
    return context.transaction((trx: Kysely<ProjectTables>) =>
      trx
        .selectFrom('projects.project')
        .select(['id', 'name', 'workflow_id', sql<boolean>`deleted_at is not null`.as('deleted')])
        .where('team_id', '=', context.team.id)
        .orderBy('id')
        .execute(),
    );
  }

  /** Id of the workflow of a project in the database at this moment. */
  async now(context: RequestContext, projectId: number): Promise<number | undefined> {
    return (
      await context.transaction((trx: Kysely<ProjectTables>) =>
        trx
          .selectFrom('projects.project')
          .select('workflow_id')
          .where('team_id', '=', context.team.id)
          .where('id', '=', projectId)
          .executeTakeFirst(),
      )
    )?.workflow_id;
  }

  /** Gives the project another workflow. Inside the caller's transaction, which also carries its items over. */
  async set(context: RequestContext, projectId: number, workflowId: number): Promise<void> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      await trx
        .updateTable('projects.project')
        .set({ workflow_id: workflowId, updated_at: new Date() })
        .where('team_id', '=', context.team.id)
        .where('id', '=', projectId)
        .execute();
      await context.publish(projectsEvents.changed, { project_id: projectId });
    });
  }
}
