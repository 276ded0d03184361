import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Licence, PlanView } from '../common/api.ts';
import { billingApi, licencesApi, planApi } from '../common/api.ts';

const { listLicences, setLicence } = licencesApi.operations;
const free = { members: null, projects: null, items: null };

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let root: TestPerson;

  const licence = async (): Promise<Licence> =>
    (
      await root.call<{ data: readonly Licence[] }>('main', listLicences, { query: { search: 'Alpha' } })
    ).body.data.find(each => each.organization_id === team.organizationId)!;
  const change = async (body: object, by = root): Promise<Answer<Licence & { readonly code?: string }>> =>
    by.call('main', setLicence, {
      params: { organization_id: team.organizationId },
      body: { plan: 3, trial: false, expires: null, limits: free, version: (await licence()).version, ...body },
    });
  const makeProject = (name: string): Promise<Answer<{ readonly id: number; readonly code?: string }>> =>
    owner.request('POST', '/project', { body: { name, type: 1 } });
  const billing = <T>(name: keyof typeof billingApi.operations, by: TestPerson, body?: object): Promise<Answer<T>> =>
    by.call<T>('main', billingApi.operations[name], {
      query: { team_id: team.id },
      ...(body === undefined ? {} : { body }),
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'items', 'teams', 'administration', 'billing'] });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
    ({ owner } = team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should be set by super-admins, whole and only on top of what they saw', async () => {
    expect((await change({}, owner)).status).toBe(403);
    expect((await change({ plan: 7 })).status).toBe(400);
    expect((await change({ limits: { ...free, members: -1 } })).status).toBe(400);
    expect((await change({ plan: 2 })).body).toMatchObject({ plan: 2, state: 'active', limits: free });
    expect(await change({ version: 1 })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(
      (await owner.call('main', planApi.operations.getPlan, { params: { organization_id: team.organizationId } })).body,
    ).toMatchObject({ licence: { plan: 2 }, plans: [{ id: 3 }, { id: 1 }, { id: 2, current: true }, { id: 99 }] });
    await change({});
  });

  it('should make data read-only once the trial of 14 days or the licence has ended', async () => {
    expect((await change({ trial: true })).body).toMatchObject({ state: 'trial', trial_days_left: 14 });
    expect((await makeProject('On trial')).status).toBeLessThan(300);
    const age = (days: number): Promise<unknown> =>
      app.database.system('a test').transaction(trx =>
        sql`update tenancy.organization set trial_started_at = now() - make_interval(days => ${days})
            where id = ${team.organizationId}`.execute(trx),
      );
    await age(13);
    expect(await licence()).toMatchObject({ state: 'trial', trial_days_left: 1 });
    await age(14);
    expect(await licence()).toMatchObject({ state: 'trial_ended', trial_days_left: -1 });
    // Any change of the licence is seen by the next call; time alone within two seconds.
    await change({ trial: true, expires: '2020-01-01T00:00:00.000Z' });
    expect(await makeProject('Too late')).toMatchObject({ status: 402, body: { code: 'CONTRACT_EXPIRED' } });
    await change({ trial: true });
    await age(14);
    app.app.services.teams.forget();
    expect(await makeProject('Too late')).toMatchObject({ status: 402, body: { code: 'TRIAL_EXPIRED' } });
    expect((await owner.request('GET', '/api/v1/projects')).status).toBe(200);
    await change({});
    expect((await makeProject('In time')).status).toBeLessThan(300);
  });

  it('should let in as many people and take as many items as the licence allows, counted as they are now', async () => {
    await change({ limits: { ...free, members: 2, items: 1 } });
    const invite = (email: string): Promise<Answer<{ readonly code?: string }>> =>
      owner.request('POST', `/api/v1/team/${team.id}/inviteUsers`, { body: { emails: [email], team_role: 4 } });
    await invite('ana@alpha.test');
    expect(JSON.stringify((await invite('bob@alpha.test')).body)).toContain('allows 2 people');
    // Inviting somebody again needs no more room.
    expect(JSON.stringify((await invite('ana@alpha.test')).body)).not.toContain('allows 2 people');
    expect((await licence()).usage).toMatchObject({ members: 2, teams: 1 });

    const { id } = (await makeProject('Full')).body;
    const attach = (name: string): Promise<Answer<readonly { readonly id: number }[]>> =>
      owner.request('POST', '/image/ext-create', {
        body: { project_id: id, upload_state: 3, images: [{ name, path: `https://files.test/${name}` }], meta: {} },
      });
    const [first] = (await attach('a.jpg')).body;
    expect(await attach('b.jpg')).toMatchObject({
      status: 422,
      body: { code: 'PLAN_LIMIT', error: 'The number of items exceeds the limit of 1 items per plan.' },
    });
    expect((await owner.request('GET', `/project/${id}/limitationDetails`)).body).toMatchObject({
      user_limit: { max_image_count: 1, remaining_image_count: 0 },
    });

    // What is deleted or taken back counts no longer.
    await owner.request('PUT', `/image/delete/images?project_id=${id}`, { body: { image_ids: [first!.id] } });
    expect((await attach('b.jpg')).body).toHaveLength(1);
    await owner.request('DELETE', `/team/${team.id}/invite`, { body: { e_mail: 'ana@alpha.test' } });
    expect((await licence()).usage).toMatchObject({ members: 1, items: 1 });
    await change({});
  });

  it('should show plans and usage to admins, and take no payment without a provider', async () => {
    const ana = await team.join('annotator@alpha.test');
    expect((await billing('planDetails', ana)).status).toBe(403);
    expect((await billing<readonly PlanView[]>('listPlans', owner)).body.map(each => each.name)).toEqual([
      'Enterprise',
      'Pro',
      'Starter',
      'Free',
    ]);
    expect((await billing('planDetails', owner)).body).toMatchObject({ plan: 3, state: 'active' });
    expect((await billing('getCustomer', owner)).body).toMatchObject({
      email: owner.email,
      provider: 'none',
      cards: [],
    });
    expect((await billing('listInvoices', owner)).body).toEqual({ data: [], count: 0 });
    expect((await billing('billingReport', owner)).body).toMatchObject({ data: [{ team: 'Alpha team', items: 1 }] });
    const refused = { status: 409, body: { code: 'BILLING_PROVIDER_NONE' } };
    for (const [name, body] of [
      ['createSubscription', { plan: 1 }],
      ['changeSubscription', { plan: 1 }],
      ['cancelSubscription', undefined],
      ['previewInvoice', { plan: 1 }],
      ['attachCard', { token: 'x' }],
      ['detachCard', { card: 'x' }],
    ] as const)
      expect(await billing(name, owner, body), name).toMatchObject(refused);
  });
});
