import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Fault, notFound, Revision } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation, onCommit } from '#core/data/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { tenancyEvents } from '../common/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

const DAY_MS = 86_400_000;

export interface Member {
  readonly id: number;
  readonly email: string;
  readonly personId: number | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: number;
  /** Made the team. Who also owns the organization has that role, and this mark. */
  readonly creator: boolean;
  readonly pending: boolean;
  readonly permissions: readonly number[];
  readonly createdAt: Date;
  /** Within five minutes; undefined for who has not been here yet. */
  readonly lastActiveAt: Date | undefined;
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** True when an account may be somebody else's who never proved the address, and a mailed link proves it now: its password is set again. */
const startsOver = (
  invitation: { readonly by_mail: boolean },
  account: { readonly unproven_in: number | null },
): boolean => invitation.by_mail && account.unproven_in !== null;

/** Members of the caller's team, and invitations to it. */
export class Members {
  /** Those of the members whom the caller sees; groups leave others out. */
  readonly seeing = new Revision<RequestContext, readonly Member[]>('tenancy.seeing');

  constructor(
    private readonly database: Database,
    private readonly people: People,
    /** Told after the commit when somebody's standing changed. */
    private readonly changed: () => void = () => undefined,
  ) {}

  /** The members the caller sees. */
  async seen(context: RequestContext): Promise<readonly Member[]> {
    return this.seeing.promise(context, await this.list(context));
  }

  /** All members with their role number (4, 7; creator 12; organization owner 15), by e-mail. */
  async list(context: RequestContext): Promise<readonly Member[]> {
    const team = context.team;
    // Names of people stand outside the tenant's tables, so this one read goes through the audited handle, bound to the team by hand.
    return this.database.system<TenancyTables>('members of a team').transaction(async trx => {
      const rows = await trx
        .selectFrom('tenancy.member as member')
        .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
        .innerJoin('tenancy.organization as organization', 'organization.id', 'team.organization_id')
        .leftJoin('auth.person as person', 'person.id', 'member.person_id')
        .select([
          'member.id',
          'member.email',
          'member.person_id',
          'member.role',
          'member.permissions',
          'member.created_at',
          'member.last_active_at',
          'person.first_name',
          'person.last_name',
          'team.creator_id',
          'organization.owner_id',
        ])
        .where('member.team_id', '=', team.id)
        .orderBy('member.email')
        .execute();
      return rows.map(row => ({
        id: row.id,
        email: row.email,
        personId: row.person_id,
        firstName: row.first_name ?? '',
        lastName: row.last_name ?? '',
        role:
          row.person_id === row.owner_id
            ? teamRoles.organizationOwner
            : row.person_id === row.creator_id
              ? teamRoles.teamOwner
              : row.role,
        creator: row.person_id !== null && row.person_id === row.creator_id,
        pending: row.person_id === null,
        permissions: row.permissions,
        createdAt: row.created_at,
        lastActiveAt: row.last_active_at ?? undefined,
      }));
    });
  }

  /**
   * Invites an e-mail; answers the token of the link, which is shown once. Inviting a pending e-mail again makes a new link
   * and lets the old one die. With `byMail` the link must go nowhere but to the address: who has it owns the address. Throws NAME_EXISTS for somebody who is a member already.
   */
  async invite(
    context: RequestContext,
    email: string,
    role: number,
    { byMail = false }: { readonly byMail?: boolean } = {},
  ): Promise<{ readonly memberId: number; readonly token: string; readonly days: number }> {
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
      const known = await trx
        .selectFrom('tenancy.member')
        .select(['id', 'person_id'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (known !== undefined && known.person_id !== null)
        throw new Fault('NAME_EXISTS', `${email} is a member of this team already.`, {
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
      await trx.updateTable('tenancy.member').set({ role }).where('id', '=', member.id).execute();
      const invitation = {
        token_hash: digest(token),
        invited_by: context.user.id,
        by_mail: byMail,
        expires_at: new Date(Date.now() + days * DAY_MS),
      };
      await trx
        .insertInto('tenancy.invitation')
        .values({ team_id: context.team.id, member_id: member.id, ...invitation })
        .onConflict(conflict => conflict.columns(['team_id', 'member_id']).doUpdateSet(invitation))
        .execute();
      await context.publish(tenancyEvents.teamChanged, {});
      return member.id;
    });
    return { memberId, token, days };
  }

  async describeInvitation(
    token: string,
  ): Promise<{
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
      email: row.email,
      team: row.team_name,
      organization: row.organization_name,
      by: row.invited_by_email ?? '',
      hasAccount: account !== undefined && !startsOver(row, account),
      expires: row.expires_at,
    };
  }

  /** Joins the team. `personId` is the signed-in person (whose e-mail must be the invited one) or undefined to make the account first. */
  async accept(
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
    const signedIn = account.signedInEmail === row.email;
    const again = known !== undefined && !signedIn && startsOver(row, known);
    if (known !== undefined && !signedIn && !again) {
      throw new Fault('UNAUTHORIZED', `Sign in as ${row.email} to accept this invitation.`, {
        status: 401,
        details: { email: row.email },
      });
    }
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
      throw new Fault('INVALID_FIELD', 'password is not valid: choose a password for the new account', {
        status: 400,
        details: { issues: [{ field: 'body.password', reason: 'choose a password for the new account' }] },
      });
    }
    if (again) await this.people.setPassword(known.id, account.password!, { proves: true });
    else if (known !== undefined && row.by_mail && known.unproven_in !== null) await this.people.prove(known.id);
    const person =
      known ??
      (await this.people.create({
        email: row.email,
        password: account.password!,
        firstName: account.firstName,
        lastName: account.lastName,
        ...(row.by_mail ? {} : { unprovenIn: row.organization_id }),
      }));
    await this.database.system<TenancyTables>('accept an invitation').transaction(async trx => {
      await trx
        .updateTable('tenancy.member')
        .set({ person_id: person.id, updated_at: new Date() })
        .where('id', '=', row.member_id)
        .execute();
      await trx.deleteFrom('tenancy.invitation').where('member_id', '=', row.member_id).execute();
    });
    return { teamId: row.team_id, email: row.email };
  }

  /** Contributor ↔ admin; owners cannot be changed here, and nobody changes their own role. `alongside` runs in the same transaction, for what depends on the role. */
  async setRole(
    context: RequestContext,
    memberId: number,
    role: number,
    alongside?: (member: Member) => Promise<void>,
  ): Promise<void> {
    const member = await this.#changeable(context, memberId);
    await context.transaction(async (trx: Kysely<TenancyTables>) => {
      await trx
        .updateTable('tenancy.member')
        .set({ role, updated_at: new Date() })
        .where('id', '=', member.id)
        .execute();
      await alongside?.(member);
      onCommit(this.changed);
      await context.publish(tenancyEvents.teamChanged, {});
    });
  }

  /** Sets the rights given to a member beside the role, by their ids. Throws FORBIDDEN for owners and oneself. */
  async setPermissions(
    context: RequestContext,
    memberId: number,
    permissions: readonly number[],
    alongside?: (member: Member) => Promise<void>,
  ): Promise<void> {
    const member = await this.#changeable(context, memberId);
    await context.transaction(async (trx: Kysely<TenancyTables>) => {
      await trx
        .updateTable('tenancy.member')
        .set({ permissions: [...permissions], updated_at: new Date() })
        .where('id', '=', member.id)
        .execute();
      await alongside?.(member);
      onCommit(this.changed);
      await context.publish(tenancyEvents.teamChanged, {});
    });
  }

  /** Removes a member; `alongside` runs first in the same transaction, for what else must go with them. */
  async remove(
    context: RequestContext,
    memberId: number,
    alongside?: (member: Member) => Promise<void>,
  ): Promise<Member> {
    const member = await this.#changeable(context, memberId);
    await this.#takeOut(context, member, alongside);
    return member;
  }

  /** The caller leaves the team; `alongside` as in `remove`. Throws FORBIDDEN for owners and for the last admin. */
  async leave(context: RequestContext, alongside?: (member: Member) => Promise<void>): Promise<void> {
    const all = await this.list(context);
    const own = all.find(each => each.personId === context.user.id);
    if (own === undefined) throw notFound('The member');
    if (own.role >= teamRoles.teamOwner)
      throw new Fault('FORBIDDEN', 'The owner of a team can’t leave it. Transfer the team first.', {
        status: 403,
        details: { action: 'TransferTeam' },
      });
    if (
      own.role >= teamRoles.teamAdmin &&
      !all.some(each => each !== own && !each.pending && each.role >= teamRoles.teamAdmin)
    )
      throw new Fault('FORBIDDEN', 'The last admin of a team can’t leave it. Make somebody else an admin first.', {
        status: 403,
        details: { action: 'ChangeTeamUserRole' },
      });
    await this.#takeOut(context, own, alongside);
  }

  /** Whether a person is in a team. */
  async includes(teamId: number, personId: number): Promise<boolean> {
    const found = await this.database
      .tenant<TenancyTables>(teamId)
      .transaction(trx =>
        trx.selectFrom('tenancy.member').select('id').where('person_id', '=', personId).executeTakeFirst(),
      );
    return found !== undefined;
  }

  /** Adds an existing person at once, for the command line and the demo. */
  async add(teamId: number, person: { readonly id: number; readonly email: string }, role: number): Promise<void> {
    try {
      await this.database
        .tenant<TenancyTables>(teamId)
        .transaction(trx =>
          trx
            .insertInto('tenancy.member')
            .values({ team_id: teamId, email: person.email, person_id: person.id, role, last_active_at: null })
            .execute(),
        );
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
    }
  }

  async #takeOut(
    context: RequestContext,
    member: Member,
    alongside: ((member: Member) => Promise<void>) | undefined,
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<TenancyTables>) => {
      await alongside?.(member);
      await trx.deleteFrom('tenancy.member').where('id', '=', member.id).execute();
      onCommit(this.changed);
      if (member.personId !== null)
        await trx.deleteFrom('tenancy.sdk_token').where('person_id', '=', member.personId).execute();
      await context.publish(tenancyEvents.teamChanged, {});
    });
  }

  async #changeable(context: RequestContext, memberId: number): Promise<Member> {
    const member = (await this.list(context)).find(each => each.id === memberId);
    if (member === undefined) throw notFound('The member');
    if (member.role >= teamRoles.teamOwner)
      throw new Fault('FORBIDDEN', 'The owner of a team stays its owner. Transfer the team first.', {
        status: 403,
        details: { action: 'TransferTeam' },
      });
    if (member.personId === context.user.id)
      throw new Fault('FORBIDDEN', 'You can’t change or remove yourself.', {
        status: 403,
        details: { action: 'ChangeTeamUserRole' },
      });
    return member;
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
