import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recount } from '#plugins/analyze/analytics/server/recount.support.ts';
import { recount } from '#plugins/analyze/analytics/server/recount.support.ts';
import type { WorkingDay } from '#plugins/analyze/analytics/server/working-day.support.ts';
import { workingDay } from '#plugins/analyze/analytics/server/working-day.support.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TelemetryReport } from '../common/api.ts';
import { telemetryApi } from '../common/api.ts';

const { listTelemetryReports, createTelemetryReport, deleteTelemetryReport } = telemetryApi.operations;
const STATUSES = ['', 'NotStarted', 'InProgress', 'QualityCheck', 'Returned', 'Completed', 'Skipped'];
const today = (): string => new Date().toISOString().slice(0, 10);

eachDatabase(kind => {
  let app: TestApp;
  let day: WorkingDay;
  let logs: Recount;
  const create = (body: object): Promise<Answer<TelemetryReport>> =>
    day.owner.call('main', createTelemetryReport, { body: { from: today(), to: today(), ...body } });
  const all = async (): Promise<readonly TelemetryReport[]> =>
    (await day.owner.call<{ data: TelemetryReport[] }>('main', listTelemetryReports)).body.data;

  /** The lines of a report as cells, without its head. */
  async function lines(body: object): Promise<readonly (readonly string[])[]> {
    const { id } = (await create(body)).body;
    await expect
      .poll(async () => (await all()).find(each => each.id === id)?.state, { timeout: DATABASE_TIMEOUT_MS })
      .toBe('ready');
    const report = (await all()).find(each => each.id === id)!;
    const text = (await app.request('GET', report.url!)).raw.toString('utf8').replace(/^\uFEFF/, '');
    const [, ...rows] = text.trimEnd().split('\r\n');
    expect(report.lines).toBe(rows.length);
    return rows.map(row => row.split(','));
  }

  beforeAll(async () => {
    app = await openTestApp(kind);
    day = await workingDay(app, 'North');
    logs = await recount(app, day.project);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('a telemetry report', () => {
    it('should list every status change with who made it, as which role and by which way', async () => {
      const flow = await lines({ type: 'status_flow' });
      expect(flow.map(cells => [Number(cells[4]), cells[6], cells[7], cells[8]])).toEqual(
        logs.moves.map(each => [
          each.item_id,
          STATUSES[Number(each.before)],
          STATUSES[Number(each.after)],
          each.by_email,
        ]),
      );
      expect(new Set(flow.map(cells => `${cells[8]} ${cells[9]} ${cells[10]}`))).toEqual(
        new Set(['ana@x.org Annotator session', 'bob@x.org Annotator session', 'quinn@x.org QA session']),
      );
    });

    it('should count the transitions of one person', async () => {
      const rows = await lines({ type: 'transitions', emails: ['QUINN@x.org'], project_ids: [day.project] });
      const own = logs.moves.filter(each => each.by_email === day.quinn.email);
      expect(rows.map(cells => cells[0])).toEqual(rows.map(() => day.quinn.email));
      expect(rows.reduce((sum, cells) => sum + Number(cells.at(-2)), 0)).toBe(own.length);
    });

    it('should leave out items of other folders', async () => {
      const inside = new Set(logs.items.filter(each => each.folder_id === day.folders.south).map(each => each.id));
      const narrowed = { project_ids: [day.project], folder_ids: [day.folders.south] };
      const moves = logs.moves.filter(each => inside.has(each.item_id));
      expect(moves.length).toBeGreaterThan(0);
      expect(moves.length).toBeLessThan(logs.moves.length);
      const flow = await lines({ type: 'status_flow', ...narrowed });
      expect(flow.map(cells => Number(cells[4]))).toEqual(moves.map(each => each.item_id));
      const counted = await lines({ type: 'transitions', ...narrowed });
      expect(counted.reduce((sum, cells) => sum + Number(cells.at(-2)), 0)).toBe(moves.length);
      const worked = logs.worked.filter(each => inside.has(each.item_id)).reduce((sum, each) => sum + each.gap, 0);
      const days = { from: '2026-03-01', to: '2026-03-03' };
      const times = await lines({ type: 'time', breakdown: 'project', ...days, ...narrowed });
      expect(times.reduce((sum, cells) => sum + Number(cells.at(-1)), 0)).toBe(worked / 1000);
    });

    it('should add up time by person and day', async () => {
      const rows = await lines({ type: 'time', breakdown: 'day', from: '2026-03-01', to: '2026-03-03' });
      const time = (email: string): number =>
        logs.worked.filter(each => each.email === email).reduce((sum, each) => sum + each.gap, 0) / 1000;
      expect(rows.map(cells => [cells[0], cells[3], Number(cells[4])])).toEqual(
        [day.ana, day.bob].map(({ email }) => [email, '2026-03-02', time(email)]),
      );
      expect(await lines({ type: 'time', from: '2026-03-03', to: '2026-03-03' })).toEqual([]);
    });

    it('should be about people who left and of whom only time is known', async () => {
      await app.database.system('a test').transaction(trx =>
        sql`insert into time_tracker.beat (team_id, beat, project_id, item_id, email, at, type)
          select team_id, gen_random_uuid(), project_id, id, 'left@x.org', '2026-03-05T08:00:00Z'::timestamptz + second * interval '1 second', 'key'
          from items.item, unnest(array[0, 30]) as given (second) where id = ${logs.items[0]!.id}::int`.execute(trx),
      );
      const days = { from: '2026-03-05', to: '2026-03-05' };
      const rows = await lines({ type: 'time', emails: ['left@x.org'], ...days });
      expect(rows.map(cells => [cells[0], Number(cells.at(-1))])).toEqual([['left@x.org', 30]]);
    });

    it('should be deleted with its file', async () => {
      const [report] = await all();
      const remove = (): Promise<Answer> =>
        day.owner.call('main', deleteTelemetryReport, { params: { report_id: report!.id } });
      expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
      expect((await app.request('GET', report!.url!)).status).toBe(404);
    });

    it.each([
      [{ type: 'costs' }, 'type'],
      [{ type: 'time', from: '2026-03-02', to: '2026-03-01' }, 'from'],
      [{ type: 'time', from: '2024-01-01', to: '2026-03-01' }, 'to'],
      [{ type: 'time', time_zone: 'Mars/Base' }, 'time_zone'],
    ])('should refuse %j, naming the field', async (body, field) => {
      const answer = await create(body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(field);
    });

    it('should refuse projects and people of other teams', async () => {
      expect((await create({ type: 'time', project_ids: [2_000_000_000] })).status).toBe(404);
      expect(JSON.stringify((await create({ type: 'time', emails: ['nobody@x.org'] })).body)).toContain(
        'nobody@x.org, who is not in this team',
      );
      expect(await create({ type: 'time', folder_ids: [2_000_000_000] })).toMatchObject({
        status: 400,
        body: { details: { issues: [{ field: 'folder_ids' }] } },
      });
    });

    it('should be for team admins only', async () => {
      expect((await day.ana.call('main', listTelemetryReports)).status).toBe(403);
    });
  });
});
