import { serviceBase } from '#core/api/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { TeamMembership } from '#core/permissions/common/index.ts';
import {
  teamActionNames,
  teamActions,
  teamPermissions,
  teamRights,
  teamRoles,
} from '#core/permissions/common/index.ts';
import type { TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';

/** An id that nothing has: calls that are let through find nothing to change. */
const NOTHING = '2000000011';

interface Row {
  readonly person: TestPerson;
  readonly membership: TeamMembership;
}

/** Rights that were asked for, and calls at which a role was let through or refused against its table. */
export interface RoleTable {
  readonly rights: number;
  readonly wrong: readonly string[];
}

/** Makes one call for each right of a team as each of its roles: with and without rights given, and a custom role. */
export async function tryRoleTable(app: TestApp): Promise<RoleTable> {
  const team = await app.team('Table');
  const calls = callsByRight(app, team);
  const wrong: string[] = [];
  for (const [name, { person, membership }] of await rowsOf(team)) {
    const held: ReadonlySet<string> = new Set(teamActions(membership));
    for (const [access, mounted] of calls)
      if ((await isRefused(mounted, person, team)) === held.has(access))
        wrong.push(`${name}: ${held.has(access) ? 'refused' : 'let through'} by ${mounted.name} (${access})`);
  }
  return { rights: calls.size, wrong };
}

async function rowsOf(team: TestTeam): Promise<readonly (readonly [name: string, row: Row])[]> {
  const permissions = teamPermissions.map(each => each.id);
  const rights = teamRights.map(each => each.key);
  const contributor = { role: teamRoles.contributor };
  const join = async (name: string, membership: TeamMembership): Promise<readonly [string, Row]> => [
    name,
    { person: await team.join(`${name}@table.test`, membership.role), membership },
  ];
  const granted = await join('granted', { ...contributor, permissions });
  const lead = await join('lead', { ...contributor, customRole: { id: 1, name: 'Lead', rights } });
  const path = `/api/v1/team/${team.id}`;
  const made = await team.owner.request<{ id: number }>('POST', `${path}/roles`, { body: { name: 'Lead', rights } });
  await team.owner.request('PUT', `${path}/member/role`, {
    body: { e_mail: lead[1].person.email, team_role_id: made.body.id },
  });
  await team.owner.request('PUT', `${path}/member/permissions`, {
    body: { e_mail: granted[1].person.email, permissions },
  });
  return [await join('admin', { role: teamRoles.teamAdmin }), await join('contributor', contributor), granted, lead];
}

/** Returns a call for each right that one asks for, which does nothing when it is let through. */
function callsByRight(app: TestApp, team: TestTeam): ReadonlyMap<string, MountedOperation> {
  const calls = new Map<string, MountedOperation>();
  for (const mounted of app.app.operations) {
    const { access, project, method, body } = mounted.operation;
    // Without a body, a call that is let through would do what it is for.
    const harmless = method === 'GET' || body !== undefined;
    if (
      harmless &&
      project === undefined &&
      queryOf(mounted, team) !== undefined &&
      !calls.has(access) &&
      (teamActionNames as readonly string[]).includes(access)
    )
      calls.set(access, mounted);
  }
  return calls;
}

/** Returns the query that a call needs to be asked for its right; undefined for calls that need more than the team. */
function queryOf({ operation }: MountedOperation, team: TestTeam): string | undefined {
  if (operation.query === undefined || operation.query.safeParse({}).success) return '';
  return operation.query.safeParse({ team_id: String(team.id) }).success ? `?team_id=${team.id}` : undefined;
}

/** Returns true when the call was refused for the right that it declares. */
async function isRefused(mounted: MountedOperation, person: TestPerson, team: TestTeam): Promise<boolean> {
  const { operation, service } = mounted;
  const path = operation.path.replace(/:([a-zA-Z_]+)/g, (_, name: string) =>
    name === 'team_id' ? String(team.id) : NOTHING,
  );
  const { status, body } = await person.request<{ details?: { action?: string } }>(
    operation.method,
    serviceBase(service) + path + queryOf(mounted, team)!,
  );
  return status === 403 && body?.details?.action === operation.access;
}
