import type { Handlers } from '#core/api/server/index.ts';
import type { AuditLog } from '#core/audit/server/index.ts';
import { teamRights } from '#core/permissions/common/index.ts';
import type { Members, TeamRoleDraft, TeamRoleRow } from '#core/tenancy/server/index.ts';
import type { teamRolesApi, TeamRoleView } from '../common/team-roles-api.ts';
import type { Membership } from './membership.ts';

interface TeamRolesServices {
  readonly members: Members;
  readonly membership: Membership;
  readonly audit: AuditLog;
}

/** Rights in the order in which they are offered, each once. */
const ordered = (draft: TeamRoleDraft): TeamRoleDraft => ({
  ...draft,
  rights: teamRights.map(each => each.key).filter(key => draft.rights.includes(key)),
});

const view = (row: TeamRoleRow): TeamRoleView => ({ ...row, rights: [...row.rights] });

/** Handlers of the calls about the roles that a team makes. */
export function teamRolesHandlers({
  members: { roles },
  membership,
  audit,
}: TeamRolesServices): Handlers<typeof teamRolesApi> {
  return {
    listTeamRoles: async (_, context) => ({ data: (await roles.list(context)).map(view) }),
    createTeamRole: async ({ body }, context) =>
      view(
        await roles.create(context, ordered(body), made =>
          audit.record(context, 'teamRole.created', { id: made.id, name: made.name, rights: [...made.rights] }),
        ),
      ),
    async updateTeamRole({ params, body: { version, ...body } }, context) {
      const draft = ordered(body);
      const changed = await roles.update(context, params.team_role_id, { ...draft, version }, before =>
        audit.record(context, 'teamRole.changed', {
          id: before.id,
          from: { name: before.name, rights: [...before.rights] },
          to: { name: draft.name, rights: [...draft.rights] },
        }),
      );
      return view(changed);
    },
    async deleteTeamRole({ params, query: { replacement } }, context) {
      const to = replacement === 'contributor' ? null : replacement;
      await roles.remove(context, params.team_role_id, to, role =>
        audit.record(context, 'teamRole.deleted', {
          id: role.id,
          name: role.name,
          rights: [...role.rights],
          members: role.members,
          ...(role.members === 0 ? {} : { replacement: replacement ?? null }),
        }),
      );
      return { success: true };
    },
    async assignTeamRole({ body }, context) {
      await membership.assignRole(context, body.e_mail, body.team_role_id);
      return { success: true };
    },
  };
}
