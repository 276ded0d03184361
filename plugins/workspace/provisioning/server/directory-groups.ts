import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { AuditLog } from '#core/audit/server/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { ScimPage } from './directory-accounts.ts';
import { scimFault } from './scim-faults.ts';
import type { FilterColumns } from './scim-filter.ts';
import { filterCondition } from './scim-filter.ts';
import type { GroupTable, ProvisioningTables } from './tables.ts';

export type GroupRow = Selectable<GroupTable>;

export interface Membership {
  readonly group_id: string;
  readonly account_id: string;
  readonly group_name: string;
  readonly user_name: string;
}

/** A change of a group; absent parts stay. */
export interface GroupChange {
  readonly name?: string | undefined;
  readonly externalId?: string | undefined;
  /** Replaces all members. */
  readonly members?: readonly string[] | undefined;
  readonly added?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
}

const COLUMNS: FilterColumns = {
  id: { column: sql`id::text`, kind: 'text' },
  displayname: { column: sql`name`, kind: 'text' },
  externalid: { column: sql`external_id`, kind: 'text' },
  'meta.created': { column: sql`created_at`, kind: 'time' },
  'meta.lastmodified': { column: sql`updated_at`, kind: 'time' },
};

/** Groups of the directory of an organization, and who is in them. */
export class DirectoryGroups {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** @throws Fault SCIM (404) */
  async get(organizationId: number, id: string): Promise<GroupRow> {
    const row = await this.#run('read a provisioned group', trx =>
      trx
        .selectFrom('provisioning.directory_group')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where(sql<string>`id::text`, '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw scimFault(404, 'There is no such group.');
    return row;
  }

  /** @throws Fault SCIM (400, invalidFilter) */
  async list(
    organizationId: number,
    { filter, start, count }: ScimPage,
  ): Promise<{ readonly rows: readonly GroupRow[]; readonly total: number }> {
    const condition = filter === undefined ? undefined : filterCondition(filter, COLUMNS);
    return this.#run('list provisioned groups', async trx => {
      const found = trx
        .selectFrom('provisioning.directory_group')
        .where('organization_id', '=', organizationId)
        .$if(condition !== undefined, query => query.where(condition!));
      const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
      const rows = await found
        .selectAll()
        .orderBy(sql`lower(name)`)
        .offset(start - 1)
        .limit(count)
        .execute();
      return { rows, total };
    });
  }

  /** Memberships of these accounts or these groups. */
  async memberships(
    organizationId: number,
    of: { readonly accounts: readonly string[] } | { readonly groups: readonly string[] },
  ): Promise<readonly Membership[]> {
    const [column, ids] =
      'accounts' in of ? (['account_id', of.accounts] as const) : (['group_id', of.groups] as const);
    if (ids.length === 0) return [];
    return this.#run('list members of provisioned groups', trx =>
      trx
        .selectFrom('provisioning.group_member as member')
        .innerJoin('provisioning.directory_group as directory_group', 'directory_group.id', 'member.group_id')
        .innerJoin('provisioning.account as account', 'account.id', 'member.account_id')
        .select(['member.group_id', 'member.account_id', 'directory_group.name as group_name', 'account.user_name'])
        .where('member.organization_id', '=', organizationId)
        .where(`member.${column}`, '=', sql<string>`any(${[...ids]}::uuid[])`)
        .orderBy('account.user_name')
        .execute(),
    );
  }

  /** @throws Fault SCIM: 409 (uniqueness), 400 for members that are not there */
  async create(
    context: RequestContext,
    organizationId: number,
    given: { readonly name: string; readonly externalId: string | undefined },
  ): Promise<GroupRow> {
    return this.#unique(() =>
      this.#run('provision a group', async trx => {
        const now = new Date();
        const row = await trx
          .insertInto('provisioning.directory_group')
          .values({
            id: randomUUID(),
            organization_id: organizationId,
            name: given.name,
            external_id: given.externalId ?? null,
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await this.#note(context, organizationId, 'provisioning.groupCreated', row, {});
        return row;
      }),
    );
  }

  /**
   * Changes a group. Returns the accounts that came or went, or all of its members when it was renamed.
   * @throws Fault SCIM: 404, 409, 400
   */
  async change(
    context: RequestContext,
    organizationId: number,
    id: string,
    change: GroupChange,
  ): Promise<ReadonlySet<string>> {
    return this.#unique(() =>
      this.#run('change a provisioned group', async trx => {
        const before = await this.get(organizationId, id);
        const row = await trx
          .updateTable('provisioning.directory_group')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.externalId === undefined ? {} : { external_id: change.externalId }),
            updated_at: new Date(),
          })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const present = await this.#members(trx, before.id);
        const wanted = new Set(change.members ?? present);
        for (const each of change.added ?? []) wanted.add(each);
        for (const each of change.removed ?? []) wanted.delete(each);
        const added = [...wanted].filter(each => !present.has(each));
        const removed = [...present].filter(each => !wanted.has(each));
        await this.#add(trx, organizationId, before.id, added);
        if (removed.length > 0)
          await trx
            .deleteFrom('provisioning.group_member')
            .where('group_id', '=', before.id)
            .where('account_id', '=', sql<string>`any(${removed}::uuid[])`)
            .execute();
        await this.#note(context, organizationId, 'provisioning.groupChanged', row, {
          added: added.length,
          removed: removed.length,
        });
        const renamed = row.name !== before.name;
        return new Set([...added, ...removed, ...(renamed ? wanted : [])]);
      }),
    );
  }

  /** Deletes a group. Returns the accounts that were in it. @throws Fault SCIM (404) */
  async remove(context: RequestContext, organizationId: number, id: string): Promise<ReadonlySet<string>> {
    return this.#run('take a provisioned group back', async trx => {
      const row = await this.get(organizationId, id);
      const members = await this.#members(trx, row.id);
      await trx.deleteFrom('provisioning.directory_group').where('id', '=', row.id).execute();
      await this.#note(context, organizationId, 'provisioning.groupDeleted', row, { members: members.size });
      return members;
    });
  }

  async #members(trx: Kysely<ProvisioningTables>, id: string): Promise<ReadonlySet<string>> {
    const rows = await trx
      .selectFrom('provisioning.group_member')
      .select('account_id')
      .where('group_id', '=', id)
      .execute();
    return new Set(rows.map(each => each.account_id));
  }

  async #add(
    trx: Kysely<ProvisioningTables>,
    organizationId: number,
    groupId: string,
    accounts: readonly string[],
  ): Promise<void> {
    if (accounts.length === 0) return;
    const { rows } = await sql`insert into provisioning.group_member (organization_id, group_id, account_id)
      select organization_id, ${groupId}::uuid, id from provisioning.account
      where organization_id = ${organizationId} and id::text = any(${[...accounts]}::text[]) returning 1`.execute(trx);
    if (rows.length < accounts.length)
      throw scimFault(400, 'members names people who are not provisioned here.', 'invalidValue');
  }

  async #note(
    context: RequestContext,
    organizationId: number,
    action: string,
    row: GroupRow,
    details: object,
  ): Promise<void> {
    await this.audit.recordFor(context, organizationId, {
      by: 'scim',
      action,
      details: { id: row.id, name: row.name, ...details },
    });
  }

  async #unique<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw scimFault(409, 'There is a group with this displayName already.', 'uniqueness');
    }
  }

  #run<T>(reason: string, work: (trx: Kysely<ProvisioningTables>) => Promise<T>): Promise<T> {
    return this.database.system<ProvisioningTables>(reason).transaction(work);
  }
}
