import type { Answer, TestApp, TestPerson, TestTeam } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import { makeCloud } from './cloud-world.ts';
import { makeTiled } from './tiled-world.ts';
import { makeEvaluations } from './world-evaluation.ts';
import { makeExplore } from './world-explore.ts';
import {
  rowsOf,
  attributesOf,
  makeSteps,
  makeProviderRequests,
  picture,
  annotation,
  makeCategories,
  makeUploads,
  makeFileUploads,
  makeTransfers,
  makeRows,
} from './world-project.ts';
import {
  makeScores,
  makeVocabulary,
  makeTeamThings,
  invitation,
  makeGroups,
  makeIntegrations,
  makeApps,
  makeModels,
} from './world-team.ts';
import type { Row } from './world-calls.ts';
import { makeOrganization } from './world-organization.ts';
import { makeAutomations } from './world-automations.ts';
import { call } from './world-calls.ts';

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
  const request = await makeProviderRequests(app, owner, projectId, [people.qa.email, people.annotator.email], canary);
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
  await call(app, owner, 'gold-items.putGoldShare', { params, body: { percent: 5 } });
  await call(app, owner, 'agreement.putAgreementRule', { params, body: { people: 2 } });
  await call(app, owner, 'agreement.giveWork', {
    params,
    body: { item_ids: item_ids.slice(0, 1), emails: [people.annotator.email] },
  });
  const sorted = await makeCategories(app, owner, { project_id: projectId }, folder?.id, item_ids.at(-1), canary);
  const fileUploads = await makeFileUploads(app, owner, projectId, canary);
  const uploads = await makeUploads(app, owner, { ...params, item_id: item_ids[0] }, items[3]?.name);
  const kept = await makeExplore(app, { owner, admin }, projectId, item_ids[0], rowsOf(classes).at(-1)?.id, canary);
  const evaluations = await makeEvaluations(app, owner, projectId, item_ids[0], canary);
  const grouped = await makeGroups(app, owner, team.id, canary);
  const integrations = await makeIntegrations(app, owner, canary);
  const models = await makeModels(app, owner, canary);
  const apps = await makeApps(app, owner, team.id, item_ids[0], canary);
  const transfers = await makeTransfers(app, projectId, owner, canary);
  const rows = await makeRows(app, owner, canary);
  const tiled = await makeTiled(app, team.id, owner, canary, await picture(name.charCodeAt(0), 7));
  const cloud = await makeCloud(app, owner, canary, name.charCodeAt(0));
  const automated = await makeAutomations(app, owner, projectId, item_ids, canary);
  const ofOrganization = await makeOrganization(app, team, canary);
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
      ...cloud,
      ...automated,
      ...uploads,
      ...fileUploads,
      ...sorted,
      ...kept,
      ...evaluations,
      ...grouped,
      ...ofOrganization,
      ...request,
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
