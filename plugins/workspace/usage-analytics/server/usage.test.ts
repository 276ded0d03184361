import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { UsageFigures, UsageSettings } from '../common/api.ts';
import { usageApi } from '../common/api.ts';
import type { UsageExport } from '../common/exports-api.ts';
import { usageExportsApi } from '../common/exports-api.ts';
import type { UsageEvent } from '../common/usage-event.ts';
import { UsageExports } from './usage-exports.ts';
import { UsageOutbox } from './usage-outbox.ts';
import type { UsageTables } from './usage-tables.ts';

const { usageState, reportActions, getUsageSettings, setUsageSettings, getUsage } = usageApi.operations;
const { startUsageExport, listUsageExports, removeUsageExport } = usageExportsApi.operations;
type UsageExportList = { readonly data: readonly UsageExport[]; readonly count: number };

eachDatabase(kind => {
  describe('usage analytics', () => {
    let app: TestApp;
    let root: TestPerson;
    let team: TestTeam;
    let folder: string;
    let receiver: Server;
    let url: string;
    let answer = 200;
    const received: UsageEvent[] = [];
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'loupe-usage-'));
      receiver = createServer((request, response) => {
        let body = '';
        request.on('data', (part: Buffer) => (body += part.toString()));
        request.on('end', () => {
          if (answer === 200) received.push(...(JSON.parse(body) as { events: UsageEvent[] }).events);
          response.writeHead(answer).end();
        });
      });
      await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/usage`;
      app = await openTestApp(kind, {
        plugins: ['usage-analytics'],
        jobs: false,
        settings: { egressAllow: ['127.0.0.1'], usageFile: join(folder, 'usage.jsonl') },
      });
      root = (await app.team('Root', { superAdmin: true })).owner;
      team = await app.team('Alpha');
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      await app.close();
      receiver.close();
      await rm(folder, { recursive: true });
    });

    const visit = { id: randomUUID(), width: 1440, height: 900 };
    const report = (names: readonly string[], { batch = randomUUID(), by = team.owner, teamId = team.id } = {}) =>
      by.call('main', reportActions, {
        query: { team_id: teamId },
        body: { batch, visit, actions: names.map(name => ({ name, project_id: 3, at: new Date().toISOString() })) },
      });
    const choose = (sink: string, address?: string) =>
      root.call<UsageSettings>('main', setUsageSettings, {
        body: { sink, ...(address === undefined ? {} : { address }) },
      });
    const figures = async (query: object = {}): Promise<UsageFigures> =>
      (await root.call<UsageFigures>('main', getUsage, { query })).body;
    const counts = async (query: object = {}) =>
      Object.fromEntries((await figures(query)).actions.map(each => [each.name, each.count]));

    const exported = async (id: string): Promise<UsageExport | undefined> =>
      (await root.call<UsageExportList>('main', listUsageExports)).body.data.find(each => each.id === id);

    it('should be off at first, and keep nothing', async () => {
      expect((await team.owner.call<{ on: boolean }>('main', usageState)).body).toEqual({ on: false });
      expect((await report(['administration.open'])).status).toBe(200);
      expect((await figures()).actions).toEqual([]);
    });

    it('should count names by day and team, each batch once, and nothing that no plugin has', async () => {
      expect((await choose('table')).body).toMatchObject({ sink: 'table', changed_by: root.email });
      expect((await team.owner.call<{ on: boolean }>('main', usageState)).body).toEqual({ on: true });
      const batch = randomUUID();
      const names = ['administration.open', 'administration.open', 'administration.close', 'ana-smith.secret'];
      await report(names, { batch });
      await report(names, { batch });
      // Of a team that is not theirs no action is counted for it.
      await report(['administration.open'], { by: root });
      expect(await counts()).toEqual({ 'administration.open': 3, 'administration.close': 1 });
      expect(await counts({ team: team.id })).toEqual({ 'administration.open': 2, 'administration.close': 1 });
      const { days, actions, teams, windows } = await figures({ days: 7 });
      expect([days.length, actions[0]!.by_day.at(-1)]).toEqual([7, 3]);
      expect(teams).toEqual([{ id: team.id, name: expect.stringContaining('Alpha') as string }]);
      expect(windows).toEqual([{ from: 1440, to: 1919, visits: 1 }]);
    });

    it('should write the counts of a period to a file with team, project, role and plan, once for each request', async () => {
      const request = randomUUID();
      const started = await root.call<UsageExport>('main', startUsageExport, { body: { team: team.id, request } });
      expect(started.status, JSON.stringify(started.body)).toBe(202);
      await root.call('main', startUsageExport, { body: { team: team.id, request } });
      await app.app.plugins.service('usage-analytics', UsageExports).settled();
      const { data, count } = (await root.call<UsageExportList>('main', listUsageExports)).body;
      expect([count, data[0]]).toMatchObject([
        1,
        { id: request, state: 'COMPLETED', team: { id: team.id }, done: 2, total: 2, asked_by: root.email },
      ]);
      const file = await app.request('GET', data[0]!.url!);
      const lines = file.raw.toString().trim().split('\r\n');
      expect(lines[0]).toBe('day,action,team_id,team,project_id,role,plan,count');
      expect(lines[1]).toMatch(
        new RegExp(`^\\d{4}-\\d\\d-\\d\\d,administration\\.close,${team.id},Alpha[^,]*,3,(12|15),\\d+,1$`),
      );
      const other = (await root.call<UsageExport>('main', startUsageExport, { body: { month: '2024-02' } })).body;
      await app.app.plugins.service('usage-analytics', UsageExports).settled();
      const params = { usage_export_id: other.id };
      expect((await exported(other.id))!).toMatchObject({
        from: '2024-02-01',
        to: '2024-02-29',
        state: 'COMPLETED',
        total: 0,
      });
      expect((await root.call('main', removeUsageExport, { params })).status).toBe(200);
      expect(await exported(other.id)).toBeUndefined();
      expect((await root.call('main', removeUsageExport, { params })).status).toBe(404);
      expect((await root.call('main', startUsageExport, { body: { month: '2024-02', days: 7 } })).status).toBe(400);
    });

    it('should finish the file of a server that is gone, and leave that of one that works', async () => {
      const exports = app.app.plugins.service('usage-analytics', UsageExports);
      const id = randomUUID();
      await root.call('main', startUsageExport, { body: { request: id } });
      await exports.settled();
      const leave = (seconds: number): Promise<unknown> =>
        app.database.system<UsageTables>('test').transaction(trx =>
          trx
            .updateTable('usage_analytics.export')
            .set({ state: 'IN_PROGRESS', active_at: new Date(Date.now() - seconds * 1_000) })
            .where('id', '=', id)
            .execute(),
        );
      const state = async (): Promise<string> => {
        await root.call('main', listUsageExports);
        await exports.settled();
        return (await exported(id))!.state;
      };
      await leave(5);
      expect(await state()).toBe('IN_PROGRESS');
      await leave(120);
      expect(await state()).toBe('COMPLETED');
    });

    it('should send to an address, keep what it does not take, and name why', async () => {
      expect((await choose('http')).status).toBe(400);
      expect((await choose('http', 'ftp://127.0.0.1')).status).toBe(400);
      await choose('http', url);
      const outbox = app.app.plugins.service('usage-analytics', UsageOutbox);
      answer = 500;
      await report(['administration.open']);
      await outbox.deliver();
      const failed = (await root.call<UsageSettings>('main', getUsageSettings)).body;
      expect(failed).toMatchObject({ error: 'The address answered 500.', delivered_at: null });
      answer = 200;
      await outbox.deliver();
      expect(received).toMatchObject([
        {
          name: 'administration.open',
          team: team.id,
          project: 3,
          visit: visit.id,
          window: { width: 1440, height: 900 },
        },
      ]);
      expect(Object.keys(received[0]!).sort()).toEqual(
        ['at', 'name', 'plan', 'project', 'role', 'team', 'visit', 'window'].sort(),
      );
      expect((await root.call<UsageSettings>('main', getUsageSettings)).body).toMatchObject({
        error: null,
        dropped: 0,
      });
    });

    it('should append to the file of the operator', async () => {
      expect((await choose('file')).body).toMatchObject({ sink: 'file', file_allowed: true, address: url });
      await report(['administration.open', 'administration.close']);
      await app.app.plugins.service('usage-analytics', UsageOutbox).deliver();
      const lines = (await readFile(join(folder, 'usage.jsonl'), 'utf8')).trim().split('\n');
      expect(lines.map(each => (JSON.parse(each) as UsageEvent).name)).toEqual([
        'administration.open',
        'administration.close',
      ]);
    });

    it('should be for super-admins to see and choose', async () => {
      for (const operation of [getUsage, getUsageSettings, listUsageExports])
        expect((await team.owner.call('main', operation as typeof getUsage, { query: {} })).status).toBe(403);
      expect((await team.owner.call('main', startUsageExport, { body: {} })).status).toBe(403);
      expect((await team.owner.call('main', setUsageSettings, { body: { sink: 'off' } })).status).toBe(403);
    });
  });
});
