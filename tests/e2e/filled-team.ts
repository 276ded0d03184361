import type { Account, Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { sampleGraph } from '../conformance/server/tenants/sample-graph.ts';

const WORK = '/services/work-management/api/v1';
const PROJECT = 'City and landscape';

export const teamPeople = {
  owner: 'olive@screens.test',
  teamAdmin: 'tara@screens.test',
  projectAdmin: 'paul@screens.test',
  annotator: 'ana@screens.test',
  qa: 'quinn@screens.test',
  stranger: 'sam@screens.test',
} as const;

const harbour = { organization: 'Harbour organization', team: 'Harbour team' };

/** Somebody of each role, and somebody of another team. The owner is super admin. */
export const teamAccounts: readonly Account[] = [
  { email: teamPeople.owner, name: 'Olive Owner', admin: true, ...harbour },
  { email: teamPeople.teamAdmin, name: 'Tara Admin', ...harbour },
  { email: teamPeople.projectAdmin, name: 'Paul Lead', ...harbour },
  { email: teamPeople.annotator, name: 'Ana Annotator', ...harbour },
  { email: teamPeople.qa, name: 'Quinn Reviewer', ...harbour },
  { email: teamPeople.stranger, name: 'Sam South', organization: 'South', team: 'South' },
];

/** Words that somebody of another team must not see. */
export const secrets: readonly string[] = [PROJECT, harbour.team, teamPeople.owner, teamPeople.annotator, 'acanthus'];

/** Values in the addresses of pages. */
export interface FilledTeam {
  readonly teamId: number;
  readonly organizationId: number;
  readonly projectId: number;
  readonly folderId: number;
  readonly workflowId: number;
  /** A published app in the team, in projects and in their setup. */
  readonly appId: number;
  readonly pipelineId: number;
  readonly actionId: number;
  /** Token of a public link to the project. */
  readonly token: string;
  readonly webhookId: number;
  readonly errorId: number;
}

/** Reports an error of a page. Returns its group in the error log, which is stored beside the answer. */
async function reportError(client: SiteClient): Promise<number> {
  await client.call('POST', '/api/v1/plugin-faults', {
    faults: [
      {
        plugin: 'core',
        moment: 'uncaught',
        message: "Cannot read properties of undefined (reading 'items')",
        stack: 'TypeError: x\n    at draw (https://demo.example/assets/shell.js:10:20)',
      },
    ],
  });
  for (;;) {
    const { data } = await client.call<{ data: readonly { id: number }[] }>('GET', '/api/v1/admin/errors');
    if (data[0] !== undefined) return data[0].id;
  }
}

/** The project that the screens are of: classes, items in every state of work in two folders, and who works on them. */
async function fillProject(client: SiteClient): Promise<{ readonly projectId: number; readonly folderId: number }> {
  const { id: projectId } = await client.project(PROJECT);
  const { id: folderId } = await client.call<{ id: number }>('POST', `/folder?project_id=${projectId}`, {
    name: 'Gardens',
  });
  const [building] = await client.call<readonly { id: number }[]>('POST', `/classes?project_id=${projectId}`, {
    classes: [
      {
        name: 'Building',
        color: '#E4542B',
        type: 1,
        attribute_groups: [
          {
            name: 'Part',
            group_type: 'radio',
            attributes: [{ name: 'Whole', default: 1 }, { name: 'Roof' }, { name: 'Door' }],
            default_value: 'Whole',
          },
          { name: 'Openings', group_type: 'numeric', attributes: [] },
        ],
      },
      { name: 'Boat', color: '#1C7ED6', type: 1, attribute_groups: [] },
      { name: 'Night', color: '#8F3985', type: 2, attribute_groups: [] },
    ],
  });
  await client.call('POST', `/api/v1/project/${projectId}/share/bulk`, {
    users: [
      { user_id: teamPeople.projectAdmin, user_role: 3 },
      { user_id: teamPeople.annotator, user_role: 1 },
      { user_id: teamPeople.qa, user_role: 2 },
    ],
  });
  const names = ['acanthus-mollis', 'allium-oreophilum', 'nagasaki-boats', 'airplane-from-above'];
  const items: number[] = [];
  for (const name of names)
    items.push((await client.upload(projectId, `${name}.jpg`, await photograph(name), folderId)).id);
  const { revision, document } = await client.annotation(projectId, items[0]!);
  await client.call('PUT', `/api/v1/project/${projectId}/item/${items[0]!}/annotation`, {
    op: crypto.randomUUID(),
    base: revision,
    data: {
      ...document,
      instances: [
        {
          id: 'a',
          type: 'bbox',
          classId: building!.id,
          className: 'Building',
          points: { x1: 40, y1: 40, x2: 160, y2: 120 },
          attributes: [],
        },
      ],
    },
  });
  const change = (ids: readonly number[], kind: string, value: unknown): Promise<unknown> =>
    client.call('POST', `/api/v1/project/${projectId}/items/change`, {
      selection: { item_ids: ids },
      change: { kind, value },
    });
  await change(items, 'assign', teamPeople.annotator);
  await change(items, 'assign', teamPeople.qa);
  for (const [at, status] of [2, 3, 5].entries()) await change([items[at]!], 'status', status);
  return { projectId, folderId };
}

/** A team with something on every page. */
export async function fillTeam(site: Site): Promise<FilledTeam> {
  const client = await site.client(teamPeople.owner);
  const { teamId } = site;
  const post = <T>(path: string, body: unknown): Promise<T> => client.call<T>('POST', path, body);
  const teams = await client.call<{ data: readonly { id: number; organization: { id: number } }[] }>(
    'GET',
    '/api/v1/teams',
  );
  const { projectId, folderId } = await fillProject(client);

  await client.call('PUT', `/team/${teamId}/member`, { e_mail: teamPeople.teamAdmin, role: 7 });
  await post(`/api/v1/team/${teamId}/inviteUsers`, { emails: ['ines@elsewhere.test'], team_role: 4 });

  for (const [pair, name, component, payload] of [
    ['entity=Project&parentEntity=Team', 'Due date', 4, {}],
    ['entity=Project&parentEntity=Team', 'Customer', 3, { options: [{ value: 'Museum' }, { value: 'Archive' }] }],
    ['entity=Contributor&parentEntity=Team', 'Languages', 2, { options: [{ value: 'Dutch' }, { value: 'Greek' }] }],
    ['entity=Contributor&parentEntity=Project', 'Quality threshold', 5, { configs: { min: 0, max: 100, suffix: '%' } }],
  ] as const)
    await post(`${WORK}/customfieldtemplates?${pair}`, { name, component_id: component, component_payload: payload });
  await client.call('PUT', `/project/${projectId}/settings`, {
    settings: [{ attribute: 'CategorizeItems', value: 1 }],
  });
  await post(`${WORK}/categories/bulk?project_id=${projectId}`, {
    bulk: ['Streets', 'Harbour', 'Gardens'].map(name => ({ name })),
  });
  await post(`/services/explore/api/v1/custom/metadata/schema?project_id=${projectId}`, {
    data: {
      Taken: { type: 'string', format: 'date' },
      Light: { type: 'string', enum: ['day', 'night'] },
      Height: { type: 'number', minimum: 0 },
    },
  });
  const classes = await client.call<{ data: readonly { id: number }[] }>('GET', `/classes?project_id=${projectId}`);
  await client.call('PUT', `/api/v1/project/${projectId}/steps`, {
    steps: classes.data.slice(0, 2).map(each => ({ class_id: each.id, tool: null, attribute_ids: [] })),
  });
  await post('/templates', {
    name: 'Arm',
    data: {
      points: [
        { x: 20, y: 20 },
        { x: 60, y: 50 },
        { x: 110, y: 30 },
      ],
      connections: [
        [0, 1],
        [1, 2],
      ],
      labels: ['hand', 'elbow', 'shoulder'],
    },
  });
  await client.call('PUT', `/api/v1/project/${projectId}/instructions`, {
    document: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Buildings' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'Draw every building that is more than half visible.' }] },
      ],
    },
    version: 0,
  });

  const group = await post<{ id: number }>(`/api/v1/teams/${teamId}/groups`, {
    name: 'Night shift',
    description: 'Works from ten to six.',
  });
  await post(`/api/v1/teams/${teamId}/groups/${group.id}/members/bulk`, { data: [{ email: 'ines@elsewhere.test' }] });
  const people = await client.call<{ data: readonly { id: number; email: string }[] }>('GET', `${WORK}/teamusers`);
  const days = [1, 2, 3, 4, 5].map(weekday => ({ weekday, intervals: [{ from: '09:00', to: '17:00' }] }));
  await post(`${WORK}/workschedules`, {
    user_id: people.data.find(each => each.email === teamPeople.annotator)!.id,
    timezone: 'Europe/Berlin',
    days,
    validFrom: '2026-01-01',
  });

  await post(`${WORK}/statuses`, { name: 'SecondReview', description: 'Somebody else looks again.' });
  await post(`${WORK}/roles`, { name: 'Expert', description: 'Knows the period.' });
  const seen = ['NotStarted', 'SecondReview'];
  const workflow = await post<{ id: number }>('/api/v1/workflows/submit', {
    name: 'Two eyes',
    raw_config: {
      roles: ['Annotator', 'Expert'],
      statuses: [...seen, 'Completed'],
      start_status: 'NotStarted',
      allowed_resources_to_roles: {
        Annotator: { view_items: { statuses: seen } },
        Expert: { view_items: { statuses: seen } },
      },
      transitions: [
        { name: 'Hand over', from: 'NotStarted', to: 'SecondReview', allowed_roles: ['Annotator'] },
        { name: 'Agree', from: 'SecondReview', to: 'Completed', allowed_roles: ['Expert'] },
      ],
    },
  });
  await post(`${WORK}/scores`, {
    name: 'Accuracy',
    description: 'How well the annotation matches the instructions.',
    type: 'rating',
    payload: { numberOfStars: 5 },
  });
  await post(`/api/v1/project/${projectId}/exports`, { format: 'coco' });
  const manifest = {
    name: 'Lighthouses',
    description: 'Greets.',
    sdk: '1.0',
    entry: 'main.tsx',
    mounts: [{ place: 'team.page' }, { place: 'project.page' }, { place: 'project.setup' }],
    capabilities: ['projects.read'],
  };
  const app = await post<{ id: number }>(`/team/${teamId}/customapps`, {
    files: {
      'main.tsx': 'export default () => <main><h1>Lighthouses</h1></main>;\n',
      'loupe-app.json': JSON.stringify(manifest),
    },
  });
  await post(`/team/${teamId}/customapps/${app.id}/versions`, {
    revision: 1,
    code: "document.body.innerHTML = '<main><h1>Lighthouses</h1></main>';",
  });
  const pipeline = await post<{ id: number }>('/services/automations/zimmer/api/v1/workflow', {
    name: 'Priority of new items',
    description: '',
    enabled: false,
    graph: sampleGraph,
  });
  const action = await post<{ id: number }>('/services/automations/zimmer/api/v1/custom_task', {
    name: 'Raise priority',
    description: 'Raises the priority of new items.',
    draft: {
      source:
        "import type { Handler } from '@loupe/sdk/automation';\n\nconst handler: Handler = async (event, context, { item }) => item.setPriority(5);\n\nexport default handler;\n",
      hosts: [],
      writes: ['set_priority'],
      secrets: [],
      time_limit: 10,
      memory: 64,
    },
  });
  const webhook = await post<{ webhook: { id: number } }>('/api/v1/webhooks', {
    name: 'Ticket system',
    url: 'https://tickets.example.org/loupe',
    events: ['item.status_changed', 'item.approval_changed'],
    project_ids: [],
  });
  const link = await post<{ token: string }>(`/api/v1/project/${projectId}/public-links`, { kind: 'project' });
  return {
    teamId,
    organizationId: teams.data.find(each => each.id === teamId)!.organization.id,
    projectId,
    folderId,
    workflowId: workflow.id,
    appId: app.id,
    pipelineId: pipeline.id,
    actionId: action.id,
    token: link.token,
    webhookId: webhook.webhook.id,
    errorId: await reportError(client),
  };
}
