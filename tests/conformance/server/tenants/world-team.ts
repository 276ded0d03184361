import type { TestApp, TestPerson, TestTeam } from '../../../support/test-app.ts';
import { OPENED_FOLDER } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import type { Row } from './world-calls.ts';
import { call } from './world-calls.ts';

/** Two score templates: one to use, one to delete. */
export async function makeScores(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  const make = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'scores.createScore', {
      body: { name: `${canary} ${word}`, type: 'rating', payload: { numberOfStars: 5 } },
    });
  const [first, second] = [await make('score'), await make('second score')];
  return first === undefined || second === undefined ? {} : { score: [first.id], secondScore: [second.id] };
}

/** Statuses, roles and workflows of the team: one of each to use, one to delete. */
export async function makeVocabulary(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  const make = (what: string, word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, `workflow.create${what}`, {
      body: { name: `${canary}_${word}`, icon_id: 1, shortcut_id: 1, rolePermissions: [] },
    });
  const [status, second, role, secondRole] = [
    await make('Status', 'used'),
    await make('Status', 'free'),
    await make('Role', 'used_role'),
    await make('Role', 'free_role'),
  ];
  if (status === undefined || second === undefined || role === undefined || secondRole === undefined) return {};
  const submit = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'workflow.submitWorkflow', {
      body: {
        name: `${canary} ${word}`,
        raw_config: {
          roles: [role.name],
          statuses: ['NotStarted', 'InProgress', 'QualityCheck', 'Returned', 'Completed', 'Skipped', status.name],
          start_status: 'NotStarted',
        },
      },
    });
  const [workflow, secondWorkflow] = [await submit('workflow'), await submit('second workflow')];
  return {
    status: [status.id],
    secondStatus: [second.id],
    role: [role.id],
    secondRole: [secondRole.id],
    workflow: [workflow!.id],
    secondWorkflow: [secondWorkflow!.id],
  };
}

/** Custom fields, work schedules and a view of a table. */
export async function makeTeamThings(
  app: TestApp,
  owner: TestPerson,
  canary: string,
  first: TestPerson,
  second: TestPerson,
  idle: TestPerson,
): Promise<Ids> {
  const field = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'custom-fields.createTemplate', {
      query: { entity: 'Project', parentEntity: 'Team' },
      body: { name: `${canary} ${word}`, component_id: 1 },
    });
  const [customField, secondCustomField] = [await field('field'), await field('second field')];
  const members = await call<{ data: readonly { readonly email: string; readonly member_id: number }[] }>(
    app,
    owner,
    'teams.listMembers',
    {},
  );
  const memberOf = (person: TestPerson): number =>
    members?.data.find(each => each.email === person.email)?.member_id ?? 0;
  const schedule = (person: TestPerson): Promise<Row | undefined> =>
    call<Row>(app, owner, 'work-schedules.createSchedule', {
      body: { user_id: memberOf(person), timezone: 'UTC', days: [], validFrom: '2026-01-01' },
    });
  const [one, other] = [await schedule(first), await schedule(second)];
  const off =
    one === undefined
      ? undefined
      : await call<{ timeOffs: readonly { readonly id: number }[] }>(app, owner, 'work-schedules.addTimeOff', {
          body: { schedule_id: one.id, from: '2026-02-01', to: '2026-02-01', note: `${canary} note` },
        });
  const view = await call<Row>(app, owner, 'table-views.saveView', {
    body: { key: 'members', name: `${canary} view` },
  });
  return {
    ...(members === undefined ? {} : { member: [memberOf(idle)] }),
    ...(customField === undefined || secondCustomField === undefined
      ? {}
      : { customField: [customField.id], secondCustomField: [secondCustomField.id] }),
    ...(one === undefined || other === undefined
      ? {}
      : { schedule: [one.id], secondSchedule: [other.id], timeOff: off!.timeOffs.map(each => each.id) }),
    ...(view === undefined ? {} : { view: [view.id] }),
  };
}

export async function invitation(app: TestApp, team: TestTeam, email: string): Promise<{ readonly token: string }> {
  const { members, contexts, teams } = app.app.services;
  const user = { id: team.owner.row.id, email: team.owner.email, firstName: '', lastName: '', superAdmin: false };
  const context = contexts.make({
    requestId: 'world',
    credential: 'session',
    user,
    team: (await teams.membership(user, team.id))!,
    scope: {},
    address: '',
    log: app.app.http.log as never,
    signal: new AbortController().signal,
    enablement: new Map(),
  });
  return members.invitations.invite(context, email, 4);
}

/** Groups, roles of the team and skeleton templates: one of each to use, one to delete. */
export async function makeGroups(app: TestApp, owner: TestPerson, team_id: number, canary: string): Promise<Ids> {
  const group = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'groups.createGroup', { params: { team_id }, body: { name: `${canary} ${word}` } });
  const template = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'skeletons.createTemplate', {
      body: { name: `${canary} ${word}`, data: { points: [{ x: 1, y: 1 }] } },
    });
  const role = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'teams.createTeamRole', { params: { team_id }, body: { name: `${canary} ${word}` } });
  const roles = [await role('team role'), await role('second team role')];
  const groups = [await group('group'), await group('second group')];
  const templates = [await template('template'), await template('second template')];
  return {
    ...(groups[0] === undefined || groups[1] === undefined
      ? {}
      : { teamGroup: [groups[0].id], secondTeamGroup: [groups[1].id] }),
    ...(roles[0] === undefined || roles[1] === undefined
      ? {}
      : { teamRole: [roles[0].id], secondTeamRole: [roles[1].id] }),
    ...(templates[0] === undefined || templates[1] === undefined
      ? {}
      : { template: [templates[0].id], secondTemplate: [templates[1].id] }),
  };
}

/** Two integrations with the one folder that test apps open: one to use, one to delete. */
export async function makeIntegrations(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  const make = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'integrations.createIntegration', {
      body: { name: `${canary} ${word}`, type: 4, config: { folder: OPENED_FOLDER } },
    });
  const [first, second] = [await make('storage'), await make('second storage')];
  return first === undefined || second === undefined ? {} : { integration: [first.id], secondIntegration: [second.id] };
}

/** Custom apps: one that is published, opened to all and keeps data, and one to delete. */
export async function makeApps(
  app: TestApp,
  owner: TestPerson,
  team_id: number,
  item_id: number | undefined,
  canary: string,
): Promise<Ids> {
  const manifest = {
    name: `${canary} app`,
    sdk: '1.0',
    entry: 'main.tsx',
    mounts: [{ place: 'team.page' }],
    capabilities: [],
  };
  const make = (): Promise<Row | undefined> =>
    call<Row>(app, owner, 'apps.createApp', {
      params: { team_id },
      body: { files: { 'main.tsx': `// ${canary}`, 'loupe-app.json': JSON.stringify(manifest) } },
    });
  const [first, second] = [await make(), await make()];
  if (first === undefined || second === undefined) return {};
  const params = { team_id, app_id: first.id };
  await call(app, owner, 'apps.publishApp', { params, body: { revision: 1, code: `// ${canary}`, note: canary } });
  await call(app, owner, 'apps.grantApp', { params, body: { capabilities: [], hosts: [], open: ['contributor'] } });
  await call(app, owner, 'apps.putAppData', { params, body: { value: canary } });
  if (item_id !== undefined)
    await call(app, owner, 'apps.putItemData', { params: { ...params, item_id }, body: { value: canary } });
  return { app: [first.id], secondApp: [second.id] };
}

/** Credentials and models: one of each to use, one to delete. Nobody answers at their address. */
export async function makeModels(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  const credential = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'language-models.createCredential', {
      body: {
        name: `${canary} ${word}`,
        provider: 'compatible',
        base_url: 'http://127.0.0.1:9/v1',
        key: `${canary} key`,
        check: false,
      },
    });
  const [first, second] = [await credential('credential'), await credential('second credential')];
  if (first === undefined || second === undefined) return {};
  const model = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'language-models.createModel', {
      body: { name: `${canary} ${word}`, credential_id: first.id, model: 'echo', retries: 0 },
    });
  const [one, other] = [await model('model'), await model('second model')];
  // Runs name a model; both teams have one of this name.
  await call<Row>(app, owner, 'language-models.createModel', {
    body: { name: 'Answerer', credential_id: first.id, model: 'echo', retries: 0 },
  });
  return {
    credential: [first.id],
    secondCredential: [second.id],
    ...(one === undefined || other === undefined ? {} : { model: [one.id], secondModel: [other.id] }),
  };
}
