import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const BASE = '/services/work-management/api/v1/customfieldtemplates';
const PAIR = 'entity=Contributor&parentEntity=Team';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;
  const made: number[] = [];

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'custom-fields'], jobs: false });
    team = await app.team('Alpha');
    other = await app.team('Beta');
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
    for (const name of ['One', 'Two', 'Three'])
      made.push(
        (await team.owner.request<{ id: number }>('POST', `${BASE}?${PAIR}`, { body: { name, component_id: 1 } })).body
          .id,
      );
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const names = async (): Promise<readonly string[]> =>
    (await ana.request<{ data: { name: string }[] }>('GET', `${BASE}?${PAIR}`)).body.data.map(each => each.name);
  const reorder = async (by: TestPerson, ids: readonly number[], pair = PAIR): Promise<number> =>
    (await by.request('POST', `${BASE}/reorder?${pair}`, { body: { template_ids: ids } })).status;

  describe('custom fields', () => {
    it('should be sorted by age until they are put in another order; new ones and those not named come last', async () => {
      expect(await names()).toEqual(['One', 'Two', 'Three']);
      expect(await reorder(admin, [made[2]!, made[0]!])).toBe(200);
      expect(await names()).toEqual(['Three', 'One', 'Two']);
      await admin.request('POST', `${BASE}?${PAIR}`, { body: { name: 'Four', component_id: 1 } });
      expect(await names()).toEqual(['Three', 'One', 'Two', 'Four']);
    });

    it('should be put in order by admins of the team only, and only with fields of the same pair', async () => {
      expect(await reorder(ana, [made[0]!])).toBe(403);
      expect(await reorder(other.owner, [made[0]!])).toBe(404);
      expect(await reorder(admin, [made[0]!], 'entity=Project&parentEntity=Team')).toBe(404);
    });

    it('should say how many values they have', async () => {
      const { data } = (
        await admin.request<{ data: { id: number; email: string }[] }>(
          'GET',
          '/services/work-management/api/v1/teamusers',
        )
      ).body;
      const member = data.find(each => each.email === ana.email)!.id;
      await admin.request('PATCH', `/services/work-management/api/v1/customentities/${member}?${PAIR}`, {
        body: { customField: { custom_field_values: { [made[0]!]: 'x' } } },
      });
      const usage = async (by: TestPerson) => by.request<{ values: number }>('GET', `${BASE}/${made[0]!}/usage`);
      expect((await usage(admin)).body.values).toBe(1);
      expect((await usage(ana)).status).toBe(403);
      expect((await usage(other.owner)).status).toBe(404);
    });
  });
});
