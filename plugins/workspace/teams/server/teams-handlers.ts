import { Fault, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Member, Members, Organizations, SdkTokens, Teams } from '#core/tenancy/server/index.ts';
import { tenancyEvents } from '#core/tenancy/common/index.ts';
import type { TeamMember, teamsApi } from '../common/api.ts';
import type { AuditLog } from '#core/audit/server/index.ts';
import type { InvitationMails } from './invitation-mails.ts';
import type { ExampleProjects } from './example-projects.ts';
import type { Membership } from './membership.ts';
import type { PlanRequestMails } from './plan-request-mails.ts';

interface TeamsServices {
  readonly membership: Membership;
  readonly members: Members;
  readonly teams: Teams;
  readonly organizations: Organizations;
  readonly sdkTokens: SdkTokens;
  readonly audit: AuditLog;
  readonly mails: InvitationMails;
  readonly planRequests: PlanRequestMails;
  readonly examples: ExampleProjects;
}

const view = (member: Member): TeamMember => ({
  id: member.email,
  member_id: member.id,
  email: member.email,
  address: member.address,
  first_name: member.firstName,
  last_name: member.lastName,
  user_role: member.role,
  state: member.pending ? 'PENDING' : 'CONFIRMED',
  permissions: [...member.permissions],
  team_role: member.customRole === undefined ? null : { id: member.customRole.id, name: member.customRole.name },
  createdAt: member.createdAt.toISOString(),
  last_active_at: member.lastActiveAt?.toISOString() ?? null,
});

const contains = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());

/** A body may name the team as well; then it must be the one the call is about. */
function sameTeam(context: RequestContext, teamId: number | undefined): void {
  if (teamId !== undefined && teamId !== context.team.id) throw notFound('The team');
}

/** Handlers of the calls about teams, members and SDK tokens. */
export function teamsHandlers({
  membership,
  members,
  teams,
  organizations,
  sdkTokens,
  audit,
  mails,
  planRequests,
  examples,
}: TeamsServices): Handlers<typeof teamsApi> {
  return {
    async listMembers({ query }, context) {
      const all = (await members.seen(context)).filter(
        each =>
          contains(each.email, query.email) &&
          contains(each.firstName, query.first_name) &&
          contains(each.lastName, query.last_name),
      );
      return { data: all.slice(query.offset, query.offset + query.limit).map(view), count: all.length };
    },
    async inviteMembers({ body }, context) {
      const { links, failed, days } = await membership.invite(context, body.emails, {
        role: body.team_role,
        customRoleId: body.team_role_id,
        byMail: mails.kind !== 'none',
      });
      const { mailed, unmailed } = await mails.send(context, links, days);
      return {
        success: { emails: [...links.keys()] },
        failed: { emails: [...failed.keys()], reasons: Object.fromEntries(failed) },
        links: mails.kind === 'none' ? Object.fromEntries(links) : {},
        mail: mails.kind,
        mailed: [...mailed],
        unmailed: Object.fromEntries(unmailed),
        days,
      };
    },
    async cancelInvitation({ body }, context) {
      await membership.cancelInvitation(context, body.e_mail);
      return { success: true };
    },
    async changeInvitation({ body }, context) {
      await membership.changeInvitation(context, body.e_mail, body.role);
      return { success: true };
    },
    async changeMemberPermissions({ body }, context) {
      await membership.changePermissions(context, body.e_mail, body.permissions);
      return { success: true };
    },
    async removeMember({ body }, context) {
      await membership.removeOne(context, body.e_mail);
      return { success: true };
    },
    async changeMemberRole({ body }, context) {
      await membership.changeRole(context, body.e_mail, body.role);
      return { success: true };
    },
    async removeMembers({ body }, context) {
      const { removed, failed } = await membership.remove(
        context,
        body.data.map(each => each.email),
      );
      return { success: removed.length, error: failed.size, errors: Object.fromEntries(failed) };
    },
    async createTeam({ body }, context) {
      const owned = (await organizations.list()).filter(each => each.owner_id === context.user.id);
      const organization =
        body.organization_id === undefined ? owned[0] : owned.find(each => each.id === body.organization_id);
      if (organization === undefined) {
        if (body.organization_id !== undefined) throw notFound('The organization');
        throw new Fault('FORBIDDEN', 'Only the owner of an organization can create teams in it.', {
          status: 403,
          details: { action: 'ManageOrganization' },
        });
      }
      const id = await teams.create(organization.id, body.name, context.user, body.description ?? undefined);
      if (body.create_example_projects === true) await examples.begin(id, context.user.id);
      return { id, name: body.name, description: body.description ?? null };
    },
    async updateTeam({ params, body }, context) {
      const changed = await teams.update(params.team_id, {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.description === undefined ? {} : { description: body.description }),
      });
      await context.transaction(async () => {
        await audit.record(context, 'team.changed', { name: changed.name });
        await context.publish(tenancyEvents.teamChanged, {});
      });
      return changed;
    },
    requestPlan: (_, context) => planRequests.send(context),
    async describeSdkToken(_, context) {
      const token = await sdkTokens.describe(context.team.id, context.user.id);
      return {
        exists: token !== undefined,
        createdAt: token?.createdAt.toISOString() ?? null,
        lastUsedAt: token?.lastUsedAt?.toISOString() ?? null,
      };
    },
    async generateSdkToken({ body }, context) {
      sameTeam(context, body.team_id);
      const token = await sdkTokens.generate(context.team.id, context.user.id);
      await audit.record(context, 'sdkToken.generated', {});
      return { token };
    },
    async revokeSdkToken({ body }, context) {
      sameTeam(context, body.team_id);
      await sdkTokens.revoke(context.team.id, context.user.id);
      await audit.record(context, 'sdkToken.revoked', {});
      return { success: true };
    },
  };
}
