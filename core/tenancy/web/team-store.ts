import { proxy } from 'valtio';
import { callSharing, client, SharedCalls } from '#core/api/web/index.ts';
import type { Client, Transport } from '#core/api/web/index.ts';
import { encodeEntityContext } from '#core/api/common/index.ts';
import { holds } from '#core/permissions/common/index.ts';
import type { Team } from '../common/index.ts';
import { tenancyApi } from '../common/index.ts';

/** The team of this tab, and the rights of the caller there. */
export class TeamStore {
  readonly state = proxy<{
    superAdmin: boolean;
    teams: readonly Team[];
    team: Team | undefined;
    project: { id: number; actions: readonly string[]; groups: readonly string[] } | undefined;
    /** A call was refused because the trial of the organization has ended since the team was opened. */
    trialExpired: boolean;
  }>({ superAdmin: false, teams: [], team: undefined, project: undefined, trialExpired: false });
  readonly api: Client<typeof tenancyApi>;
  readonly #calls = new SharedCalls();

  constructor(transport: Transport) {
    this.api = client(tenancyApi, transport);
    transport.hooks.sending.tap('core', request => {
      const { team } = this.state;
      if (team === undefined || 'x-entity-context' in request.headers) return undefined;
      return {
        ...request,
        headers: { ...request.headers, 'x-entity-context': encodeEntityContext({ team_id: team.id }) },
      };
    });
    transport.hooks.failed.tap('core', fault => {
      if (fault.code === 'TRIAL_EXPIRED') this.state.trialExpired = true;
      return undefined;
    });
  }

  /**
   * Asks for the teams; who asks again within a second gets the same answer, unless it must be `fresh` because
   * something was changed.
   */
  async load({ fresh = false }: { readonly fresh?: boolean } = {}): Promise<readonly Team[]> {
    if (fresh) this.#calls.forget('teams');
    this.state.teams = await this.#calls.get('teams', () => this.api.listTeams(), callSharing.teamLoads);
    return this.state.teams;
  }

  /** Enters a team: loads it with the caller's rights. Throws NOT_FOUND for a team of others. */
  async enter(teamId: number): Promise<Team> {
    const team = await this.ask(teamId);
    this.open(team);
    return team;
  }

  /** A team with the caller's rights. Throws NOT_FOUND for a team of others. */
  ask(teamId: number): Promise<Team> {
    return this.api.getTeam({
      params: { team_id: teamId },
      query: { include_accesses: true, include_addresses: true },
    });
  }

  /** Works in this team from now on. */
  open(team: Team): void {
    this.state.team = team;
    this.state.project = undefined;
    this.state.trialExpired = false;
  }

  leave(): void {
    this.state.team = undefined;
    this.state.project = undefined;
  }

  /**
   * The team in which an address `/t/{id}/…` or `/org/{id}/…` opens: of an organization the team that is open, else the
   * first of the caller's; undefined for an address of no team.
   */
  teamOfAddress(path: string): number | undefined {
    const [, kind, id] = /^\/(t|org)\/(\d+)(?:\/|$)/.exec(path) ?? [];
    if (kind !== 'org') return kind === undefined ? undefined : Number(id);
    const { team, teams } = this.state;
    return [...(team === undefined ? [] : [team]), ...teams].find(each => each.organization.id === Number(id))?.id;
  }

  /** Rights in the project that is open; set by the plugin that shows projects. */
  setProject(
    project:
      | { readonly id: number; readonly actions: readonly string[]; readonly action_groups: readonly string[] }
      | undefined,
  ): void {
    this.state.project =
      project === undefined ? undefined : { id: project.id, actions: project.actions, groups: project.action_groups };
  }

  /** Returns whether a screen may offer this. For display only: the server asks again. */
  can(access: string): boolean {
    if (access === 'public' || access === 'signed-in') return true;
    if (access === 'super-admin') return this.state.superAdmin;
    if (access === 'ManageOrganization' && this.state.superAdmin) return true;
    const { team, project } = this.state;
    if (access === 'team-member') return team !== undefined;
    return (
      holds(team?.accesses, access) ||
      (project !== undefined && holds({ actions: project.actions, action_groups: project.groups }, access))
    );
  }
}
