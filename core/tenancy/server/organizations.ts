import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { Caller } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { PluginSwitch } from '../common/index.ts';
import { nameFault } from './organization-name.ts';
import type { OrganizationTable, TenancyTables } from './tenancy-tables.ts';

export type OrganizationRow = Selectable<OrganizationTable>;

/** Plan, dates and limits that a licence grants an organization. */
export type Licence = Pick<
  OrganizationRow,
  'plan' | 'trial_started_at' | 'licence_expires_at' | 'member_limit' | 'project_limit' | 'item_limit'
>;

/** Organizations and their plugin switches and features. Cross-team, so always through the system handle. */
export class Organizations {
  constructor(
    private readonly database: Database,
    /** Called after a feature was switched. */
    private readonly changed: () => void = () => undefined,
  ) {}

  list(): Promise<
    readonly (OrganizationRow & { readonly owner_email: string; readonly teams: number; readonly members: number })[]
  > {
    return this.#run('list organizations', trx =>
      trx
        .selectFrom('tenancy.organization as organization')
        .innerJoin('auth.person as owner', 'owner.id', 'organization.owner_id')
        .selectAll('organization')
        .select(['owner.email as owner_email'])
        .select(({ selectFrom }) => [
          selectFrom('tenancy.team as team')
            .whereRef('team.organization_id', '=', 'organization.id')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .$asScalar()
            .$castTo<number>()
            .as('teams'),
          selectFrom('tenancy.member as member')
            .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
            .whereRef('team.organization_id', '=', 'organization.id')
            .select(({ fn }) => fn.count<number>('member.email').distinct().as('n'))
            .$asScalar()
            .$castTo<number>()
            .as('members'),
        ])
        .orderBy('organization.name')
        .execute()
        .then(rows => rows.map(row => ({ ...row, teams: Number(row.teams), members: Number(row.members) }))),
    );
  }

  async get(id: number): Promise<OrganizationRow> {
    const row = await this.#run('read an organization', trx =>
      trx.selectFrom('tenancy.organization').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The organization');
    return row;
  }

  /** Throws NAME_EXISTS when the name is taken. */
  async create(name: string, ownerId: number): Promise<OrganizationRow> {
    try {
      return await this.#run('create an organization', trx =>
        trx
          .insertInto('tenancy.organization')
          .values({ name, owner_id: ownerId })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    } catch (error) {
      throw nameFault(error);
    }
  }

  /**
   * Returns the role of a person in an organization; undefined for who is in none of its teams and does not own it, as
   * when there is none.
   */
  async membership(caller: Pick<Caller, 'id'>, id: number): Promise<{ readonly owner: boolean } | undefined> {
    return this.#run('membership in an organization', async trx => {
      const organization = await trx
        .selectFrom('tenancy.organization')
        .select('owner_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (organization === undefined) return undefined;
      if (organization.owner_id === caller.id) return { owner: true };
      const member = await trx
        .selectFrom('tenancy.member as member')
        .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
        .select('member.id')
        .where('team.organization_id', '=', id)
        .where('member.person_id', '=', caller.id)
        .executeTakeFirst();
      return member === undefined ? undefined : { owner: false };
    });
  }

  /** Returns the rules that decide which plugins the organization has. */
  async rules(
    id: number,
  ): Promise<{
    readonly switches: Readonly<Record<string, PluginSwitch>>;
    readonly features: Readonly<Record<string, boolean>>;
  }> {
    return this.#run('read plugin switches', async trx => {
      const organization = await trx
        .selectFrom('tenancy.organization')
        .select('features')
        .where('id', '=', id)
        .executeTakeFirst();
      const switches = await trx
        .selectFrom('tenancy.plugin_switch')
        .select(['plugin', 'enabled', 'withheld'])
        .where('organization_id', '=', id)
        .execute();
      return {
        features: organization?.features ?? {},
        switches: Object.fromEntries(
          switches.map(({ plugin, enabled, withheld }): readonly [string, PluginSwitch] => [
            plugin,
            enabled ? 'on' : withheld ? 'withheld' : 'off',
          ]),
        ),
      };
    });
  }

  /**
   * Sets or (undefined) removes the switch of a plugin. Only an operator withholds it and gives it free again: false
   * where `by` is none and it is withheld, or would be. Throws NOT_FOUND.
   */
  async setSwitch(
    id: number,
    plugin: string,
    choice: PluginSwitch | undefined,
    by: { readonly id: number; readonly operator: boolean },
  ): Promise<boolean> {
    await this.get(id);
    if (choice === 'withheld' && !by.operator) return false;
    return this.#run('switch a plugin', async trx => {
      // In the conditions of the writes, not asked before them: it may be withheld in between.
      const open = by.operator ? [true, false] : [false];
      if (choice === undefined) {
        await trx
          .deleteFrom('tenancy.plugin_switch')
          .where('organization_id', '=', id)
          .where('plugin', '=', plugin)
          .where('withheld', 'in', open)
          .execute();
      } else {
        const values = { enabled: choice === 'on', withheld: choice === 'withheld', changed_by: by.id };
        await trx
          .insertInto('tenancy.plugin_switch')
          .values({ organization_id: id, plugin, ...values })
          .onConflict(conflict =>
            conflict
              .columns(['organization_id', 'plugin'])
              .doUpdateSet({ ...values, changed_at: new Date() })
              .where('tenancy.plugin_switch.withheld', 'in', open),
          )
          .execute();
      }
      const now = await trx
        .selectFrom('tenancy.plugin_switch')
        .select('withheld')
        .where('organization_id', '=', id)
        .where('plugin', '=', plugin)
        .executeTakeFirst();
      return by.operator || now?.withheld !== true;
    });
  }

  /** Returns how many organizations chose each plugin on or off themselves; a plugin that none chose is absent. */
  async switchCounts(): Promise<ReadonlyMap<string, { readonly on: number; readonly off: number }>> {
    const rows = await this.#run('count plugin switches', trx =>
      trx
        .selectFrom('tenancy.plugin_switch')
        .select(['plugin', 'enabled'])
        .select(({ fn }) => fn.countAll<string>().as('number'))
        .groupBy(['plugin', 'enabled'])
        .execute(),
    );
    const counts = new Map<string, { on: number; off: number }>();
    for (const { plugin, enabled, number } of rows)
      counts.set(plugin, { ...(counts.get(plugin) ?? { on: 0, off: 0 }), [enabled ? 'on' : 'off']: Number(number) });
    return counts;
  }

  async setFeature(id: number, feature: string, on: boolean): Promise<void> {
    const { features } = await this.get(id);
    await this.#run('switch a feature', trx =>
      trx
        .updateTable('tenancy.organization')
        .set({ features: JSON.stringify({ ...features, [feature]: on }), updated_at: new Date() })
        .where('id', '=', id)
        .execute(),
    );
    this.changed();
  }

  /**
   * Sets the licence of an organization; what is there already stays, whatever the limits.
   * @throws Fault NOT_FOUND; CONFLICT (409) where the licence was changed since `version` was read
   */
  async setLicence(id: number, licence: Licence, version: number): Promise<void> {
    await this.get(id);
    const { numUpdatedRows } = await this.#run('set a licence', trx =>
      trx
        .updateTable('tenancy.organization')
        .set({ ...licence, licence_version: version + 1, updated_at: new Date() })
        .where('id', '=', id)
        .where('licence_version', '=', version)
        .executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows === 0n)
      throw new Fault('CONFLICT', 'Someone changed this licence since you opened it. Open it again.', {
        status: 409,
        details: { field: 'version' },
      });
    this.changed();
  }

  /**
   * Refuses one more person where the licence allows no more.
   * @throws Fault USER_LIMIT (422)
   */
  async assertMemberQuota(id: number, email: string): Promise<void> {
    const { member_limit: limit } = await this.get(id);
    if (limit === null) return;
    const { members, known } = await this.#run('count people of an organization', trx =>
      trx
        .selectFrom('tenancy.member as member')
        .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
        .select([
          sql<number>`count(distinct member.email)::int`.as('members'),
          sql<boolean>`coalesce(bool_or(member.email = ${email}), false)`.as('known'),
        ])
        .where('team.organization_id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    if (known || members < limit) return;
    throw new Fault(
      'USER_LIMIT',
      `The licence of this organization allows ${limit.toLocaleString('en')} people, and there are ${members.toLocaleString('en')}. Remove somebody, or ask the operator for a larger licence.`,
      { status: 422, details: { limit, used: members } },
    );
  }

  /** Ids of the organizations in whose teams an address is. */
  async ofPerson(email: string): Promise<readonly number[]> {
    const rows = await this.#run('organizations of a person', trx =>
      trx
        .selectFrom('tenancy.member as member')
        .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
        .select('team.organization_id')
        .distinct()
        .where('member.email', '=', email)
        .where('member.person_id', 'is not', null)
        .orderBy('team.organization_id')
        .execute(),
    );
    return rows.map(each => each.organization_id);
  }

  teamsOf(id: number): Promise<readonly { readonly id: number; readonly name: string }[]> {
    return this.#run('list teams of an organization', trx =>
      trx.selectFrom('tenancy.team').select(['id', 'name']).where('organization_id', '=', id).orderBy('name').execute(),
    );
  }

  #run<T>(reason: string, work: (trx: Kysely<TenancyTables>) => Promise<T>): Promise<T> {
    return this.database.system<TenancyTables>(reason).transaction(work);
  }
}
