import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tenancyApi } from '#core/tenancy/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { MaintenanceNotice, MaintenancePlan } from '../common/index.ts';
import { decodeNotice, MAINTENANCE_HEADER, maintenanceApi } from '../common/index.ts';

const { getMaintenance, planMaintenance, endMaintenance } = maintenanceApi.operations;
const HOUR = 3_600_000;

eachDatabase(kind => {
  let app: TestApp;
  let root: TestPerson;
  let person: TestPerson;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [], jobs: false });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
    person = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());
  afterEach(async () => {
    await root.call('main', endMaintenance);
  });

  const plan = (change: Partial<MaintenancePlan> = {}, by = root) =>
    by.call<{ maintenance: MaintenanceNotice }>('main', planMaintenance, {
      body: { from: null, to: null, message: 'Larger disks', statusUrl: null, readOnly: false, ...change },
    });
  const headerOf = (headers: Readonly<Record<string, unknown>>): MaintenanceNotice | undefined =>
    decodeNotice(String(headers[MAINTENANCE_HEADER] ?? ''));
  const health = async (): Promise<MaintenanceNotice | undefined> =>
    headerOf((await app.app.http.inject('/health')).headers);
  const teams = (by: TestPerson) => by.call<{ code?: string; error?: string }>('main', tenancyApi.operations.listTeams);
  const choose = (by: TestPerson) =>
    by.call<{ code?: string }>('main', tenancyApi.operations.makeDefault, { params: { team_id: team.id } });

  describe('maintenance', () => {
    it('should be planned and ended by super-admins only', async () => {
      expect((await plan({}, person)).status).toBe(403);
      expect((await person.call('main', endMaintenance)).status).toBe(403);
      expect(await health()).toBeUndefined();
    });

    it('should only be announced before it begins', async () => {
      const from = new Date(Date.now() + HOUR).toISOString();
      await plan({ from, statusUrl: 'https://status.test/' });
      expect(await health()).toEqual({
        active: false,
        from,
        to: null,
        message: 'Larger disks',
        scope: 'all',
        statusUrl: 'https://status.test/',
        readOnly: false,
      });
      expect((await teams(person)).status).toBe(200);
    });

    it('should refuse the calls of everybody but super-admins, and say why', async () => {
      const to = new Date(Date.now() + HOUR).toISOString();
      await plan({ to });
      const refused = await teams(person);
      expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance', error: 'Larger disks' } });
      expect(headerOf(refused.headers)).toMatchObject({ active: true, to });
      expect((await choose(person)).status).toBe(503);
      expect((await teams(root)).status).toBe(200);
      expect((await app.request('GET', '/api/v1/maintenance')).body).toMatchObject({
        maintenance: { active: true },
        refused: true,
      });
      expect((await root.call('main', getMaintenance)).body).toMatchObject({ refused: false });
    });

    it('should refuse only changes when people may read', async () => {
      await plan({ readOnly: true });
      expect((await teams(person)).status).toBe(200);
      expect(await choose(person)).toMatchObject({ status: 503, body: { code: 'maintenance' } });
    });

    it('should keep its beginning when what it says changes, and let everybody in when it ends', async () => {
      const { from } = (await plan()).body.maintenance;
      expect((await plan({ message: 'Still moving' })).body.maintenance).toMatchObject({
        from,
        message: 'Still moving',
      });
      expect((await root.call('main', endMaintenance)).status).toBe(200);
      expect((await root.call<{ maintenance: null }>('main', getMaintenance)).body.maintenance).toBeNull();
      expect((await teams(person)).status).toBe(200);
      expect(await health()).toBeUndefined();
    });

    it.each([
      [{ message: ' ' }, 'message'],
      [{ statusUrl: 'javascript:alert(1)' }, 'statusUrl'],
      [{ from: 'tomorrow' }, 'from'],
      [{ to: '2020-01-01T00:00:00Z' }, 'to'],
      [{ from: '2040-01-02T00:00:00Z', to: '2040-01-01T00:00:00Z' }, 'to'],
    ])('should not be planned with %o', async (change, field) => {
      const { status, body } = await plan(change);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
      expect(await health()).toBeUndefined();
    });
  });
});
