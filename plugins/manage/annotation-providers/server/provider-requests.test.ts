import { afterAll, beforeAll, expect, it } from 'vitest';
import { Addresses } from '#core/auth/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ProviderRequest, SentRequest } from '../common/api.ts';
import { providersApi } from '../common/api.ts';

const operations = providersApi.operations;
type List = { readonly data: readonly ProviderRequest[]; readonly count: number };

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let provider: TestPerson;
  let other: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['annotation-providers'], jobs: false });
    team = await app.team('Alpha');
    provider = await team.join('pia@provider.test');
    other = await team.join('otto@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const makeProject = async (name: string): Promise<number> =>
    (await team.owner.request<{ id: number }>('POST', '/project', { body: { name, type: 1 } })).body.id;
  const send = (
    projectId: number,
    e_mail: string,
    more: object = {},
    by = team.owner,
  ): Promise<Answer<SentRequest & { code?: string }>> =>
    by.call('main', operations.sendToProvider, { params: { project_id: projectId }, body: { e_mail, ...more } });
  const listed = async (projectId: number): Promise<List> =>
    (await team.owner.call<List>('main', operations.listProviderRequests, { params: { project_id: projectId } })).body;
  const received = async (by = provider): Promise<List> =>
    (await by.call<List>('main', operations.listReceivedRequests)).body;
  const answer = (
    request: ProviderRequest,
    state: string,
    by = provider,
  ): Promise<Answer<ProviderRequest & { code?: string }>> =>
    by.call('main', operations.answerProviderRequest, {
      params: { request_id: request.id },
      body: { state, version: request.version, note: 'Done by Friday' },
    });
  const decide = (request: ProviderRequest, state: string): Promise<Answer<ProviderRequest & { code?: string }>> =>
    team.owner.call('main', operations.decideProviderRequest, {
      params: { project_id: request.project_id, request_id: request.id },
      body: { state, version: request.version },
    });
  const sees = async (projectId: number): Promise<number> =>
    (await provider.request('GET', `/project/${projectId}`)).status;

  it('should share a project with a provider, once while they have it, and show its state to both sides', async () => {
    const project = await makeProject('Cells');
    const sent = await send(project, provider.email, { message: 'Please box every cell.' });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body).toMatchObject({ state: 'sent', provider: provider.email, mail: 'none', unmailed: null });
    expect(sent.body.link).toMatch(/\/t\/\d+\/provider-requests$/);
    expect((await send(project, provider.email)).body.id).toBe(sent.body.id);
    expect(await sees(project)).toBe(200);
    expect((await received()).data).toMatchObject([
      { project: 'Cells', message: 'Please box every cell.', state: 'sent' },
    ]);
    expect((await received(other)).count).toBe(0);

    const accepted = await answer(sent.body, 'accepted');
    expect(accepted.body).toMatchObject({ state: 'accepted', note: 'Done by Friday' });
    expect((await answer(sent.body, 'declined')).body.code).toBe('CONFLICT');
    expect((await answer(accepted.body, 'declined')).body.code).toBe('REQUEST_STATE');
    const delivered = await answer(accepted.body, 'delivered');
    const returned = await decide(delivered.body, 'accepted');
    const again = await answer(returned.body, 'delivered');
    expect((await decide(again.body, 'completed')).body.state).toBe('completed');
    expect((await listed(project)).data.map(each => each.state)).toEqual(['completed']);
    // What is completed can be sent again.
    expect((await send(project, provider.email)).body.state).toBe('sent');
    expect((await listed(project)).count).toBe(2);
  });

  it.each(['declined', 'withdrawn'] as const)(
    'should take the project from the provider once it is %s',
    async state => {
      const project = await makeProject(`To be ${state}`);
      const { body } = await send(project, provider.email);
      expect(await sees(project)).toBe(200);
      expect((await (state === 'declined' ? answer(body, state) : decide(body, state))).body.state).toBe(state);
      expect(await sees(project)).toBe(404);
    },
  );

  it('should change neither the role nor the access of somebody who works in the project already', async () => {
    const project = await makeProject('Shared before');
    await team.owner.request('POST', `/project/${project}/share`, {
      body: { user_id: provider.email, user_role: projectRoles.annotator },
    });
    const { body } = await send(project, provider.email);
    expect(body.user_role).toBe(projectRoles.annotator);
    expect((await decide(body, 'withdrawn')).body.state).toBe('withdrawn');
    expect(await sees(project)).toBe(200);
  });

  it('should invite a provider who is no member, and be for who may share the project alone', async () => {
    const project = await makeProject('Invited');
    const { body } = await send(project, 'new@provider.test');
    expect(body.link).toMatch(/\/invite\//);
    const token = body.link!.split('/').at(-1)!;
    const accept = { first_name: 'Nia', last_name: 'Ray', password: 'a long passphrase 1' };
    expect((await app.request('POST', `/api/v1/invitations/${token}/accept`, { body: accept })).status).toBe(200);
    expect((await send(project, 'x@provider.test', {}, provider)).status).toBe(404);
    // A Project Admin may share with members, but neither invite people nor make another Project Admin.
    await team.owner.request('POST', `/project/${project}/share`, {
      body: { user_id: other.email, user_role: projectRoles.projectAdmin },
    });
    expect((await send(project, 'y@provider.test', { user_role: 1 }, other)).status).toBe(403);
    expect((await send(project, provider.email, {}, other)).status).toBe(403);
    expect((await send(project, provider.email, { user_role: 1 }, other)).status).toBe(200);
    const [request] = (await received()).data;
    const gone = { project_id: project, user_id: [provider.email] };
    await team.owner.request('DELETE', `/project/${project}/share/bulk`, { body: gone });
    expect((await send(project, provider.email)).body.id).toBe(request!.id);
    expect(await sees(project)).toBe(200);
    expect((await answer(request!, 'accepted', other)).status).toBe(404);
    await team.owner.request('DELETE', `/team/${team.id}/member`, { body: { e_mail: 'new@provider.test' } });
    const states = (await listed(project)).data.filter(each => each.provider === 'new@provider.test');
    expect(states.map(each => each.state)).toEqual(['withdrawn']);
  });

  it('should invite nobody for a role that the project lacks, and name the roles it has', async () => {
    const project = await makeProject('Wrong role');
    const { status, body } = await send(project, 'never@provider.test', { user_role: 4711 });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('body.user_role')]);
    const { body: members } = await team.owner.request<{ data: { email: string }[] }>('GET', '/users');
    expect(members.data.map(each => each.email)).not.toContain('never@provider.test');
  });

  it('should ask somebody outside of the team by the address they sign in with now', async () => {
    const { owner: outside } = await app.team('Beta');
    await app.app.plugins.service('annotation-providers', Addresses).change(outside.row.id, 'moved@provider.test');
    const project = await makeProject('Moved');
    const { body } = await send(project, 'moved@provider.test');
    expect(body.provider).toBe(outside.email);
    const token = body.link!.split('/').at(-1)!;
    const accepted = await outside.request('POST', `/api/v1/invitations/${token}/accept`, { body: {} });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    const again = await send(project, 'moved@provider.test');
    expect([again.body.id, again.body.link]).toEqual([body.id, expect.stringContaining('/provider-requests')]);
  });
});
