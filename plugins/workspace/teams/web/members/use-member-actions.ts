import { useQueryClient } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { teamRoleLabels, teamRoles } from '#core/permissions/common/index.ts';
import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import type { TeamMember } from '../../common/api.ts';
import type { MadeLink } from '../invitation-link.tsx';
import { TeamsWebHooks } from '../kit/teams-web-hooks.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';
import { memberName } from './member-name.ts';

/** Actions on members; asks where it cannot be taken back, and shows errors. */
export interface MemberActions {
  setRole(member: TeamMember, role: 4 | 7): Promise<void>;
  /** Gives a role that the team made. */
  assignRole(member: TeamMember, role: { readonly id: number; readonly name: string }): Promise<void>;
  /** Gives a contributor these rights beside the role, by id. */
  setPermissions(member: TeamMember, permissions: readonly number[]): Promise<void>;
  /** A new invitation, mailed where the installation can; the link before dies. Undefined when it could not be made. */
  newLink(member: TeamMember): Promise<MadeLink | undefined>;
  /** True when they were asked to go and went. */
  remove(members: readonly TeamMember[]): Promise<boolean>;
}

export function useMemberActions(): MemberActions {
  const { api, roles } = useService(TeamsClient);
  const hooks = useService(TeamsWebHooks);
  const team = useTeam();
  const queries = useQueryClient();
  const params = { team_id: team.id };
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: teamKeys.all });
  const given = async (member: TeamMember, role: string, call: Promise<unknown>): Promise<void> => {
    await call.then(
      () => toast(messages.useMemberActions.memberNameIsTeamRole(memberName(member), role), { tone: 'success' }),
      toastError,
    );
    await refresh();
  };

  return {
    setRole: (member, role) =>
      given(member, teamRoleLabels[role], api.changeMemberRole({ params, body: { e_mail: member.email, role } })),
    assignRole: (member, { id, name }) =>
      given(member, name, roles.assignTeamRole({ params, body: { e_mail: member.email, team_role_id: id } })),
    async setPermissions(member, permissions) {
      await api
        .changeMemberPermissions({ params, body: { e_mail: member.email, permissions: [...permissions] } })
        .catch(toastError);
      await refresh();
    },
    async newLink(member) {
      try {
        const { links, mailed, unmailed, days, failed } = await api.inviteMembers({
          params,
          body: { emails: [member.email], team_role: member.user_role === teamRoles.teamAdmin ? 7 : 4 },
        });
        const link = links[member.email];
        const reason = failed.reasons[member.email] ?? unmailed[member.email];
        if (reason !== undefined) throw new Error(reason);
        if (mailed.includes(member.email))
          toast(messages.useMemberActions.mailedANewLinkToEmail(member.email), { tone: 'success' });
        return link === undefined ? undefined : { email: member.email, link, days, mailed: false };
      } catch (error) {
        toastError(error);
        return undefined;
      }
    },
    async remove(members) {
      const [only] = members;
      if (only === undefined) return false;
      const pending = members.every(each => each.state === 'PENDING');
      const who = members.length === 1 ? memberName(only) : messages.useMemberActions.countPeople(members.length);
      const going = await hooks.leaving.promise({ teamId: team.id }, [], members).catch(() => []);
      const yes = await confirm({
        title: pending ? messages.shared.cancelInvitation : messages.shared.removeFromTeam,
        text: pending
          ? messages.useMemberActions.invitationLinkOfWhoStopsWorking(who)
          : [messages.useMemberActions.willLoseAccessToThis(who), ...going, messages.useMemberActions.itemsStay].join(
              ' ',
            ),
        action: pending
          ? messages.shared.cancelInvitation
          : members.length === 1
            ? messages.useMemberActions.remove
            : messages.useMemberActions.removeCountPeople(members.length),
        danger: true,
        ...(members.length > 100 ? { typed: String(members.length) } : {}),
      });
      if (!yes) return false;
      try {
        const answer = await api.removeMembers({
          params,
          body: { data: members.map(each => ({ email: each.email })) },
        });
        for (const [email, reason] of Object.entries(answer.errors)) toast(`${email}: ${reason}`, { tone: 'error' });
        if (answer.success > 0)
          toast(
            pending
              ? messages.useMemberActions.invitationCancelled
              : messages.useMemberActions.removedPeopleSuccess(answer.success, who),
            { tone: 'success' },
          );
      } catch (error) {
        toastError(error);
        return false;
      }
      await refresh();
      return true;
    },
  };
}
