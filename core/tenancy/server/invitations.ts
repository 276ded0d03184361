import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { StageHook } from '#core/base/common/index.ts';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { CustomTeamRole } from '#core/permissions/common/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { tenancyEvents } from '../common/index.ts';
import type { Organizations } from './organizations.ts';
import type { TeamRoles } from './team-roles.ts';
import type { TenancyTables } from './tenancy-tables.ts';

const DAY_MS = 86_400_000;

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * True when an account may be somebody else's who never proved the address, and a mailed link proves it now: its
 * password is set again.
 */
const startsOver = (
  invitation: { readonly by_mail: boolean },
  account: { readonly unproven_in: number | null },
): boolean => invitation.by_mail && account.unproven_in !== null;

/** An organization that changed hands because its new owner accepted an invitation. Accounts are named by id. */
export interface AcceptedOwnership {
  readonly organizationId: number;
  readonly from: number;
  readonly to: number;
}

export type OwnershipHook = StageHook<[context: RequestContext, change: AcceptedOwnership]>;

/** Invitations to teams, and the links that accept them. */
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly roles: TeamRoles,
    private readonly ownerChanged: OwnershipHook,
    /** Called after the commit when an organization has another owner. */
    private readonly changed: () => void,
  ) {}

  /**
   * Invites an e-mail; answers the token of the link, which is shown once. Inviting a pending e-mail again makes a new
   * link and lets the old one die. With `byMail` the link must go nowhere but to the address: who has it owns the
   * address. A contributor gets the role `customRoleId` of the team; without it, an invited one keeps theirs. With
   * `replacesOwner`, the id of the present owner, whoever accepts owns the organization; a later invitation of the same
   * e-mail without it takes that back. Throws
   * NAME_EXISTS for somebody who is a member already, USER_LIMIT where the licence allows no more people, NOT_FOUND for
   * a role that the team does not have.
   */
  async invite(
    context: RequestContext,
    address: string,
    role: number,
    {
      byMail = false,
      customRoleId,
      replacesOwner,
      alongside,
    }: {
      readonly byMail?: boolean;
      readonly replacesOwner?: number | undefined;
      readonly customRoleId?: number | undefined;
      readonly alongside?: (customRole: CustomTeamRole | undefined) => Promise<void>;
    } = {},
  ): Promise<{ readonly memberId: number; readonly token: string; readonly days: number }> {
    // Tables name an account by the address it was made with.
    const email = (await this.people.byEmail(address))?.email ?? address;
    await this.organizations.assertMemberQuota(context.team.organizationId, email);
    const token = randomBytes(24).toString('base64url');
    const { days } = await this.database
      .system<TenancyTables>('how long invitations of a team live')
      .transaction(trx =>
        trx
          .selectFrom('tenancy.team')
          .select('invitation_days as days')
          .where('id', '=', context.team.id)
          .executeTakeFirstOrThrow(),
      );
    const memberId = await context.transaction(async (trx: Kysely<TenancyTables>) => {
      const customRole = customRoleId === undefined ? undefined : await this.roles.hold(context, customRoleId);
      const known = await trx
        .selectFrom('tenancy.member')
        .select(['id', 'person_id'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (known !== undefined && known.person_id !== null)
        throw new Fault('NAME_EXISTS', `${address} is a member of this team already.`, {
          status: 409,
          details: { field: 'email' },
        });
      const member =
        known ??
        (await trx
          .insertInto('tenancy.member')
          .values({ team_id: context.team.id, email, person_id: null, role, last_active_at: null })
          .returning('id')
          .executeTakeFirstOrThrow());
      await trx
        .updateTable('tenancy.member')
        .set({
          role,
          ...(role !== teamRoles.contributor
            ? { custom_role_id: null }
            : customRoleId === undefined
              ? {}
              : { custom_role_id: customRoleId }),
        })
        .where('id', '=', member.id)
        .execute();
      const invitation = {
        token_hash: digest(token),
        invited_by: context.user.id,
        by_mail: byMail,
        replaces_owner: replacesOwner ?? null,
        expires_at: new Date(Date.now() + days * DAY_MS),
      };
      await trx
        .insertInto('tenancy.invitation')
        .values({ team_id: context.team.id, member_id: member.id, ...invitation })
        .onConflict(conflict => conflict.columns(['team_id', 'member_id']).doUpdateSet(invitation))
        .execute();
      await alongside?.(customRole);
      await context.publish(tenancyEvents.teamChanged, {});
      return member.id;
    });
    return { memberId, token, days };
  }

  /** Describes the invitation of a link, for the page that accepts it. Throws NOT_FOUND. */
  async describe(token: string): Promise<{
    /** Names the account. */
    readonly id: string;
    /** The address the person signs in with. */
    readonly email: string;
    readonly team: string;
    readonly organization: string;
    readonly by: string;
    readonly hasAccount: boolean;
    readonly expires: Date;
  }> {
    const row = await this.#invitation(token);
    const account = await this.people.byEmail(row.email);
    return {
      id: account?.email ?? row.email,
      email: account?.address ?? row.email,
      team: row.team_name,
      organization: row.organization_name,
      by: row.invited_by_email ?? '',
      hasAccount: account !== undefined && !startsOver(row, account),
      expires: row.expires_at,
    };
  }

  /**
   * Joins the team. `signedInEmail` is that of the signed-in person, which must be the invited one, or undefined to make
   * the account first. The organization changes hands where the invitation is for its owner, unless another one has
   * followed the owner meanwhile.
   */
  async accept(
    context: RequestContext,
    token: string,
    account: {
      readonly signedInEmail?: string;
      readonly firstName: string;
      readonly lastName: string;
      readonly password?: string;
    },
  ): Promise<{ readonly teamId: number; readonly email: string }> {
    const row = await this.#invitation(token);
    const known = await this.people.byEmail(row.email);
    const signedIn = known !== undefined && account.signedInEmail === known.email;
    const again = known !== undefined && !signedIn && startsOver(row, known);
    if (known !== undefined && !signedIn && !again) {
      throw new Fault('UNAUTHORIZED', `Sign in as ${known.address} to accept this invitation.`, {
        status: 401,
        details: { email: known.address },
      });
    }
    // The address was invited before it became that of an account with another name.
    if (known !== undefined && known.email !== row.email) throw notFound('The invitation');
    if (
      known !== undefined &&
      !row.by_mail &&
      known.unproven_in !== null &&
      known.unproven_in !== row.organization_id
    ) {
      throw new Fault(
        'ADDRESS_UNPROVEN',
        'Nothing proves yet that this address is yours, so the account can be used in its first organization only. Ask the person who runs this installation to set a new password for it.',
        { status: 403 },
      );
    }
    if ((known === undefined || again) && account.password === undefined) {
      throw invalidField('body.password', 'choose a password for the new account');
    }
    if (again) await this.people.setPassword(known.id, account.password!, { proves: true });
    else if (known !== undefined && row.by_mail && known.unproven_in !== null) await this.people.prove(known.id);
    await this.database.system<TenancyTables>('accept an invitation').transaction(async trx => {
      const person =
        known ??
        (await this.people.create({
          email: row.email,
          password: account.password!,
          firstName: account.firstName,
          lastName: account.lastName,
          ...(row.by_mail ? {} : { unprovenIn: row.organization_id }),
        }));
      await trx
        .updateTable('tenancy.member')
        .set({ person_id: person.id, updated_at: new Date() })
        .where('id', '=', row.member_id)
        .execute();
      await trx.deleteFrom('tenancy.invitation').where('member_id', '=', row.member_id).execute();
      // Rules are those of the organizations of a person: a new one is in none before.
      if (known === undefined) await this.people.demandPassword(person.id, account.password!);
      if (row.replaces_owner !== null) await this.#takeOver(context, trx, row, person.id);
    });
    return { teamId: row.team_id, email: row.email };
  }

  async #takeOver(
    context: RequestContext,
    trx: Kysely<TenancyTables>,
    {
      organization_id: organizationId,
      replaces_owner: from,
    }: { organization_id: number; replaces_owner: number | null },
    to: number,
  ): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('tenancy.organization')
      .set({ owner_id: to, updated_at: new Date() })
      .where('id', '=', organizationId)
      .where('owner_id', '=', from)
      .executeTakeFirst();
    if (from === null || from === to || numUpdatedRows === 0n) return;
    await this.ownerChanged.promise(context, { organizationId, from, to });
    onCommit(this.changed);
  }

  async #invitation(
    token: string,
  ): Promise<{
    team_id: number;
    organization_id: number;
    by_mail: boolean;
    member_id: number;
    email: string;
    team_name: string;
    organization_name: string;
    replaces_owner: number | null;
    invited_by_email: string | null;
    expires_at: Date;
  }> {
    const row = await this.database
      .system<TenancyTables>('find an invitation')
      .transaction(trx =>
        trx
          .selectFrom('tenancy.invitation as invitation')
          .innerJoin('tenancy.member as member', 'member.id', 'invitation.member_id')
          .innerJoin('tenancy.team as team', 'team.id', 'invitation.team_id')
          .innerJoin('tenancy.organization as organization', 'organization.id', 'team.organization_id')
          .leftJoin('auth.person as inviter', 'inviter.id', 'invitation.invited_by')
          .select([
            'invitation.team_id',
            'team.organization_id',
            'invitation.by_mail',
            'invitation.replaces_owner',
            'invitation.member_id',
            'invitation.expires_at',
            'member.email',
            'team.name as team_name',
            'organization.name as organization_name',
            'inviter.email as invited_by_email',
          ])
          .where('invitation.token_hash', '=', digest(token))
          .where('invitation.expires_at', '>', new Date())
          .executeTakeFirst(),
      );
    if (row === undefined) throw notFound('The invitation');
    return row;
  }
}
