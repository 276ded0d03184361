import type { Kysely } from 'kysely';
import { Fault, notFound, RevisionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation, onCommit } from '#core/data/server/index.ts';
import type { CustomTeamRole } from '#core/permissions/common/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { tenancyEvents } from '../common/index.ts';
import type { AcceptedOwnership } from './invitations.ts';
import { Invitations } from './invitations.ts';
import { Organizations } from './organizations.ts';
import { customRoleColumns, customRoleOf } from './team-row.ts';
import { TeamRoles } from './team-roles.ts';
import type { TenancyTables } from './tenancy-tables.ts';

export interface Member {
  readonly id: number;
  /** Names the person in every table. */
  readonly email: string;
  /** The address they sign in with. */
  readonly address: string;
  readonly personId: number | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: number;
  /** Made the team. Who also owns the organization has that role, and this mark. */
  readonly creator: boolean;
  readonly pending: boolean;
  readonly permissions: readonly number[];
  /** The role a contributor has of those that the team made. */
  readonly customRole: CustomTeamRole | undefined;
  readonly createdAt: Date;
  /** Within five minutes; undefined for who has not been here yet. */
  readonly lastActiveAt: Date | undefined;
}

/** Members of the caller's team. */
export class Members {
  /** Those of the members whom the caller sees; groups leave others out. */
  readonly seeing = new RevisionHook<RequestContext, readonly Member[]>('tenancy.seeing');
  /** Inside the transaction in which somebody becomes the owner of an organization by accepting an invitation. */
  readonly ownerChanged = new StageHook<[context: RequestContext, change: AcceptedOwnership]>('tenancy.ownerChanged');

  readonly invitations: Invitations;
  readonly roles: TeamRoles;

  constructor(
    private readonly database: Database,
    people: People,
    /** Called after the commit when somebody's role changed. */
    private readonly changed: () => void = () => undefined,
  ) {
    this.roles = new TeamRoles(changed);
    const organizations = new Organizations(database);
    this.invitations = new Invitations(database, people, organizations, this.roles, this.ownerChanged, changed);
  }

  /** The members the caller sees. */
  async seen(context: RequestContext): Promise<readonly Member[]> {
    return this.seeing.promise(context, await this.list(context));
  }

  /**
   * All members with their role number (4, 7; creator 12; organization owner 15), by e-mail; with `email` the one
   * of that name or address only.
   */
  list(context: RequestContext, email?: string): Promise<readonly Member[]> {
    return this.#list(context, email === undefined ? {} : { email });
  }

  /** Returns the present addresses, by e-mail, of the members whom the caller sees and who changed theirs. */
  async changedAddresses(context: RequestContext): Promise<ReadonlyMap<string, string>> {
    const changed = await this.#list(context, { changedAddress: true });
    const seen = changed.length === 0 ? changed : await this.seeing.promise(context, changed);
    return new Map(seen.map(each => [each.email, each.address]));
  }

  async #list(
    context: RequestContext,
    { email, changedAddress = false }: { readonly email?: string; readonly changedAddress?: boolean },
  ): Promise<readonly Member[]> {
    const team = context.team;
    // Names of people are outside the tenant's tables, so this one read goes through the audited handle, bound to the
    // team by hand.
    return this.database.system<TenancyTables>('members of a team').transaction(async trx => {
      const rows = await trx
        .selectFrom('tenancy.member as member')
        .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
        .innerJoin('tenancy.organization as organization', 'organization.id', 'team.organization_id')
        .leftJoin('auth.person as person', 'person.id', 'member.person_id')
        .leftJoin('tenancy.team_role as custom', 'custom.id', 'member.custom_role_id')
        .select([
          ...customRoleColumns,
          'member.id',
          'member.email',
          'member.person_id',
          'member.role',
          'member.permissions',
          'member.created_at',
          'member.last_active_at',
          'person.first_name',
          'person.last_name',
          'person.address',
          'team.creator_id',
          'organization.owner_id',
        ])
        .where('member.team_id', '=', team.id)
        .$if(email !== undefined, query =>
          query.where(({ eb, or }) => or([eb('member.email', '=', email!), eb('person.address', '=', email!)])),
        )
        .$if(changedAddress, query => query.whereRef('person.address', '<>', 'member.email'))
        .orderBy('member.email')
        .execute();
      return rows.map(row => ({
        id: row.id,
        email: row.email,
        address: row.address ?? row.email,
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
        customRole: customRoleOf(row).customRole,
        createdAt: row.created_at,
        lastActiveAt: row.last_active_at ?? undefined,
      }));
    });
  }

  /**
   * Contributor ↔ admin, or a contributor with a role of the team; owners cannot be changed here, and nobody changes
   * their own role. `alongside` runs in the same transaction, for what depends on the role. Throws NOT_FOUND for a role
   * that the team does not have.
   */
  async setRole(
    context: RequestContext,
    memberId: number,
    { role, customRoleId = null }: { readonly role: number; readonly customRoleId?: number | null },
    alongside?: (member: Member, customRole: CustomTeamRole | undefined) => Promise<void>,
  ): Promise<void> {
    const member = await this.#changeable(context, memberId);
    await context.transaction(async (trx: Kysely<TenancyTables>) => {
      const customRole = customRoleId === null ? undefined : await this.roles.hold(context, customRoleId);
      await trx
        .updateTable('tenancy.member')
        .set({ role, custom_role_id: customRoleId, updated_at: new Date() })
        .where('id', '=', member.id)
        .execute();
      await alongside?.(member, customRole);
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

  /** Adds a person who needs no invitation to the team of the context; a pending invitation of theirs is used up. */
  async join(
    context: RequestContext,
    person: { readonly id: number; readonly email: string },
    role: number,
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<TenancyTables>) => {
      const member = await trx
        .insertInto('tenancy.member')
        .values({ team_id: context.team.id, email: person.email, person_id: person.id, role, last_active_at: null })
        .onConflict(conflict =>
          conflict
            .columns(['team_id', 'email'])
            .doUpdateSet({
              person_id: person.id,
              role,
              ...(role === teamRoles.contributor ? {} : { custom_role_id: null }),
              updated_at: new Date(),
            }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx.deleteFrom('tenancy.invitation').where('member_id', '=', member.id).execute();
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

  /** Returns whether a person is in a team. */
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
        for (const tokens of ['tenancy.sdk_token', 'tenancy.access_token'] as const)
          await trx.deleteFrom(tokens).where('person_id', '=', member.personId).execute();
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
}
