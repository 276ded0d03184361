import { inject } from 'inversify';
import { Fault, invalidField, isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { email as emailForm } from '#core/auth/common/index.ts';
import { PublicUrlToken } from '#core/kernel/server/index.ts';
import { teamPermissions, teamRoles } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import { TeamsHooks } from './teams-hooks.ts';

export interface Invited {
  /** E-mail → address of the invitation. */
  readonly links: ReadonlyMap<string, string>;
  /** Requests to the reasons for their refusal. */
  readonly failed: ReadonlyMap<string, string>;
  /** Days for which the links are valid. */
  readonly days: number;
}

/** The role that people are invited to. */
interface InvitedAs {
  readonly role: number;
  /** A role that the team made, for contributors; without it, who was invited before keeps theirs. */
  readonly customRoleId?: number | undefined;
}

/** People coming to a team and leaving it. */
export class Membership {
  constructor(
    @inject(Members) private readonly members: Members,
    @inject(TeamsHooks) private readonly hooks: TeamsHooks,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /**
   * Invites each address by itself: what is good is kept when others fail. With `byMail` the links must be mailed and
   * shown to nobody. Throws NOT_FOUND for a role that the team does not have; FORBIDDEN for who may not give it.
   */
  async invite(
    context: RequestContext,
    emails: readonly string[],
    { role, customRoleId, byMail }: InvitedAs & { readonly byMail: boolean },
  ): Promise<Invited> {
    this.#demandAdminFor(context, role);
    if (customRoleId !== undefined) {
      await context.demand('ChangeTeamUserRole');
      await this.members.roles.hold(context, customRoleId);
    }
    const links = new Map<string, string>();
    const failed = new Map<string, string>();
    let lifetime = 0;
    for (const asked of new Set(emails)) {
      const read = emailForm.safeParse(asked);
      if (!read.success) {
        failed.set(asked, 'This is not an e-mail address.');
        continue;
      }
      try {
        if (context.team.role < teamRoles.teamAdmin)
          this.#demandAdminFor(context, (await this.members.list(context, read.data))[0]?.role);
        const { token, days } = await this.members.invitations.invite(context, read.data, role, {
          byMail,
          customRoleId,
          alongside: custom =>
            this.audit.record(context, 'member.invited', { email: read.data, role: custom?.name ?? role }),
        });
        lifetime = days;
        links.set(read.data, `${this.publicUrl}/invite/${token}`);
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        failed.set(asked, error.message);
      }
    }
    return { links, failed, days: lifetime };
  }

  /**
   * Gives a person a role in the team by a rule of the organization: they join, or with `changesRole` have another role
   * from now on. Owners keep theirs. Returns true when they joined.
   */
  async place(
    context: RequestContext,
    person: { readonly id: number; readonly email: string },
    role: number,
    { changesRole }: { readonly changesRole: boolean },
  ): Promise<boolean> {
    const [member] = await this.members.list(context, person.email);
    if (member !== undefined && !member.pending) {
      if (changesRole && member.role < teamRoles.teamOwner && member.role !== role)
        await this.#setRole(context, member, role);
      return false;
    }
    await context.transaction(async () => {
      await this.members.join(context, person, role);
      await this.audit.record(context, 'member.joined', { email: person.email, role });
    });
    return true;
  }

  /** Throws NOT_FOUND when nobody with this e-mail is invited, CONFLICT when they have come. */
  async cancelInvitation(context: RequestContext, email: string): Promise<void> {
    await this.#remove(context, await this.#invited(context, email));
  }

  /** The same for the role somebody is invited to. */
  async changeInvitation(context: RequestContext, email: string, role: number): Promise<void> {
    const member = await this.#invited(context, email);
    this.#demandAdminFor(context, Math.max(role, member.role));
    await this.#setRole(context, member, role);
  }

  /** Throws NOT_FOUND; FORBIDDEN for owners and oneself. */
  async changeRole(context: RequestContext, email: string, role: number): Promise<void> {
    await this.#setRole(context, await this.#byEmail(context, email), role);
  }

  /**
   * Gives a member a role that the team made; they are a contributor with it. Throws NOT_FOUND, also for the role;
   * FORBIDDEN for owners and oneself.
   */
  async assignRole(context: RequestContext, email: string, roleId: number): Promise<void> {
    await this.#setRole(context, await this.#byEmail(context, email), teamRoles.contributor, roleId);
  }

  /**
   * Replaces the rights a contributor has beside the role. Throws NOT_FOUND; INVALID_FIELD for other ids; CONFLICT for
   * admins; FORBIDDEN for oneself.
   */
  async changePermissions(context: RequestContext, email: string, permissions: readonly number[]): Promise<void> {
    const offered = new Set(teamPermissions.map(each => each.id));
    const unknown = permissions.find(each => !offered.has(each));
    if (unknown !== undefined) throw invalidField('permissions', `${unknown} is no right that can be given in a team`);
    const member = await this.#byEmail(context, email);
    if (member.role >= teamRoles.teamAdmin)
      throw new Fault('CONFLICT', 'Admins have all rights of the team already.', { status: 409 });
    const given = [...new Set(permissions)].toSorted((one, other) => one - other);
    await this.members.setPermissions(context, member.id, given, () =>
      this.audit.record(context, 'member.permissionsChanged', {
        email: member.email,
        from: [...member.permissions],
        to: given,
      }),
    );
  }

  /** Removes one person. Throws NOT_FOUND; FORBIDDEN for owners, admins without the right, and oneself. */
  async removeOne(context: RequestContext, email: string): Promise<void> {
    await this.#remove(context, await this.#byEmail(context, email));
  }

  /** The caller leaves. Throws FORBIDDEN for owners and the last admin. */
  async leave(context: RequestContext): Promise<void> {
    await this.members.leave(context, async leaving => {
      await this.hooks.removed.promise(context, leaving);
      await this.audit.record(context, 'member.left', { email: leaving.email });
    });
  }

  /** Removes people one by one; answers for each that stayed why. */
  async remove(
    context: RequestContext,
    emails: readonly string[],
  ): Promise<{ readonly removed: readonly string[]; readonly failed: ReadonlyMap<string, string> }> {
    const removed: string[] = [];
    const failed = new Map<string, string>();
    for (const email of new Set(emails)) {
      try {
        await this.#remove(context, await this.#byEmail(context, email));
        removed.push(email);
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        failed.set(email, error.message);
      }
    }
    return { removed, failed };
  }

  /** Refuses who is no admin and would make one, or change the invitation of one. */
  #demandAdminFor(context: RequestContext, role: number | undefined): void {
    if (role !== undefined && role >= teamRoles.teamAdmin && context.team.role < teamRoles.teamAdmin)
      throw new Fault('FORBIDDEN', 'Only a Team Admin can invite a Team Admin.', {
        status: 403,
        details: { action: 'ChangeTeamUserRole' },
      });
  }

  async #invited(context: RequestContext, email: string): Promise<Member> {
    const member = await this.#byEmail(context, email);
    if (!member.pending)
      throw new Fault(
        'CONFLICT',
        `${email} has accepted the invitation already. Change or remove the member instead.`,
        { status: 409 },
      );
    return member;
  }

  async #setRole(
    context: RequestContext,
    member: Member,
    role: number,
    customRoleId: number | null = null,
  ): Promise<void> {
    await this.members.setRole(context, member.id, { role, customRoleId }, async (_, custom) => {
      if (role !== member.role) await this.hooks.roleChanged.promise(context, member, role);
      await this.audit.record(context, 'member.roleChanged', {
        email: member.email,
        from: member.customRole?.name ?? member.role,
        to: custom?.name ?? role,
      });
    });
  }

  async #byEmail(context: RequestContext, email: string): Promise<Member> {
    const [member] = await this.members.list(context, email);
    if (member === undefined) throw notFound('The member');
    return member;
  }

  async #remove(context: RequestContext, member: Member): Promise<void> {
    // Contributors who were given the right remove contributors only.
    if (context.team.role < teamRoles.teamAdmin && member.role >= teamRoles.teamAdmin)
      throw new Fault('FORBIDDEN', 'Only a Team Admin can remove a Team Admin.', {
        status: 403,
        details: { action: 'RemoveTeamUser' },
      });
    await this.members.remove(context, member.id, async leaving => {
      await this.hooks.removed.promise(context, leaving);
      await this.audit.record(context, 'member.removed', { email: leaving.email });
    });
  }
}
