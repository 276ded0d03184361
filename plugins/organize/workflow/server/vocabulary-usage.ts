import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { StatusMigration } from '#plugins/workspace/items/server/kit/index.ts';
import { GroupRoles } from '#plugins/organize/groups/server/kit/index.ts';
import { contributorRows, WorkflowSetting } from '#plugins/workspace/projects/server/kit/index.ts';
import type { WorkflowUsage } from '../common/change-api.ts';
import { systemWorkflows } from '../common/system-workflows.ts';
import { writeWorkflowFile } from '../common/workflow-file.ts';
import { Vocabulary } from './vocabulary.ts';
import type { WorkflowTables } from './workflow-tables.ts';

/** Number of people and groups with a role in a project. */
export interface RoleHolders {
  readonly project_id: number;
  readonly role: number;
  readonly people: number;
  readonly groups: number;
}

/** Uses of statuses, roles and workflows of a team. */
export class VocabularyUsage {
  constructor(
    @inject(Vocabulary) private readonly vocabulary: Vocabulary,
    @inject(StatusMigration) private readonly items: StatusMigration,
    @inject(WorkflowSetting) private readonly projects: WorkflowSetting,
    @inject(GroupRoles) @optional() private readonly groups: GroupRoles | undefined,
  ) {}

  /** People and groups of all projects of the team by role. */
  async holders(context: RequestContext): Promise<readonly RoleHolders[]> {
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<RoleHolders>`select project_id, role, count(*)::int as people, 0 as groups from ${contributorRows}
        where team_id = ${context.team.id} group by project_id, role`.execute(trx),
    );
    const holders = new Map(rows.map(row => [`${row.project_id} ${row.role}`, row]));
    for (const { project_id, role, groups } of (await this.groups?.counts(context)) ?? []) {
      const key = `${project_id} ${role}`;
      holders.set(key, { project_id, role, people: holders.get(key)?.people ?? 0, groups });
    }
    return [...holders.values()];
  }

  async of(context: RequestContext): Promise<WorkflowUsage> {
    const [projects, holders, statuses, roles] = [
      await this.projects.users(context),
      await this.holders(context),
      await this.vocabulary.statuses(context),
      await this.vocabulary.roles(context),
    ];
    const present = projects.filter(each => !each.deleted);
    const counts = await this.items.counts(
      context,
      present.map(each => each.id),
    );
    const rows = await context.transaction((trx: Kysely<WorkflowTables>) =>
      trx
        .selectFrom('workflow.workflow')
        .select(['id', 'name', 'raw_config'])
        .where('team_id', '=', context.team.id)
        .orderBy('id')
        .execute(),
    );
    const workflows = [
      ...systemWorkflows.map(each => ({ id: each.id, name: each.name, raw_config: writeWorkflowFile(each) })),
      ...rows,
    ];
    const naming = (list: 'statuses' | 'roles', name: string): { id: number; name: string }[] =>
      workflows
        .filter(each => each.raw_config[list].includes(name))
        .map(({ id, name: title }) => ({ id, name: title }));
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
    return {
      statuses: statuses
        .map(each => ({
          id: each.id,
          workflows: naming('statuses', each.name),
          items: sum(counts.filter(count => count.status === each.value).map(count => count.items)),
        }))
        .filter(each => each.workflows.length + each.items > 0),
      roles: roles
        .map(each => {
          const own = holders.filter(holder => holder.role === each.id);
          return {
            id: each.id,
            workflows: naming('roles', each.name),
            people: sum(own.map(holder => holder.people)),
            groups: sum(own.map(holder => holder.groups)),
          };
        })
        .filter(each => each.workflows.length + each.people + each.groups > 0),
      workflows: workflows
        .map(({ id }) => ({
          id,
          projects: present.filter(each => each.workflow_id === id).map(each => ({ id: each.id, name: each.name })),
        }))
        .filter(each => each.projects.length > 0),
    };
  }
}
