import { inject } from 'inversify';
import { Fault, isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { email as emailForm } from '#core/auth/common/index.ts';
import { PublicUrlToken } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { TeamsHooks } from './teams-hooks.ts';

export interface Invited {
  /** E-mail → address of the invitation. */
  readonly links: ReadonlyMap<string, string>;
  /** What was asked for → why it was not done. */
  readonly failed: ReadonlyMap<string, string>;
}

/** People coming to a team and leaving it. */
export class Membership {
  constructor(
    @inject(Members) private readonly members: Members,
    @inject(TeamsHooks) private readonly hooks: TeamsHooks,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Invites each address by itself: what is good is kept when others fail. */
  async invite(context: RequestContext, emails: readonly string[], role: number): Promise<Invited> {
    const links = new Map<string, string>();
    const failed = new Map<string, string>();
    for (const asked of new Set(emails)) {
      const read = emailForm.safeParse(asked);
      if (!read.success) {
        failed.set(asked, 'This is not an e-mail address.');
        continue;
      }
      try {
        const { token } = await this.members.invite(context, read.data, role);
        links.set(read.data, `${this.publicUrl}/invite/${token}`);
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        failed.set(asked, error.message);
      }
    }
    return { links, failed };
  }

  /** Throws NOT_FOUND when nobody with this e-mail is invited. */
  async cancelInvitation(context: RequestContext, email: string): Promise<void> {
    const member = await this.#byEmail(context, email);
    if (!member.pending) throw new Fault('CONFLICT', `${email} has accepted the invitation already. Remove them from the team instead.`, { status: 409 });
    await this.#remove(context, member);
  }

  /** Throws NOT_FOUND; FORBIDDEN for owners and oneself. */
  async changeRole(context: RequestContext, email: string, role: number): Promise<void> {
    const member = await this.#byEmail(context, email);
    await this.members.setRole(context, member.id, role);
  }

  /** Removes people one by one; answers for each that stayed why. */
  async remove(context: RequestContext, emails: readonly string[]): Promise<{ readonly removed: readonly string[]; readonly failed: ReadonlyMap<string, string> }> {
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

  async #byEmail(context: RequestContext, email: string): Promise<Member> {
    const member = (await this.members.list(context)).find(each => each.email === email);
    if (member === undefined) throw notFound('The member');
    return member;
  }

  async #remove(context: RequestContext, member: Member): Promise<void> {
    // Contributors who were given the right remove contributors only (roles-permissions 2).
    if (context.team.role < teamRoles.teamAdmin && member.role >= teamRoles.teamAdmin) throw new Fault('FORBIDDEN', 'Only a Team Admin can remove a Team Admin.', { status: 403, details: { action: 'RemoveTeamUser' } });
    await this.members.remove(context, member.id, leaving => this.hooks.removed.promise(context, leaving));
  }
}
