import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { Log, RequestContext } from '#core/api/server/index.ts';
import type { PersonRow } from '#core/auth/server/index.ts';
import { callerOf, People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import { DatabaseToken, LogToken, PluginGate, RequestContextsToken } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import { Membership } from '#plugins/workspace/teams/server/kit/index.ts';
import { rolesOf } from '../common/role-mapping.ts';
import type { PlacingRow } from './placings.ts';
import { Placings } from './placings.ts';
import type { SignOnTables } from './tables.ts';

/** A team with the role that a person gets there. */
export interface Placement {
  readonly teamId: number;
  readonly name: string;
  readonly role: number;
}

/** Gives people the team roles that the rules of their organization name, in the name of its owner. */
export class TeamPlacing {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Placings) private readonly placings: Placings,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(People) private readonly people: People,
    @inject(Membership) private readonly membership: Membership,
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(LogToken) private readonly log: Log,
  ) {}

  /** Returns the teams and roles of somebody with these groups; the default team when no group names one. */
  async plan(organizationId: number, groups: readonly string[]): Promise<readonly Placement[]> {
    return this.#placements(await this.placings.get(organizationId), groups);
  }

  /**
   * Puts a person into the planned teams, and takes them out of those that a group gave before and none gives now.
   * `groups` is undefined when the provider says nothing of groups: then nobody leaves a team.
   */
  async apply(organizationId: number, person: PersonRow, groups: readonly string[] | undefined): Promise<void> {
    const rules = await this.placings.get(organizationId);
    const byRule = rolesOf(rules.mappings, groups ?? []);
    for (const { teamId, role } of await this.#placements(rules, groups ?? [])) {
      const ruled = byRule.has(teamId);
      // The default team is where people begin: the role they have had there since is not changed.
      const context = await this.#ownersContext(organizationId, teamId);
      const joined = await this.membership.place(context, person, role, { changesRole: ruled });
      if (joined && ruled) await this.#note(organizationId, person.id, teamId);
    }
    if (groups === undefined) return;
    for (const teamId of await this.#given(organizationId, person.id))
      if (!byRule.has(teamId)) await this.#leave(organizationId, person, teamId);
  }

  /** Takes a person out of every team of the organization; a team they own keeps them. */
  async removeFromAll(organizationId: number, person: PersonRow): Promise<void> {
    for (const { id } of await this.organizations.teamsOf(organizationId))
      await this.#leave(organizationId, person, id);
  }

  async #placements(rules: PlacingRow, groups: readonly string[]): Promise<readonly Placement[]> {
    const roles = rolesOf(rules.mappings, groups);
    const wanted: ReadonlyMap<number, number> =
      roles.size > 0 || rules.default_team_id === null ? roles : new Map([[rules.default_team_id, rules.default_role]]);
    if (wanted.size === 0) return [];
    const teams = new Map((await this.organizations.teamsOf(rules.organization_id)).map(each => [each.id, each.name]));
    // A rule may name a team that was deleted since.
    return [...wanted].flatMap(([teamId, role]) => {
      const name = teams.get(teamId);
      return name === undefined ? [] : [{ teamId, name, role }];
    });
  }

  async #leave(organizationId: number, person: PersonRow, teamId: number): Promise<void> {
    try {
      await this.membership.removeOne(await this.#ownersContext(organizationId, teamId), person.email);
    } catch (error) {
      // Removed by hand meanwhile, or the owner of the team by now.
      if (!isFault(error) || error.status >= 500) throw error;
      if (error.code !== 'NOT_FOUND')
        this.log.info(
          { err: error, team: teamId, person: person.id },
          'a person stays in a team of their organization',
        );
    }
    await this.#run('forget a membership of single sign-on', trx =>
      trx
        .deleteFrom('single_sign_on.membership')
        .where('team_id', '=', teamId)
        .where('person_id', '=', person.id)
        .execute(),
    );
  }

  async #given(organizationId: number, personId: number): Promise<ReadonlySet<number>> {
    const rows = await this.#run('memberships of single sign-on', trx =>
      trx
        .selectFrom('single_sign_on.membership')
        .select('team_id')
        .where('organization_id', '=', organizationId)
        .where('person_id', '=', personId)
        .execute(),
    );
    return new Set(rows.map(each => each.team_id));
  }

  async #note(organizationId: number, personId: number, teamId: number): Promise<void> {
    await this.#run('note a membership of single sign-on', trx =>
      trx
        .insertInto('single_sign_on.membership')
        .values({ organization_id: organizationId, person_id: personId, team_id: teamId })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    );
  }

  async #ownersContext(organizationId: number, teamId: number): Promise<RequestContext> {
    const organization = await this.organizations.get(organizationId);
    const owner = await this.people.byId(organization.owner_id);
    return this.contexts.make({
      requestId: `single-sign-on-${organizationId}`,
      credential: 'job',
      ...(owner === undefined ? {} : { user: callerOf(owner) }),
      team: {
        id: teamId,
        name: '',
        organizationId,
        role: teamRoles.organizationOwner,
        permissions: [],
        features: organization.features,
        onProviderDomain: false,
      },
      scope: {},
      address: 'single-sign-on',
      log: this.log,
      signal: new AbortController().signal,
      enablement: await this.gate.enablement(organizationId),
    });
  }

  #run<T>(reason: string, work: (trx: Kysely<SignOnTables>) => Promise<T>): Promise<T> {
    return this.database.system<SignOnTables>(reason).transaction(work);
  }
}
