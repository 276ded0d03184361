import { inject } from 'inversify';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { AuditLog, INSTALLATION } from '#core/audit/server/index.ts';
import { People, personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import { DatabaseToken, PluginGate, PublicUrlToken, RequestContextsToken } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { AcceptedOwnership } from '#core/tenancy/server/index.ts';
import {
  invitationRows,
  memberRows,
  Members,
  organizationRows,
  Organizations,
  teamRows,
} from '#core/tenancy/server/index.ts';
import { InvitationMails, Membership } from '#plugins/workspace/teams/server/kit/index.ts';
import type { InvitedRole, invitationsApi, PendingInvitation, SentInvitation } from '../common/invitations-api.ts';
import { searchPattern } from './search-pattern.ts';

interface Invited {
  readonly email: string;
  readonly organizationId: number;
  readonly teamId: number;
  readonly role: InvitedRole;
}

type Row = Pick<PendingInvitation, 'member_id' | 'email' | 'role' | 'invited_by' | 'expired'> & {
  readonly organization_id: number;
  readonly organization: string;
  readonly team_id: number;
  readonly team: string;
  readonly created_at: Date;
  readonly expires_at: Date;
};

/** Invitations of super-admins to the teams of organizations, among them those to own one. */
export class OrganizationInvitations {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Members) private readonly members: Members,
    @inject(Membership) private readonly membership: Membership,
    @inject(InvitationMails) private readonly mails: InvitationMails,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(People) private readonly people: People,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Returns a page of the invitations to all teams, the newest first. */
  async list({
    offset,
    limit,
    search,
  }: {
    readonly offset: number;
    readonly limit: number;
    readonly search?: string | undefined;
  }): Promise<{ readonly data: PendingInvitation[]; readonly count: number }> {
    const pattern = searchPattern(search);
    const found = sql`from ${invitationRows} as invitation
      join ${memberRows} as member on member.id = invitation.member_id
      join ${teamRows} as team on team.id = invitation.team_id
      join ${organizationRows} as organization on organization.id = team.organization_id
      left join ${personRows} as inviter on inviter.id = invitation.invited_by
      where member.email ilike ${pattern} or team.name ilike ${pattern} or organization.name ilike ${pattern}`;
    return this.database.system<unknown>('invitations to all teams').transaction(async trx => {
      const { rows } = await sql<Row>`select member.id as member_id, member.email,
          case when invitation.replaces_owner is not null then 'owner'
            when member.role = ${teamRoles.teamAdmin}::int then 'admin' else 'contributor' end as role,
          organization.id as organization_id, organization.name as organization, team.id as team_id, team.name as team,
          inviter.email as invited_by, invitation.created_at, invitation.expires_at,
          invitation.expires_at <= now() as expired
        ${found} order by invitation.created_at desc, member.id offset ${offset} limit ${limit}`.execute(trx);
      const counted = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(trx);
      return { data: rows.map(viewOf), count: counted.rows[0]!.n };
    });
  }

  /**
   * Invites a person; the link goes out by mail where there is a way to, and is handed over otherwise.
   * @throws Fault NOT_FOUND for another organization or team, NAME_EXISTS (409) for a member, CONFLICT (409) for the
   * present owner, USER_LIMIT (422)
   */
  async invite(context: RequestContext, { email, organizationId, teamId, role }: Invited): Promise<SentInvitation> {
    const inTeam = await this.#inTeam(context, organizationId, teamId);
    const { owner_id: ownerId } = await this.organizations.get(organizationId);
    const isOwner = role === 'owner';
    if (isOwner && (await this.people.byEmail(email))?.id === ownerId)
      throw new Fault('CONFLICT', `${email} owns the organization already.`, { status: 409 });
    const byMail = this.mails.kind !== 'none';
    const { token, days } = await this.members.invitations.invite(
      inTeam,
      email,
      role === 'contributor' ? teamRoles.contributor : teamRoles.teamAdmin,
      {
        byMail,
        replacesOwner: isOwner ? ownerId : undefined,
        alongside: () => this.audit.record(inTeam, 'member.invited', { email, role }),
      },
    );
    const link = `${this.publicUrl}/invite/${token}`;
    const { unmailed } = await this.mails.send(inTeam, new Map([[email, link]]), days);
    return { email, mail: this.mails.kind, link: byMail ? null : link, unmailed: unmailed.get(email) ?? null, days };
  }

  /** Takes an invitation back. @throws Fault NOT_FOUND when there is none, or it was accepted */
  async revoke(context: RequestContext, memberId: number): Promise<void> {
    const row = await this.database.system<unknown>('find an invitation').transaction(async trx => {
      const { rows } = await sql<{ email: string; team_id: number; organization_id: number }>`
        select member.email, member.team_id, team.organization_id from ${memberRows} as member
        join ${teamRows} as team on team.id = member.team_id
        where member.id = ${memberId}::int and member.person_id is null`.execute(trx);
      return rows[0];
    });
    if (row === undefined) throw notFound('The invitation');
    await this.membership.cancelInvitation(await this.#inTeam(context, row.organization_id, row.team_id), row.email);
  }

  /** Records that somebody became the owner by accepting an invitation, in both audit logs that a transfer is in. */
  async noteOwner(context: RequestContext, { organizationId, from, to }: AcceptedOwnership): Promise<void> {
    const [before, after] = await Promise.all([this.people.byId(from), this.people.byId(to)]);
    for (const each of [INSTALLATION, organizationId])
      await this.audit.recordFor(context, each, {
        by: after?.email ?? '',
        action: 'organization.transferred',
        details: { organization: organizationId, from: before?.email ?? '', to: after?.email ?? '', by: 'invitation' },
      });
  }

  handlers(): Handlers<typeof invitationsApi> {
    return {
      listInvitationsOfAll: ({ query }) => this.list(query),
      inviteToOrganization: ({ body }, context) =>
        this.invite(context, {
          email: body.e_mail,
          organizationId: body.organization_id,
          teamId: body.team_id,
          role: body.role,
        }),
      revokeInvitation: async ({ params }, context) => {
        await this.revoke(context, params.member_id);
        return { success: true };
      },
    };
  }

  /** Returns a context in which the super-admin has the rights of the owner in a team. */
  async #inTeam(context: RequestContext, organizationId: number, teamId: number): Promise<RequestContext> {
    const { features } = await this.organizations.get(organizationId);
    const team = (await this.organizations.teamsOf(organizationId)).find(each => each.id === teamId);
    if (team === undefined) throw notFound('The team');
    return this.contexts.make({
      requestId: context.requestId,
      credential: context.credential,
      user: context.user,
      team: {
        id: teamId,
        name: team.name,
        organizationId,
        role: teamRoles.organizationOwner,
        permissions: [],
        features,
        onProviderDomain: false,
      },
      scope: {},
      address: context.address,
      log: context.log,
      signal: context.signal,
      enablement: await this.gate.enablement(organizationId),
    });
  }
}

const viewOf = ({
  organization_id,
  organization,
  team_id,
  team,
  created_at,
  expires_at,
  ...row
}: Row): PendingInvitation => ({
  ...row,
  organization: { id: organization_id, name: organization },
  team: { id: team_id, name: team },
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
});
