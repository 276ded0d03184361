import { afterAll, beforeAll, expect, it } from 'vitest';
import { permissionGroups } from '#core/permissions/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { searchApi } from '../common/search-api.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let project: number;
  const search = (query: string) =>
    ana.call<readonly { readonly name: string }[]>('explore', searchApi.operations.search, {
      query: { project_id: project },
      body: { query },
    });

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    const script = await scriptClient(app, team);
    project = await scriptProject(script, 'Rights');
    ana = await team.join('ana@x.io');
    const params = { project_id: project };
    await team.owner.call('main', contributorsApi.operations.shareProject, {
      params,
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: (await team.join('rita@x.io')).email, user_role: 2 },
          { user_id: (await team.join('carl@x.io')).email, user_role: 1 },
        ],
      },
    });
    const { body } = await script.call<readonly { id: number }[]>('main', 'POST', '/image/ext-create', {
      body: {
        project_id: project,
        team_id: team.id,
        images: ['mine', 'other'].map(name => ({ name, path: `https://files.test/${name}` })),
        upload_state: 3,
        meta: {},
      },
    });
    await team.owner.call('main', itemChangeApi.operations.changeItems, {
      params,
      body: { selection: { item_ids: [body[0]!.id] }, change: { kind: 'assign', value: ana.email } },
    });
    await team.owner.call('main', itemChangeApi.operations.changeItems, {
      params,
      body: { selection: { item_ids: [body[0]!.id] }, change: { kind: 'assign', value: 'rita@x.io' } },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('refuses people who were not given Explore', async () => {
    expect(await search('')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(
      (await ana.call('explore', searchApi.operations.permissions, { query: { project_id: project } })).body,
    ).toEqual({ actions: [], allowed: false });
  });

  it('lets a contributor find, and count, only what they see', async () => {
    const explore = permissionGroups
      .flatMap(each => each.permissions.map(permission => ({ ...permission, label: each.label })))
      .filter(each => each.label === 'projectUser' && /explore/i.test(each.name));
    const { body: people } = await team.owner.call<{
      readonly data: readonly { readonly id: number; readonly email: string }[];
    }>('main', contributorsApi.operations.listContributors, { params: { project_id: project } });
    const contributor = people.data.find(each => each.email === ana.email)!;
    const granted = await team.owner.call('main', contributorsApi.operations.updateContributor, {
      params: { project_id: project, contributor_id: contributor.id },
      body: { permissions: explore.map(each => each.id) },
    });
    expect(granted.status).toBe(200);
    expect((await search('')).body.map(each => each.name)).toEqual(['mine']);
    expect((await search('NOT name = nothing')).body.map(each => each.name)).toEqual(['mine']);
    expect(
      (await ana.call('explore', searchApi.operations.count, { query: { project_id: project }, body: { query: null } }))
        .body,
    ).toMatchObject({ count: 1 });
  });

  it('hides from an annotator where reviewers work', async () => {
    for (const query of [
      'assignment.email = rita@x.io',
      'assignment.email != rita@x.io',
      'NOT assignment.email in [rita@x.io, ana@x.io]',
      'assignment.QA(email = RITA@x.io)',
      'name = mine ORDER BY assignmentCount(email = rita@x.io)',
    ]) {
      expect([query, await search(query)]).toMatchObject([
        query,
        { status: 403, body: { code: 'FORBIDDEN', details: { field: 'assignment.email' } } },
      ]);
    }
    const found = async (query: string) => (await search(query)).body.map(each => each.name);
    expect(await found('assignment.email contains "rita"')).toEqual([]);
    expect(await found('assignmentCount() > 1')).toEqual([]);
    expect(await found('assignment.QA(email contains "@")')).toEqual([]);
    expect(await found('assignment.email = me()')).toEqual(['mine']);
    expect(await found('assignment.email = carl@x.io')).toEqual([]);
    const ownerFinds = await team.owner.call<readonly { readonly name: string }[]>(
      'explore',
      searchApi.operations.search,
      { query: { project_id: project }, body: { query: 'assignment.email = rita@x.io' } },
    );
    expect(ownerFinds.body.map(each => each.name)).toEqual(['mine']);
  });

  it('hides answers that the form hides from a role', async () => {
    const form = await scriptProject(await scriptClient(app, team), 'Hidden answers', 8);
    const params = { project_id: form };
    const components = [
      { id: 'open', type: 'input', value: '' },
      {
        id: 'box',
        type: 'container',
        permissions: [{ roles: [1], statuses: [2], visibility: 2 }],
        children: [{ id: 'verdict', type: 'radio', options: [{ value: 'good' }, { value: 'bad' }] }],
      },
    ];
    await team.owner.request('POST', `/project/${form}/custom-editor-template`, { body: { components } });
    await team.owner.call('main', contributorsApi.operations.shareProject, {
      params,
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const { body: items } = await team.owner.request<readonly { readonly id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: form,
        team_id: team.id,
        images: ['one', 'two'].map(name => ({ name })),
        upload_state: 3,
        meta: {},
      },
    });
    for (const [at, { id }] of items.entries()) {
      await team.owner.request(
        'PUT',
        `/services/assets/api/v4/items/${id}/annotations/upload?team_id=${team.id}&project_id=${form}&overwrite=true`,
        {
          body:
            at === 0
              ? { metadata: { name: 'x' }, data: { open: { value: 'words' }, verdict: { value: 'good' } } }
              : {
                  metadata: { name: 'x' },
                  instances: ['open', 'verdict'].map(each => ({
                    type: 'tag',
                    className: each,
                    component_id: each,
                    element_path: [each],
                    attributes: [{ groupName: `value_${each}`, name: each === 'open' ? 'words' : 'bad' }],
                  })),
                },
        },
      );
      await team.owner.call('main', itemChangeApi.operations.changeItems, {
        params,
        body: { selection: { item_ids: [id] }, change: { kind: 'assign', value: ana.email } },
      });
    }
    const explore = permissionGroups
      .flatMap(each => each.permissions.map(permission => ({ ...permission, label: each.label })))
      .filter(each => each.label === 'projectUser' && /explore/i.test(each.name));
    const { body: people } = await team.owner.call<{
      readonly data: readonly { readonly id: number; readonly email: string }[];
    }>('main', contributorsApi.operations.listContributors, { params });
    await team.owner.call('main', contributorsApi.operations.updateContributor, {
      params: { ...params, contributor_id: people.data.find(each => each.email === ana.email)!.id },
      body: { permissions: explore.map(each => each.id) },
    });
    const ask = async (person: TestPerson, query: string) => {
      const { status, body } = await person.call<readonly { readonly name: string }[]>(
        'explore',
        searchApi.operations.search,
        { query: { project_id: form }, body: { query } },
      );
      return status === 200 ? body.map(each => each.name) : status;
    };
    expect([
      await ask(team.owner, 'component.verdict = good'),
      await ask(ana, 'component.verdict = good'),
      await ask(ana, 'component.verdict IS NOT EMPTY'),
    ]).toEqual([['one'], [], []]);
    expect([
      await ask(team.owner, 'instance(className = verdict)'),
      await ask(ana, 'instance(className = verdict)'),
    ]).toEqual([['two'], []]);
    expect([
      await ask(team.owner, 'instance(attributes.name = bad)'),
      await ask(ana, 'instance(attributes.name = bad)'),
      await ask(ana, 'component.open CONTAINS words'),
    ]).toEqual([['two'], [], ['one', 'two']]);
    const classesOf = async (person: TestPerson) =>
      new Set(
        (
          await person.call<readonly { readonly className: string | null }[]>(
            'explore',
            searchApi.operations.searchInstances,
            { query: { project_id: form }, body: { query: '' } },
          )
        ).body.map(each => each.className),
      );
    expect([await classesOf(team.owner), await classesOf(ana)]).toEqual([
      new Set(['open', 'verdict']),
      new Set(['open']),
    ]);
  });
});
