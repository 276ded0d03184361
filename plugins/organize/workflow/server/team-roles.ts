import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { permissionGroups, projectRoleName } from '#core/permissions/common/index.ts';
import { GroupRoles } from '#plugins/organize/groups/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { RoleChange, RoleDraft, TeamRoleRow } from '../common/vocabulary-api.ts';
import type { WorkflowTables } from './workflow-tables.ts';
import { roleView, Vocabulary } from './vocabulary.ts';
import { assertQuota, changeVocabulary, demandName, demandUnused, renameInWorkflows } from './vocabulary-changes.ts';

type Trx = Kysely<WorkflowTables>;

const ticks: ReadonlySet<number> = new Set(
  permissionGroups
    .filter(each => each.label === 'rolePermission')
    .flatMap(each => each.permissions.map(permission => permission.id)),
);

/** Changes the roles that a team made for its workflows. */
export class TeamRoles {
  constructor(
    @inject(Vocabulary) private readonly vocabulary: Vocabulary,
    @inject(GroupRoles) @optional() private readonly groups: GroupRoles | undefined,
  ) {}

  /** Makes a role with the ticked permissions. Throws INVALID_FIELD, NAME_EXISTS, or PLAN_LIMIT beyond 200. */
  async create(context: RequestContext, draft: RoleDraft): Promise<TeamRoleRow> {
    return changeVocabulary(context, async trx => {
      const known = await this.vocabulary.roles(context);
      demandName(
        draft.name,
        known.flatMap(each => [each.name, projectRoleName(each.id) ?? each.name]),
      );
      assertQuota(known, 'roles');
      return roleView(
        await trx
          .insertInto('workflow.role')
          .values({
            team_id: context.team.id,
            name: draft.name,
            description: draft.description ?? null,
            permissions: readTicks(draft.rolePermissions ?? []),
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Changes a role of the team, also in use; workflows that name it follow a new name. */
  async update(context: RequestContext, id: number, change: RoleChange): Promise<TeamRoleRow> {
    return changeVocabulary(context, async trx => {
      const before = await this.vocabulary.role(context, id);
      if (before.type === 'system') throw notFound('The role');
      if (change.name !== undefined && change.name !== before.name) {
        demandName(
          change.name,
          (await this.vocabulary.roles(context))
            .filter(each => each.id !== id)
            .flatMap(each => [each.name, projectRoleName(each.id) ?? each.name]),
        );
        await renameInWorkflows(trx, context, 'roles', before.name, change.name);
      }
      return roleView(
        await trx
          .updateTable('workflow.role')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.description === undefined ? {} : { description: change.description }),
            ...(change.rolePermissions === undefined || change.rolePermissions === null
              ? {}
              : { permissions: readTicks(change.rolePermissions) }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /**
   * Throws NOT_FOUND for a system role or one of another team, CONFLICT naming the workflows that have it, or while
   * people or groups have it in a project.
   */
  async remove(context: RequestContext, id: number): Promise<void> {
    await changeVocabulary(context, async trx => {
      const role = await this.vocabulary.role(context, id);
      if (role.type === 'system') throw notFound('The role');
      await demandUnused(context, 'roles', role.name);
      await this.#demandNobodys(trx, context, role);
      await trx.deleteFrom('workflow.role').where('id', '=', id).execute();
    });
  }

  async #demandNobodys(trx: Trx, context: RequestContext, { id, name }: TeamRoleRow): Promise<void> {
    const { people } = await trx
      .selectFrom(contributorRows.as('contributor'))
      .select(sql<number>`count(*)::int`.as('people'))
      .where('team_id', '=', context.team.id)
      .where('role', '=', id)
      .executeTakeFirstOrThrow();
    const held = (await this.groups?.counts(context)) ?? [];
    const groups = held.filter(each => each.role === id).reduce((sum, each) => sum + each.groups, 0);
    if (people + groups === 0) return;
    throw new Fault(
      'CONFLICT',
      `People or groups have the role ${name} in projects (people: ${people}, groups: ${groups}). Give them another role first.`,
      { status: 409, details: { people, groups } },
    );
  }
}

function readTicks(given: readonly { readonly permission_id: number }[]): number[] {
  const unknown = given.findIndex(each => !ticks.has(each.permission_id));
  if (unknown !== -1)
    throw invalidField(`rolePermissions.${unknown}.permission_id`, `must be one of ${[...ticks].join(', ')}`);
  return [...new Set(given.map(each => each.permission_id))];
}
