import { inject } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { CallerTeam, RequestContext } from '#core/api/server/index.ts';
import { callerOf, People } from '#core/auth/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import { membershipOf, PluginGate, RequestContextsToken } from '#core/kernel/server/index.ts';
import type { Action, ProjectMembership } from '#core/permissions/common/index.ts';
import {
  explain,
  folderActionNames,
  projectActionNames,
  teamActionNames,
  teamActionTable,
} from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { Contributors, Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { MemberRights, RightView } from '../common/api.ts';

const folder: ReadonlySet<string> = new Set(folderActionNames);

/** Explains what members may do. The gate itself is asked for each action; the tables of the roles give the reason. */
export class RightsExplainer {
  constructor(
    @inject(Members) private readonly members: Members,
    @inject(People) private readonly people: People,
    @inject(Projects) private readonly projects: Projects,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(PluginGate) private readonly gate: PluginGate,
  ) {}

  /**
   * @throws Fault NOT_FOUND (404) for nobody of the team and no project of the caller, CONFLICT (409) for an open
   * invitation
   */
  async explain(context: RequestContext, email: string, projectId: number | undefined): Promise<MemberRights> {
    const [member] = await this.members.list(context, email);
    if (member === undefined) throw notFound('The member');
    if (member.personId === null)
      throw new Fault('CONFLICT', `${email} has not accepted the invitation yet, so they may do nothing.`, {
        status: 409,
      });
    if (projectId !== undefined && (await this.projects.membership(context, projectId)) === undefined)
      throw notFound('The project');
    const theirs = await this.#contextOf(context, member);
    const membership = projectId === undefined ? undefined : await this.projects.membership(theirs, projectId);
    return {
      person: {
        email: member.email,
        name: `${member.firstName} ${member.lastName}`.trim() || member.address,
        role: member.role,
        custom_role: member.customRole?.name ?? null,
      },
      project: projectId === undefined ? null : await this.#place(context, member, projectId, membership),
      rights: await this.#rights(theirs, membership, projectId),
    };
  }

  async #rights(
    theirs: RequestContext,
    membership: ProjectMembership | undefined,
    projectId: number | undefined,
  ): Promise<RightView[]> {
    const inTeam = membershipOf(theirs.team);
    const actions = [
      ...new Set<Action>([
        ...teamActionNames,
        ...(projectId === undefined ? [] : [...projectActionNames, ...folderActionNames]),
      ]),
    ];
    const rights: RightView[] = [];
    for (const action of actions) {
      const found = explain(action, inTeam, membership);
      if (found === undefined) continue;
      const allowed = await theirs.can(action, membership === undefined ? {} : { projectId: projectId! });
      rights.push({
        action,
        area: areaOf(action),
        allowed,
        // What no table explains comes from a plugin.
        rule: found.allowed === allowed ? found.rule : { kind: 'plugin' },
      });
    }
    return rights;
  }

  async #place(
    context: RequestContext,
    member: Member,
    projectId: number,
    membership: ProjectMembership | undefined,
  ): Promise<MemberRights['project']> {
    const { name } = (await this.projects.facts(context, projectId))!;
    const listed = (await this.contributors.list(context, projectId)).find(each => each.email === member.email);
    const roles = await this.contributors.roles(context, projectId);
    return {
      id: projectId,
      name,
      role_name: membership === undefined ? null : (roles.find(each => each.id === membership.role)?.name ?? null),
      through:
        listed === undefined
          ? membership === undefined
            ? 'none'
            : 'team-admin'
          : listed.group_id === null
            ? 'direct'
            : 'group',
      paused: membership?.paused ?? false,
    };
  }

  /** The context of a call that the member would make now. */
  async #contextOf(context: RequestContext, member: Member): Promise<RequestContext> {
    const person = await this.people.byId(member.personId!);
    if (person === undefined) throw notFound('The member');
    return this.contexts.make({
      requestId: context.requestId,
      credential: 'session',
      user: { ...callerOf(person), superAdmin: false },
      team: teamAs(context.team, member),
      scope: {},
      address: context.address,
      log: context.log,
      signal: context.signal,
      enablement: await this.gate.enablement(context.team.organizationId),
    });
  }
}

function areaOf(action: Action): string {
  const row = teamActionTable.find(each => (each.actions as readonly Action[]).includes(action));
  if (row !== undefined) return row.area;
  return folder.has(action) ? 'Items' : 'Project';
}

/** Returns the team as the member sees it. */
function teamAs({ customRole: _, ...team }: CallerTeam, { role, permissions, customRole }: Member): CallerTeam {
  return { ...team, role, permissions, ...(customRole === undefined ? {} : { customRole }) };
}
