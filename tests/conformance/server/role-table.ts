import { BYTES } from '#core/api/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { TeamMembership } from '#core/permissions/common/index.ts';
import {
  folderActions,
  actionNames,
  permissionGroups,
  projectActionNames,
  projectActions,
  projectRoles,
  scopeOf,
  teamActions,
  teamActionsInProject,
  teamPermissions,
  teamRights,
  teamRoles,
} from '#core/permissions/common/index.ts';
import type { TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { slice } from '../../support/run-plan.ts';
import { NOTHING } from './tenants/absent-ids.ts';
import { makeCall, operationName } from './tenants/fuzz-call.ts';
import type { FuzzCall } from './tenants/fuzz-call.ts';

/** Roles that make one call, in runs that are not long. */
const ROLES = 1;
const WORK = '/services/work-management/api/v1';
const projectPermissions = permissionGroups
  .filter(each => each.label === 'projectUser')
  .flatMap(group => group.permissions.map(each => each.id));

/** Rights that not every member of a team has. */
const GATED: ReadonlySet<string> = new Set([...actionNames.filter(each => each !== 'UseAccount'), 'super-admin']);

/** Somebody with a role, and the rights that the tables of rights give them. */
interface Row {
  readonly name: string;
  readonly person: TestPerson;
  /** Undefined for people of a role in the project. */
  readonly inTeam: ReadonlySet<string> | undefined;
  /** Undefined for who is in no project. */
  readonly inProject: ReadonlySet<string> | undefined;
  /** Rights to their own data alone: calls about that of everybody refuse them by themselves. */
  readonly limited: ReadonlySet<string>;
}

/** Calls that were made, and those at which a role was let through or refused against its table. */
export interface RoleTable {
  readonly calls: number;
  readonly rights: number;
  readonly wrong: readonly string[];
}

/**
 * Makes every call that a right gates as people of each role: those of the team, with and without rights given and with
 * a custom role, and those of a project.
 */
export async function tryRoleTable(app: TestApp): Promise<RoleTable> {
  const team = await app.team('Table');
  const project = await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Table', type: 1 } });
  const place = { teamId: team.id, projectId: project.body.id };
  const rows = [...(await teamRows(team)), ...(await projectRows(team, place.projectId))];
  const rights = new Set<string>();
  const wrong: string[] = [];
  let calls = 0;
  for (const mounted of app.app.operations) {
    const { access, project: scope } = mounted.operation;
    if (!GATED.has(access)) continue;
    rights.add(access);
    const call = callOf(mounted, team, place);
    const asked = rows.filter(each => (scope === undefined ? each.inTeam : each.inProject) !== undefined);
    for (const { name, person, inTeam, inProject, limited } of slice(
      `roles at ${operationName(mounted)}`,
      asked,
      ROLES,
    )) {
      const held = scope === undefined ? inTeam : inProject;
      if (held === undefined || (held.has(access) && !isHarmless(mounted))) continue;
      calls += 1;
      const { status, body } = await person.request<{ details?: { action?: string } }>(call.method, call.url, {
        headers: call.headers,
        // Without a body, a call that is let through would do nothing but complain.
        ...(scope?.startsWith('body.') === true ? { body: call.body } : {}),
      });
      const refused = status === 403 && body?.details?.action === access;
      if (refused === held.has(access) && !limited.has(access))
        wrong.push(
          `${name}: ${refused ? 'refused' : 'let through'} by ${operationName(mounted)} (${access}, ${status})`,
        );
    }
  }
  return { calls, rights: rights.size, wrong };
}

/** Returns false for calls that do what they are for when they are let through without a body. */
function isHarmless({ operation }: MountedOperation): boolean {
  if (operation.method === 'GET' || operation.reads === true || operation.body === BYTES) return true;
  if (operation.project?.startsWith('body.') === true) return false;
  if (operation.body !== undefined) return !operation.body.safeParse(undefined).success;
  // Nothing has the other ids of the path.
  return /:(?!team_id|project_id|organization_id)/.test(operation.path);
}

/** Returns a call about the team and its project; everything else that it names is not there. */
function callOf(
  mounted: MountedOperation,
  team: TestTeam,
  place: { readonly teamId: number; readonly projectId: number },
): FuzzCall {
  const projects = Object.keys(NOTHING).filter(kind => /project$/i.test(kind));
  const ids = {
    ...NOTHING,
    ...Object.fromEntries(projects.map(kind => [kind, [place.projectId]])),
    team: [team.id],
    organization: [team.organizationId],
  };
  return makeCall(mounted, { ids }, place, Buffer.alloc(0));
}

async function teamRows(team: TestTeam): Promise<readonly Row[]> {
  const permissions = teamPermissions.map(each => each.id);
  const rights = teamRights.map(each => each.key);
  const contributor = { role: teamRoles.contributor };
  const join = async (name: string, membership: TeamMembership): Promise<Row> => ({
    name,
    person: await team.join(`${name}@table.test`, membership.role),
    inTeam: new Set(teamActions(membership)),
    inProject:
      membership.role === teamRoles.teamAdmin
        ? rightsInProject(projectRoles.projectAdmin, { membership, permissions: [] })
        : undefined,
    limited: new Set(),
  });
  const granted = await join('granted', { ...contributor, permissions });
  const lead = await join('lead', { ...contributor, customRole: { id: 1, name: 'Lead', rights } });
  const path = `/api/v1/team/${team.id}`;
  const made = await team.owner.request<{ id: number }>('POST', `${path}/roles`, { body: { name: 'Lead', rights } });
  await team.owner.request('PUT', `${path}/member/role`, {
    body: { e_mail: lead.person.email, team_role_id: made.body.id },
  });
  await team.owner.request('PUT', `${path}/member/permissions`, {
    body: { e_mail: granted.person.email, permissions },
  });
  return [await join('admin', { role: teamRoles.teamAdmin }), await join('contributor', contributor), granted, lead];
}

async function projectRows(team: TestTeam, projectId: number): Promise<readonly Row[]> {
  const membership = { role: teamRoles.contributor };
  const join = async (name: string, role: number, permissions: readonly number[] = []): Promise<Row> => {
    const person = await team.join(`${name}@table.test`);
    await team.owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
      body: { users: [{ user_id: person.email, user_role: role }] },
    });
    return {
      name,
      person,
      inTeam: undefined,
      inProject: rightsInProject(role, { membership, permissions }),
      limited: new Set(projectActionNames.filter(action => scopeOf(action, role) === 'ownData')),
    };
  };
  const rows = [
    await join('annotator', projectRoles.annotator),
    await join('qa', projectRoles.qa),
    await join('project-admin', projectRoles.projectAdmin),
    await join('trusted', projectRoles.projectAdmin, projectPermissions),
  ];
  await team.owner.request(
    'POST',
    `${WORK}/customentities/edit?entity=Contributor&parentEntity=Project&action=editpermissions`,
    {
      headers: { 'x-entity-context': btoa(JSON.stringify({ team_id: team.id, project_id: projectId })) },
      body: {
        query: { limit: null, offset: null, search: { email: { $in: ['trusted@table.test'] } } },
        body: { add: { userPermissions: projectPermissions.map(id => ({ id })) } },
      },
    },
  );
  return rows;
}

/** The rights of somebody in a new project, by the tables. */
function rightsInProject(
  role: number,
  { membership, permissions }: { readonly membership: TeamMembership; readonly permissions: readonly number[] },
): ReadonlySet<string> {
  const own = { role, teamRole: membership.role, permissions };
  return new Set([
    ...teamActions(membership),
    ...projectActions(own),
    ...teamActionsInProject(own),
    ...folderActions(own),
  ]);
}
