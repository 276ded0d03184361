import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const WM = '/services/work-management/api/v1';
const QUERY = 'entity=Project&parentEntity=Team';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let project: number;
  const field = async (name: string, view: readonly number[]): Promise<number> =>
    (
      await team.owner.request<{ id: number }>('POST', `${WM}/customfieldtemplates?${QUERY}`, {
        body: { name, component_id: 1, access: { view, edit: [] } },
      })
    ).body.id;
  const put = (id: number, value: string): Promise<{ status: number }> =>
    team.owner.request('PATCH', `${WM}/customentities/${project}?${QUERY}`, {
      body: { customField: { custom_field_values: { [id]: value } } },
    });
  const search = (
    by: TestPerson,
    query: object,
  ): Promise<{ status: number; body: { code?: string; data?: readonly { customField: unknown }[] } }> =>
    by.request('POST', `${WM}/customentities/search?${QUERY}`, { body: { query } });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'items', 'custom-fields'], jobs: false });
    team = await app.team('North');
    ana = await team.join('ana@x.org');
    project = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 1 } })).body.id;
    await team.owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should let contributors ask only for the fields of projects that their role in the team sees', async () => {
    const [open, secret] = [await field('Open', [4]), await field('Secret', [])];
    for (const id of [open, secret]) expect((await put(id, 'x')).status).toBe(200);
    const by = (id: number): object => ({ search: { [`customField.custom_field_values.${id}`]: { $eq: 'x' } } });
    expect((await search(ana, by(open))).body.data).toMatchObject([
      { customField: { custom_field_values: { [open]: 'x' } } },
    ]);
    expect(await search(ana, by(secret))).toMatchObject({ status: 400, body: { code: 'INVALID_CONDITION' } });
    expect(
      (await search(ana, { search: {}, sort: [{ field: `customField.custom_field_values.${secret}`, order: 'ASC' }] }))
        .status,
    ).toBe(400);
    expect((await search(team.owner, by(secret))).body.data).toHaveLength(1);
  });

  it('should find people by the rights that were granted to them, not granted, and none', async () => {
    const people = 'entity=Contributor&parentEntity=Team';
    const { body } = await team.owner.request<{ id: number }>('POST', `${WM}/customfieldtemplates?${people}`, {
      body: { name: 'Rights', component_id: 7 },
    });
    await team.owner.request('PUT', `/api/v1/team/${team.id}/member/permissions`, {
      body: { e_mail: ana.email, permissions: [21] },
    });
    const found = async (condition: object): Promise<readonly string[] | undefined> =>
      (
        await team.owner.request<{ data?: readonly { email: string }[] }>(
          'POST',
          `${WM}/customentities/search?${people}`,
          { body: { query: { search: { [`customField.custom_field_values.${body.id}`]: condition } } } },
        )
      ).body.data?.map(each => each.email);
    const right = 'Remove Contributors from team';
    expect(await found({ $eq: right })).toEqual([ana.email]);
    expect(await found({ $ne: right })).toEqual([team.owner.email]);
    expect(await found({ $isnull: true })).toEqual([team.owner.email]);
    expect(await found({ $gt: right })).toBeUndefined();
  });

  it('should take values that are written at once', async () => {
    const id = await field('Busy', []);
    expect(
      (await Promise.all(Array.from({ length: 8 }, (_, at) => put(id, `v${at}`)))).map(each => each.status),
    ).toEqual(Array.from({ length: 8 }, () => 200));
  });
});
