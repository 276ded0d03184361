import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { PersonRow } from '#core/auth/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import { Domains } from '#plugins/workspace/single-sign-on/server/kit/index.ts';
import type { GivenUser } from './read-resource.ts';
import { scimFault } from './scim-faults.ts';
import type { FilterColumns } from './scim-filter.ts';
import { filterCondition } from './scim-filter.ts';
import type { AccountTable, Attributes, ProvisioningTables } from './tables.ts';

export type AccountRow = Selectable<AccountTable>;

/** An account of a directory, with the person who has it. */
export interface ProvisionedAccount {
  readonly row: AccountRow;
  readonly person: PersonRow;
  /** The person was not known before. */
  readonly made: boolean;
}

/** One page of resources; `start` counts from 1. */
export interface ScimPage {
  readonly filter: string | undefined;
  readonly start: number;
  readonly count: number;
}

const email = { column: sql`attributes ->> 'email'`, kind: 'text' } as const;
const COLUMNS: FilterColumns = {
  id: { column: sql`id::text`, kind: 'text' },
  username: { column: sql`user_name`, kind: 'text' },
  externalid: { column: sql`external_id`, kind: 'text' },
  active: { column: sql`active`, kind: 'boolean' },
  displayname: { column: sql`attributes ->> 'displayName'`, kind: 'text' },
  'name.givenname': { column: sql`attributes ->> 'givenName'`, kind: 'text' },
  'name.familyname': { column: sql`attributes ->> 'familyName'`, kind: 'text' },
  emails: email,
  'emails.value': email,
  'emails.type': { column: sql`'work'`, kind: 'text' },
  'emails.primary': { column: sql`true`, kind: 'boolean' },
  'meta.created': { column: sql`created_at`, kind: 'time' },
  'meta.lastmodified': { column: sql`updated_at`, kind: 'time' },
};

const attributesOf = (given: GivenUser): Attributes => ({
  email: given.email,
  ...(given.givenName === '' ? {} : { givenName: given.givenName }),
  ...(given.familyName === '' ? {} : { familyName: given.familyName }),
  ...(given.displayName === undefined ? {} : { displayName: given.displayName }),
  ...(given.title === undefined ? {} : { title: given.title }),
});

const DIRECTORY = 'scim';

/** Accounts that the directory of an organization keeps. */
export class DirectoryAccounts {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(People) private readonly people: People,
    @inject(Domains) private readonly domains: Domains,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** @throws Fault SCIM (404) */
  async get(organizationId: number, id: string): Promise<AccountRow> {
    const row = await this.#run('read a provisioned account', trx =>
      trx
        .selectFrom('provisioning.account')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where(sql<string>`id::text`, '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw scimFault(404, 'There is no such user.');
    return row;
  }

  /** @throws Fault SCIM (400, invalidFilter) */
  async list(
    organizationId: number,
    { filter, start, count }: ScimPage,
  ): Promise<{ readonly rows: readonly AccountRow[]; readonly total: number }> {
    const condition = filter === undefined ? undefined : filterCondition(filter, COLUMNS);
    return this.#run('list provisioned accounts', async trx => {
      const found = trx
        .selectFrom('provisioning.account')
        .where('organization_id', '=', organizationId)
        .$if(condition !== undefined, query => query.where(condition!));
      const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
      const rows = await found
        .selectAll()
        .orderBy(sql`lower(user_name)`)
        .offset(start - 1)
        .limit(count)
        .execute();
      return { rows, total };
    });
  }

  /** One page of the accounts whose name or e-mail has a part, and the number of all. */
  async search(
    organizationId: number,
    {
      search,
      offset,
      limit,
    }: { readonly search?: string | undefined; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly AccountRow[]; readonly total: number }> {
    const text = JSON.stringify(search?.trim() ?? '');
    const filter =
      search === undefined || search.trim() === ''
        ? undefined
        : `userName co ${text} or emails.value co ${text} or name.familyName co ${text} or name.givenName co ${text}`;
    return this.list(organizationId, { filter, start: offset + 1, count: limit });
  }

  /**
   * Makes the account of a person, or adopts the one of an address in a domain that the organization has proven.
   * @throws Fault SCIM (409, uniqueness) for a person who is there, or who has an account that is not the
   * organization's
   */
  async create(context: RequestContext, organizationId: number, given: GivenUser): Promise<ProvisionedAccount> {
    return this.#unique(() =>
      this.#run('provision an account', async trx => {
        const { person, made } = await this.#personFor(organizationId, given);
        const now = new Date();
        const row = await trx
          .insertInto('provisioning.account')
          .values({
            id: randomUUID(),
            organization_id: organizationId,
            person_id: person.id,
            user_name: given.userName,
            external_id: given.externalId ?? null,
            active: given.active,
            attributes: JSON.stringify(attributesOf(given)),
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if (!given.active) await this.people.disable(person.id);
        await this.#note(context, organizationId, 'provisioning.userCreated', row);
        return { row, person, made };
      }),
    );
  }

  /**
   * Replaces what is known of a person.
   * @throws Fault SCIM: 404, 400 (mutability) for another e-mail, 403 for the owner of the organization
   */
  async replace(context: RequestContext, organizationId: number, id: string, given: GivenUser): Promise<AccountRow> {
    return this.#unique(() =>
      this.#run('change a provisioned account', async trx => {
        const before = await this.get(organizationId, id);
        if (given.email !== before.attributes.email)
          throw scimFault(400, 'The e-mail of an account is who it is and can’t be changed.', 'mutability');
        if (!given.active) await this.#demandNotOwner(organizationId, before.person_id);
        const row = await trx
          .updateTable('provisioning.account')
          .set({
            user_name: given.userName,
            external_id: given.externalId ?? null,
            active: given.active,
            attributes: JSON.stringify(attributesOf(given)),
            updated_at: new Date(),
          })
          .where('organization_id', '=', organizationId)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await this.people.update(row.person_id, { firstName: given.givenName, lastName: given.familyName });
        if (before.active && !given.active) await this.people.disable(row.person_id);
        if (!before.active && given.active) await this.people.enable(row.person_id);
        const action =
          before.active === given.active
            ? 'provisioning.userChanged'
            : given.active
              ? 'provisioning.userActivated'
              : 'provisioning.userDeactivated';
        await this.#note(context, organizationId, action, row);
        return row;
      }),
    );
  }

  /**
   * Closes the account of a person and forgets it here.
   * @throws Fault SCIM: 404, 403 for the owner of the organization
   */
  async remove(context: RequestContext, organizationId: number, id: string): Promise<PersonRow | undefined> {
    return this.#run('take a provisioned account back', async trx => {
      const row = await this.get(organizationId, id);
      await this.#demandNotOwner(organizationId, row.person_id);
      await trx
        .deleteFrom('provisioning.account')
        .where('organization_id', '=', organizationId)
        .where('id', '=', row.id)
        .execute();
      await this.people.disable(row.person_id);
      await this.#note(context, organizationId, 'provisioning.userDeleted', row);
      return this.people.byId(row.person_id);
    });
  }

  /** Returns whether the directory of an organization provides an account. */
  async provisions(personId: number): Promise<boolean> {
    const found = await this.#run('ask whether an account is provisioned', trx =>
      trx.selectFrom('provisioning.account').select('id').where('person_id', '=', personId).executeTakeFirst(),
    );
    return found !== undefined;
  }

  async #personFor(
    organizationId: number,
    given: GivenUser,
  ): Promise<{ readonly person: PersonRow; readonly made: boolean }> {
    const domain = given.email.slice(given.email.lastIndexOf('@') + 1);
    const owned = await this.domains.owns(organizationId, domain);
    const known = await this.people.bySignIn(given.email);
    if (known === undefined) {
      const person = await this.people.create({
        email: given.email,
        firstName: given.givenName,
        lastName: given.familyName,
        ...(owned ? {} : { unprovenIn: organizationId }),
      });
      return { person, made: true };
    }
    if (known.super_admin)
      throw scimFault(403, 'Administrators of this installation are not provisioned by a directory.');
    if (!owned && known.unproven_in !== organizationId)
      throw scimFault(
        409,
        `${given.email} has an account that is not your organization's. Prove ${domain} under Single sign-on first.`,
        'uniqueness',
      );
    if (known.disabled_at !== null) await this.people.enable(known.id);
    // Somebody else made the account with an address of the organization: their password must not open it.
    if (owned && known.unproven_in !== null) await this.people.handOver(known.id);
    return { person: known, made: false };
  }

  async #demandNotOwner(organizationId: number, personId: number): Promise<void> {
    const { owner_id } = await this.organizations.get(organizationId);
    if (owner_id === personId)
      throw scimFault(403, 'The owner of the organization stays active. Hand the organization on first.');
  }

  async #note(context: RequestContext, organizationId: number, action: string, row: AccountRow): Promise<void> {
    await this.audit.recordFor(context, organizationId, {
      by: DIRECTORY,
      action,
      details: { id: row.id, userName: row.user_name, active: row.active },
    });
  }

  async #unique<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const taken = isFault(error) && error.code === 'NAME_EXISTS';
      if (!taken && asUniqueViolation(error) === undefined) throw error;
      throw scimFault(409, 'There is a user with this userName or e-mail already.', 'uniqueness');
    }
  }

  #run<T>(reason: string, work: (trx: Kysely<ProvisioningTables>) => Promise<T>): Promise<T> {
    return this.database.system<ProvisioningTables>(reason).transaction(work);
  }
}
