import sharp from 'sharp';
import type { Answer, TestApp, TestPerson, TestTeam } from '../../../support/test-app.ts';
import { OPENED_FOLDER } from '../../../support/test-app.ts';
import type { Ids } from './id-fields.ts';
import { makeTiled } from './tiled-world.ts';
import type { Row, Transfer } from './world-calls.ts';
import { makeAutomations } from './world-automations.ts';
import { call, rested } from './world-calls.ts';

/** One way to call: a person of the team, or a token. */
export interface Role {
  readonly name: string;
  request(
    method: string,
    url: string,
    options?: { readonly body?: unknown; readonly bytes?: Buffer; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>;
}

/** A team full of strings that no other team may ever see. */
export interface World {
  readonly canary: string;
  readonly team: TestTeam;
  readonly ids: Ids;
  /** Texts that must not appear in answers to others: the canary and hashes of files. */
  readonly secrets: readonly string[];
  readonly roles: readonly Role[];
}

/** Makes a team with one of everything, each named with the team's canary. */
export async function makeWorld(app: TestApp, name: string): Promise<World> {
  const canary = `CANARY_${name.toUpperCase()}`;
  const low = canary.toLowerCase();
  const team = await app.team(name);
  await app.app.services.teams.update(team.id, { name: `${canary} team`, description: `${canary} description` });
  const mail = (word: string): string => `${word}.${low}@canary.test`;
  const admin = await team.join(mail('admin'), 7);
  const people = {
    projectAdmin: await team.join(mail('boss')),
    annotator: await team.join(mail('ana')),
    qa: await team.join(mail('quinn')),
    contributor: await team.join(mail('idle')),
  };
  const { owner } = team;
  const hashes = new Set<string>();

  const project = await call<Row>(app, owner, 'projects.createProject', {
    body: {
      name: `${canary} project`,
      type: 1,
      description: `${canary} words`,
      instructions_link: `https://${low}.test/read`,
      settings: [
        { attribute: 'ImageAutoAssignEnable', value: 1 },
        { attribute: 'ImageAutoAssignByCategory', value: 1 },
      ],
    },
  });
  const projectId = project?.id;
  const params = { project_id: projectId };
  await call(app, owner, 'projects.shareProject', {
    params,
    body: {
      users: [
        [people.projectAdmin, 3],
        [people.annotator, 1],
        [people.qa, 2],
      ].map(([person, role]) => ({ user_id: (person as TestPerson).email, user_role: role })),
    },
  });
  const contributors = await call<{ data: readonly (Row & { readonly email: string })[] }>(
    app,
    owner,
    'projects.listContributors',
    { params },
  );
  const folder = await call<Row>(app, owner, 'items.createFolder', {
    query: params,
    body: { name: `${canary} folder` },
  });
  const classes = await call<unknown>(app, owner, 'classes.create', {
    query: params,
    body: {
      classes: [
        {
          name: `${canary} class`,
          color: '#CC2244',
          type: 1,
          attribute_groups: [
            { name: `${canary} group`, group_type: 'radio', attributes: [{ name: `${canary} attribute` }] },
          ],
        },
        {
          name: `${canary} second class`,
          color: '#22CC44',
          type: 1,
          attribute_groups: ['one', 'other'].map(word => ({
            name: `${canary} ${word} group`,
            group_type: 'radio',
            attributes: [{ name: `${canary} ${word}` }],
          })),
        },
        { name: `${canary} merged class`, color: '#CCCC22', type: 1, attribute_groups: [] },
        { name: `${canary} tag class`, color: '#2244CC', type: 2, attribute_groups: [] },
      ],
    },
  });
  const items: Row[] = [];
  for (const [index, word] of ['first', 'second', 'third', 'fourth'].entries()) {
    const bytes = await picture(name.charCodeAt(0), index);
    const made = await call<{ item: Row }>(app, owner, 'items.uploadItem', {
      params,
      query: {
        name: `${canary} ${word}.png`,
        ...(folder === undefined || index % 2 === 1 ? {} : { folder_id: folder.id }),
      },
      bytes,
    });
    if (made !== undefined) items.push(made.item);
  }
  const item_ids = items.map(each => each.id);
  const changed = await call<Row>(app, owner, 'items.changeItems', {
    params,
    body: { selection: { item_ids: item_ids.slice(0, 2) }, change: { kind: 'assign', value: people.annotator.email } },
  });
  for (const item_id of item_ids.slice(0, 2)) {
    const sent = await call<{ mask: string }>(app, owner, 'annotations.saveMask', {
      params: { ...params, item_id },
      bytes: await picture(name.charCodeAt(0), 9),
    });
    if (sent !== undefined) hashes.add(sent.mask);
    await call(app, owner, 'annotations.saveAnnotation', {
      params: { ...params, item_id },
      body: { op: crypto.randomUUID(), base: 0, data: { ...annotation(canary, rowsOf(classes)[0]), ...sent } },
    });
    const asset = await call<Record<string, unknown>>(app, owner, 'items.getAsset', { params: { ...params, item_id } });
    for (const hash of JSON.stringify(asset ?? {}).match(/[0-9a-f]{64}/g) ?? []) hashes.add(hash);
  }
  await call(app, owner, 'teams.inviteMembers', {
    params: { team_id: team.id },
    body: { emails: [mail('new')], team_role: 4 },
  });
  const { token } = await invitation(app, team, mail('other'));
  const scores = await makeScores(app, owner, canary);
  const steps = await makeSteps(app, owner, projectId, rowsOf(classes)[0]?.id);
  const vocabulary = await makeVocabulary(app, owner, canary);
  const ofTeam = await makeTeamThings(app, owner, canary, admin, people.qa, people.contributor);
  await call(app, owner, 'form.putForm', {
    params,
    body: { components: [{ id: `${canary} component` }, { id: 'files', type: 'upload' }] },
  });
  const snippet = await call<Row>(app, owner, 'form.createFormSnippet', {
    params,
    body: { name: `${canary} snippet`, components: [{ id: 'kept', type: 'input', label: canary }] },
  });
  await call(app, owner, 'agreement.putAgreementRule', { params, body: { people: 2 } });
  await call(app, owner, 'agreement.giveWork', {
    params,
    body: { item_ids: item_ids.slice(0, 1), emails: [people.annotator.email] },
  });
  const sorted = await makeCategories(app, owner, { project_id: projectId }, folder?.id, item_ids.at(-1), canary);
  const fileUploads = await makeFileUploads(app, owner, projectId, canary);
  const uploads = await makeUploads(app, owner, { ...params, item_id: item_ids[0] }, items[3]?.name);
  const kept = await makeExplore(app, { owner, admin }, { project_id: projectId }, item_ids[0], canary);
  const grouped = await makeGroups(app, owner, team.id, canary);
  const integrations = await makeIntegrations(app, owner, canary);
  const models = await makeModels(app, owner, canary);
  const apps = await makeApps(app, owner, team.id, item_ids[0], canary);
  const transfers = await makeTransfers(app, projectId, owner, canary);
  const rows = await makeRows(app, owner, canary);
  const tiled = await makeTiled(app, owner, canary, await picture(name.charCodeAt(0), 7));
  const automated = await makeAutomations(app, owner, projectId, item_ids, canary);
  const files = [1, 2].map(at =>
    call<Row>(app, owner, 'projects.putInstructionFile', {
      params,
      query: { name: `${canary} ${at}.txt` },
      bytes: Buffer.from(`${canary} file ${at}`),
    }),
  );
  const [instructionFile, secondInstructionFile] = await Promise.all(files);
  const sdk = await app.app.services.sdkTokens.generate(team.id, owner.row.id);
  const role = (word: string, person: TestPerson): Role => ({ name: word, request: person.request });
  const attribute = attributesOf(classes);
  return {
    canary,
    team,
    secrets: [canary, low, ...hashes],
    ids: {
      team: [team.id],
      organization: [team.organizationId],
      person: [people.annotator.row.id],
      email: [people.annotator.email],
      otherEmail: [people.qa.email],
      session: await sessionsOf(owner),
      pendingEmail: [mail('new')],
      invitation: [token],
      version: [1],
      ...(projectId === undefined ? {} : { project: [projectId] }),
      ...(folder === undefined ? {} : { folder: [folder.id], folderName: [folder.name] }),
      ...(changed === undefined ? {} : { itemChange: [changed.id] }),
      ...(items.length === 0
        ? {}
        : { secondItem: [item_ids[1]!], item: item_ids, itemName: items.map(each => each.name) }),
      ...(contributors === undefined
        ? {}
        : { contributor: contributors.data.filter(each => each.email === people.qa.email).map(each => each.id) }),
      ...(classes === undefined
        ? {}
        : {
            tagClass: rowsOf(classes)
              .slice(-1)
              .map(each => each.id),
            targetClass: rowsOf(classes)
              .slice(0, 1)
              .map(each => each.id),
            mergedClass: rowsOf(classes)
              .slice(-2, -1)
              .map(each => each.id),
            class: rowsOf(classes).map(each => each.id),
            className: rowsOf(classes).map(each => each.name),
          }),
      ...(instructionFile === undefined || secondInstructionFile === undefined
        ? {}
        : { instructionFile: [instructionFile.id], secondInstructionFile: [secondInstructionFile.id] }),
      ...(snippet === undefined ? {} : { snippet: [snippet.id] }),
      ...attribute,
      ...scores,
      ...vocabulary,
      ...ofTeam,
      ...steps,
      ...integrations,
      ...models,
      ...apps,
      ...transfers,
      ...rows,
      ...tiled,
      ...automated,
      ...uploads,
      ...fileUploads,
      ...sorted,
      ...kept,
      ...grouped,
    },
    roles: [
      {
        name: 'SDK token',
        request: (method, url, options = {}) =>
          app.request(method, url, {
            ...options,
            headers: { ...options.headers, authorization: sdk, authtype: 'sdk' },
          }),
      },
      role('contributor without project', people.contributor),
      role('annotator', people.annotator),
      role('QA', people.qa),
      role('project admin', people.projectAdmin),
      role('team admin', admin),
      role('owner', owner),
    ],
  };
}

async function sessionsOf(person: TestPerson): Promise<readonly string[]> {
  const { body } = await person.request<{ data: readonly { id: string }[] }>('GET', '/services/auth/sessions');
  return body.data.map(each => each.id);
}

const rowsOf = (answer: unknown): readonly Row[] =>
  (Array.isArray(answer) ? answer : ((answer as { data?: readonly Row[] } | undefined)?.data ?? [])) as readonly Row[];

function attributesOf(classes: unknown): Ids {
  const groups = rowsOf(classes).flatMap(
    each =>
      (each as unknown as { attribute_groups?: readonly { id: number; attributes: readonly Row[] }[] })
        .attribute_groups ?? [],
  );
  const first = groups[0];
  return first === undefined
    ? {}
    : {
        group: [first.id],
        attribute: first.attributes.map(each => each.id),
        secondGroup: [groups[1]!.id],
        secondAttribute: groups[2]!.attributes.map(each => each.id),
      };
}

/** Two score templates: one to use, one to delete. */
async function makeScores(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  const make = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'scores.createScore', {
      body: { name: `${canary} ${word}`, type: 'rating', payload: { numberOfStars: 5 } },
    });
  const [first, second] = [await make('score'), await make('second score')];
  return first === undefined || second === undefined ? {} : { score: [first.id], secondScore: [second.id] };
}

/** Statuses, roles and workflows of the team: one of each to use, one to delete. */
async function makeVocabulary(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
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
async function makeTeamThings(
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

async function makeSteps(
  app: TestApp,
  owner: TestPerson,
  project_id: number | undefined,
  class_id: number | undefined,
): Promise<Ids> {
  if (class_id === undefined) return {};
  await call(app, owner, 'steps.replaceSteps', {
    params: { project_id },
    body: { steps: [{ step: 1, class_id, tool: 1 }] },
  });
  const steps = await call<unknown>(app, owner, 'steps.getSteps', { params: { project_id } });
  return steps === undefined ? {} : { step: rowsOf(steps).map(each => each.id) };
}

/** A small picture that is the team's alone. */
function picture(red: number, index: number): Promise<Buffer> {
  return sharp({ create: { width: 24 + index, height: 16, channels: 3, background: { r: red, g: 40 * index, b: 90 } } })
    .png()
    .toBuffer();
}

function annotation(canary: string, made: Row | undefined): object {
  const author = { email: `ana.${canary.toLowerCase()}@canary.test`, role: 'Annotator' };
  return {
    metadata: { name: 'sample', width: 24, height: 16 },
    instances: [
      {
        id: crypto.randomUUID(),
        type: 'bbox',
        classId: made?.id ?? -1,
        ...(made === undefined ? {} : { className: made.name }),
        attributes: [],
        probability: 100,
        points: { x1: 1, y1: 1, x2: 9, y2: 8 },
        createdBy: author,
        creationType: 'Manual',
      },
    ],
    tags: [`${canary} tag`],
    comments: [
      {
        id: crypto.randomUUID(),
        x: 2,
        y: 2,
        resolved: false,
        correspondence: [{ text: `${canary} remark`, email: author.email, role: 'QA' }],
      },
    ],
  };
}

async function invitation(app: TestApp, team: TestTeam, email: string): Promise<{ readonly token: string }> {
  const { members, contexts, teams } = app.app.services;
  const user = { id: team.owner.row.id, email: team.owner.email, firstName: '', lastName: '', superAdmin: false };
  const context = contexts.make({
    requestId: 'world',
    credential: 'session',
    user,
    team: (await teams.standing(user, team.id))!,
    scope: {},
    address: '',
    log: app.app.http.log as never,
    signal: new AbortController().signal,
    enablement: new Map(),
  });
  return members.invitations.invite(context, email, 4);
}

/** A category, a copy of nothing that can be asked after, and an item to delete. */
async function makeCategories(
  app: TestApp,
  owner: TestPerson,
  params: { readonly project_id?: number | undefined },
  folder_id: number | undefined,
  item: number | undefined,
  canary: string,
): Promise<Ids> {
  if (folder_id === undefined || item === undefined) return {};
  await call(app, owner, 'projects.updateSettings', {
    params,
    body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
  });
  const made = await call<{ data: readonly Row[] }>(app, owner, 'categories.createCategories', {
    query: params,
    body: { bulk: [{ name: `${canary} category` }] },
  });
  const copy = await call<{ poll_id: number }>(app, owner, 'items.copyItems', {
    query: params,
    body: { image_names: ['none'], source_folder_id: folder_id, destination_folder_id: folder_id },
  });
  return {
    lastItem: [item],
    ...(made === undefined ? {} : { category: made.data.map(each => each.id) }),
    ...(copy === undefined ? {} : { copy: [copy.poll_id] }),
  };
}

/** Two large annotations on their way, and a deletion of annotations. */
async function makeUploads(
  app: TestApp,
  owner: TestPerson,
  { project_id, item_id }: { readonly project_id?: number | undefined; readonly item_id: number | undefined },
  name: string | undefined,
): Promise<Ids> {
  const start = (): Promise<{ upload_id: string } | undefined> =>
    call(app, owner, 'annotation-api.startLarge', { params: { item_id }, query: { project_id } });
  const [first, second] = [await start(), await start()];
  const removal = await call<{ poll_id: number }>(app, owner, 'annotation-api.clearAnnotations', {
    query: { project_id },
    body: { image_names: [name] },
  });
  return first === undefined || second === undefined || removal === undefined
    ? {}
    : { annotationUpload: [first.upload_id], secondUpload: [second.upload_id], removal: [removal.poll_id] };
}

/** An upload that waits for its bytes, and one that has become an item. */
async function makeFileUploads(
  app: TestApp,
  owner: TestPerson,
  projectId: number | undefined,
  canary: string,
): Promise<Ids> {
  if (!app.app.operations.some(each => each.name === 'createUpload')) return {};
  const bytes = await picture(3, 5);
  const begin = async (word: string, length: number, sent?: Buffer): Promise<string> => {
    const { headers } = await owner.request(
      'POST',
      `/api/v1/project/${projectId}/uploads?name=${encodeURIComponent(`${canary} ${word}.png`)}`,
      {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          ...(sent === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
        },
        ...(sent === undefined ? {} : { bytes: sent }),
      },
    );
    return String(headers['location']).split('/').at(-1)!;
  };
  return { fileUpload: [await begin('upload', 10)], finishedUpload: [await begin('uploaded', bytes.length, bytes)] };
}

/** Two subsets, two boards, a telemetry report, a saved query, a bookmark of somebody who is not signed out on the way, a link, and a field of custom metadata. */
async function makeExplore(
  app: TestApp,
  { owner, admin }: { readonly owner: TestPerson; readonly admin: TestPerson },
  query: { readonly project_id?: number | undefined },
  item_id: number | undefined,
  canary: string,
): Promise<Ids> {
  await call(app, owner, 'item-fields.createFields', {
    query,
    body: { data: { [`${canary} field`]: { type: 'string' } } },
  });
  const subsets = await call<readonly Row[]>(app, owner, 'explore.createSubsets', {
    query,
    body: { names: [`${canary} subset`, `${canary} second subset`] },
  });
  const saved = await call<Row>(app, owner, 'explore.createQuery', {
    query,
    body: { name: `${canary} query`, text: `name = ${canary}` },
  });
  const mark = await call<Row>(app, admin, 'explore.createBookmark', {
    query,
    body: { item_id, note: `${canary} note` },
  });
  const link = await call<{ hash: string }>(app, owner, 'explore.createHash', { query, body: { level: canary } });
  const board = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'insights.createBoard', { query, body: { name: `${canary} ${word}`, charts: [] } });
  const [kept, deleted] = [await board('board'), await board('second board')];
  const report = await call<Row>(app, owner, 'telemetry.createTelemetryReport', {
    body: { type: 'time', from: '2026-01-01', to: '2026-01-31' },
  });
  if (
    report === undefined ||
    kept === undefined ||
    deleted === undefined ||
    subsets === undefined ||
    saved === undefined ||
    mark === undefined ||
    link === undefined
  )
    return {};
  return {
    subset: [subsets[0]!.id],
    secondSubset: [subsets[1]!.id],
    savedQuery: [saved.id],
    bookmark: [mark.id],
    hash: [link.hash],
    board: [kept.id],
    secondBoard: [deleted.id],
    telemetryReport: [report.id],
  };
}

/** Groups and skeleton templates: one of each to use, one to delete. */
async function makeGroups(app: TestApp, owner: TestPerson, team_id: number, canary: string): Promise<Ids> {
  const group = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'groups.createGroup', { params: { team_id }, body: { name: `${canary} ${word}` } });
  const template = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'skeletons.createTemplate', {
      body: { name: `${canary} ${word}`, data: { points: [{ x: 1, y: 1 }] } },
    });
  const groups = [await group('group'), await group('second group')];
  const templates = [await template('template'), await template('second template')];
  return {
    ...(groups[0] === undefined || groups[1] === undefined
      ? {}
      : { teamGroup: [groups[0].id], secondTeamGroup: [groups[1].id] }),
    ...(templates[0] === undefined || templates[1] === undefined
      ? {}
      : { template: [templates[0].id], secondTemplate: [templates[1].id] }),
  };
}

/** Two integrations with the one folder that test apps open: one to use, one to delete. */
async function makeIntegrations(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  const make = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'integrations.createIntegration', {
      body: { name: `${canary} ${word}`, type: 4, config: { folder: OPENED_FOLDER } },
    });
  const [first, second] = [await make('storage'), await make('second storage')];
  return first === undefined || second === undefined ? {} : { integration: [first.id], secondIntegration: [second.id] };
}

/** Custom apps: one that is published, opened to all and keeps data, and one to delete. */
async function makeApps(
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
async function makeModels(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
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

/** A finished download of the whole project and an import that was looked through. */
async function makeTransfers(
  app: TestApp,
  project_id: number | undefined,
  owner: TestPerson,
  canary: string,
): Promise<Ids> {
  const made = await call<Transfer>(app, owner, 'exchange.createExport', {
    params: { project_id },
    body: { format: 'json' },
  });
  const second = await call<Transfer>(app, owner, 'exchange.createExport', {
    params: { project_id },
    body: { format: 'coco' },
  });
  const classes = [{ name: `${canary} imported`, color: '#2288CC', type: 1, attribute_groups: [] }];
  const send = (): Promise<Transfer | undefined> =>
    call<Transfer>(app, owner, 'exchange.uploadImport', {
      params: { project_id },
      query: { name: 'classes.json' },
      bytes: Buffer.from(JSON.stringify(classes)),
    });
  const [sent, sentAgain] = [await send(), await send()];
  if (made === undefined || second === undefined || sent === undefined || sentAgain === undefined) return {};
  for (const { id } of [made, second])
    await rested(app, owner, 'exchange.getProjectExport', { project_id, export_id: id });
  for (const { id } of [sent, sentAgain]) await rested(app, owner, 'exchange.getImport', { project_id, import_id: id });
  return {
    export: [made.id],
    secondExport: [second.id],
    import: [sent.id],
    secondImport: [sentAgain.id],
    job: [made.job_id!],
  };
}

/** A project with a form, two imports of rows that were looked through, a file that waits for its bytes, and one that has arrived. */
async function makeRows(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  if (!app.app.operations.some(each => each.name === 'createRowUpload')) return {};
  const project = await call<Row>(app, owner, 'projects.createProject', { body: { name: `${canary} form`, type: 8 } });
  if (project === undefined) return {};
  const folder = await call<Row>(app, owner, 'items.createFolder', {
    query: { project_id: project.id },
    body: { name: `${canary} rows` },
  });
  const begin = async (length: number, sent?: Buffer): Promise<{ readonly token: string; readonly id?: number }> => {
    const { headers, body } = await owner.request<{ id?: number }>(
      'POST',
      `/api/v1/project/${project.id}/rows/uploads?name=${encodeURIComponent(`${canary}.csv`)}`,
      {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          ...(sent === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
        },
        ...(sent === undefined ? {} : { bytes: sent }),
      },
    );
    return { token: String(headers['location']).split('/').at(-1)!, ...(body.id === undefined ? {} : { id: body.id }) };
  };
  const content = Buffer.from(`_item_name\n${canary} row\n`);
  const [waits, first, second] = [
    await begin(10),
    await begin(content.length, content),
    await begin(content.length, content),
  ];
  for (const { id } of [first, second]) {
    for (let tries = 0; tries < 400; tries++) {
      if (
        (
          await call<{ status: number }>(app, owner, 'form-rows.getRowImport', {
            params: { project_id: project.id, row_import_id: id },
          })
        )?.status !== 2
      )
        break;
      await new Promise(done => setTimeout(done, 25));
    }
  }
  return {
    formProject: [project.id],
    ...(folder === undefined ? {} : { formFolder: [folder.id] }),
    rowUpload: [waits.token],
    finishedRowUpload: [first.token],
    rowImport: [first.id!],
    secondRowImport: [second.id!],
  };
}
