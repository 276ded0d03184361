import type { Kysely } from 'kysely';
import { conflict, Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation, onCommit } from '#core/data/server/index.ts';
import { tenancyEvents } from '../common/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Roles that a team may make at most. */
const MOST_ROLES = 200;

export interface TeamRoleDraft {
  readonly name: string;
  readonly description: string;
  /** Keys of `teamRights`. */
  readonly rights: readonly string[];
}

export interface TeamRoleRow extends TeamRoleDraft {
  readonly id: number;
  /** Counts changes. */
  readonly version: number;
  /** People who have the role, invited ones included. */
  readonly members: number;
}

/** Runs in the transaction of a change, with the role before it. */
type Alongside = (role: TeamRoleRow) => Promise<void>;

/** Roles that a team makes for its contributors. Each change holds at once for everybody who has the role. */
export class TeamRoles {
  constructor(
    /** Called after the commit when the rights of people changed. */
    private readonly changed: () => void,
  ) {}

  /** All roles of the team by name. */
  list(context: RequestContext): Promise<readonly TeamRoleRow[]> {
    return context.transaction((trx: Kysely<TenancyTables>) => this.#query(trx).orderBy('role.name').execute());
  }

  /** Returns a role and keeps it from being deleted until the transaction ends. Throws NOT_FOUND. */
  async hold(context: RequestContext, id: number): Promise<TeamRoleRow> {
    return context.transaction(async (trx: Kysely<TenancyTables>) => {
      await trx.selectFrom('tenancy.team_role').select('id').where('id', '=', id).forShare().execute();
      return this.#find(trx, id);
    });
  }

  /** Throws NAME_EXISTS, and TEAM_ROLE_LIMIT (422) when the team has 200 roles. */
  create(context: RequestContext, draft: TeamRoleDraft, alongside: Alongside): Promise<TeamRoleRow> {
    return named(() =>
      context.transaction(async (trx: Kysely<TenancyTables>) => {
        const { count } = await trx
          .selectFrom('tenancy.team_role')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= MOST_ROLES)
          throw new Fault('TEAM_ROLE_LIMIT', `A team can have ${MOST_ROLES} roles. Delete one that nobody needs.`, {
            status: 422,
          });
        const { id } = await trx
          .insertInto('tenancy.team_role')
          .values({ ...draft, rights: [...draft.rights], team_id: context.team.id })
          .returning('id')
          .executeTakeFirstOrThrow();
        const made = await this.#find(trx, id);
        await alongside(made);
        return made;
      }),
    );
  }

  /** Changes a role that is still of that version. Throws NOT_FOUND, CONFLICT, NAME_EXISTS. */
  update(
    context: RequestContext,
    id: number,
    { version, ...draft }: TeamRoleDraft & { readonly version: number },
    alongside: Alongside,
  ): Promise<TeamRoleRow> {
    return named(() =>
      context.transaction(async (trx: Kysely<TenancyTables>) => {
        const before = await this.#find(trx, id);
        const { numUpdatedRows } = await trx
          .updateTable('tenancy.team_role')
          .set({ ...draft, rights: [...draft.rights], version: version + 1, updated_at: new Date() })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw conflict();
        await alongside(before);
        await this.#announce(context);
        return this.#find(trx, id);
      }),
    );
  }

  /**
   * Deletes a role. People who have it get the `replacement`, null for none: they are plain contributors then. Throws
   * NOT_FOUND, also for the replacement; TEAM_ROLE_IN_USE (409) when people have the role and none is named.
   */
  async remove(
    context: RequestContext,
    id: number,
    replacement: number | null | undefined,
    alongside: Alongside,
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<TenancyTables>) => {
      // Nobody is given the role while it goes.
      await trx.selectFrom('tenancy.team_role').select('id').where('id', '=', id).forUpdate().execute();
      const role = await this.#find(trx, id);
      if (role.members > 0) {
        if (replacement === undefined)
          throw new Fault(
            'TEAM_ROLE_IN_USE',
            `${role.members === 1 ? 'One person has' : `${role.members} people have`} the role ${role.name}. Choose the role that they get instead.`,
            { status: 409, details: { members: role.members } },
          );
        if (replacement !== null && (replacement === id || !(await this.#exists(trx, replacement))))
          throw notFound('The replacement role');
        await trx
          .updateTable('tenancy.member')
          .set({ custom_role_id: replacement, updated_at: new Date() })
          .where('custom_role_id', '=', id)
          .execute();
      }
      await trx.deleteFrom('tenancy.team_role').where('id', '=', id).execute();
      await alongside(role);
      await this.#announce(context);
    });
  }

  async #announce(context: RequestContext): Promise<void> {
    onCommit(this.changed);
    await context.publish(tenancyEvents.teamChanged, {});
  }

  async #exists(trx: Kysely<TenancyTables>, id: number): Promise<boolean> {
    return (
      (await trx.selectFrom('tenancy.team_role').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    );
  }

  async #find(trx: Kysely<TenancyTables>, id: number): Promise<TeamRoleRow> {
    const found = await this.#query(trx).where('role.id', '=', id).executeTakeFirst();
    if (found === undefined) throw notFound('The role');
    return found;
  }

  #query(trx: Kysely<TenancyTables>) {
    return trx
      .selectFrom('tenancy.team_role as role')
      .select(({ selectFrom, fn, cast }) => [
        'role.id',
        'role.name',
        'role.description',
        'role.rights',
        'role.version',
        cast<number>(
          selectFrom('tenancy.member as member')
            .whereRef('member.custom_role_id', '=', 'role.id')
            .select(fn.countAll().as('count')),
          'integer',
        ).as('members'),
      ]);
  }
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A role with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}
