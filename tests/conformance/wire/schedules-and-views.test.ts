import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Schedule {
  readonly id: number;
  readonly user_id: number;
  readonly capacity: number;
  readonly timeOffs: readonly {
    readonly id: number;
    readonly from: string;
    readonly to: string;
    readonly type: string;
  }[];
  readonly error?: string;
}
interface View {
  readonly id: number;
  readonly name: string;
  readonly user_id: string | null;
  readonly is_default: boolean;
}

const PATH = '/services/work-management/api/v1/workschedules';
const week = {
  timezone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5].map(weekday => ({
    weekday,
    intervals: [
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '18:00' },
    ],
  })),
  validFrom: '2026-01-01',
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let bo: TestPerson;
  const memberOf = async (person: TestPerson): Promise<number> =>
    (await team.owner.request<{ data: { email: string; member_id: number }[] }>('GET', '/users')).body.data.find(
      each => each.email === person.email,
    )!.member_id;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'work-schedules', 'table-views'], jobs: false });
    team = await app.team('North');
    ana = await team.join('ana@x.org');
    bo = await team.join('bo@x.org');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('work schedules', () => {
    it('are given to a member once, changed, and taken away', async () => {
      const user_id = await memberOf(ana);
      const made = await team.owner.request<Schedule>('POST', PATH, { body: { user_id, ...week } });
      expect(made).toMatchObject({
        status: 201,
        body: {
          user_id,
          capacity: 40,
          timezone: 'Europe/Berlin',
          validFrom: '2026-01-01',
          validTo: null,
          timeOffs: [],
        },
      });
      expect((await team.owner.request('POST', PATH, { body: { user_id, ...week } })).status).toBe(409);
      expect(
        (
          await team.owner.request<Schedule>('PATCH', `${PATH}/${made.body.id}`, {
            body: { days: week.days.slice(0, 4), validTo: '2026-12-31' },
          })
        ).body,
      ).toMatchObject({ capacity: 32, validTo: '2026-12-31' });
      expect(
        (
          await team.owner.request<{ data: Schedule[]; count: number }>(
            'GET',
            `${PATH}?filter=user_id||$eq||${user_id}`,
          )
        ).body,
      ).toMatchObject({ count: 1, data: [{ id: made.body.id }] });
      expect((await team.owner.request('DELETE', `${PATH}/${made.body.id}`)).status).toBe(200);
    });

    it('hold days off, in order', async () => {
      const { id } = (
        await team.owner.request<Schedule>('POST', PATH, { body: { user_id: await memberOf(ana), ...week } })
      ).body;
      const add = (from: string, to: string, type: string): Promise<{ status: number; body: Schedule }> =>
        team.owner.request('POST', `${PATH}/addtimeoff`, { body: { schedule_id: id, from, to, type, note: 'away' } });
      await add('2026-08-01', '2026-08-14', 'holiday');
      const { timeOffs } = (await add('2026-02-03', '2026-02-03', 'sick')).body;
      expect(timeOffs).toMatchObject([
        { from: '2026-02-03', to: '2026-02-03', type: 'sick' },
        { from: '2026-08-01', to: '2026-08-14', type: 'holiday' },
      ]);
      expect((await add('2026-03-02', '2026-03-01', 'other')).body.error).toBe(
        'to is not valid: must not be before from',
      );
      expect(
        (
          await team.owner.request<Schedule>('POST', `${PATH}/removetimeoffs`, {
            body: { schedule_id: id, time_off_ids: [timeOffs[0]!.id] },
          })
        ).body.timeOffs,
      ).toHaveLength(1);
      await team.owner.request('DELETE', `${PATH}/${id}`);
    });

    it('whose intervals overlap are refused by their place', async () => {
      const { status, body } = await team.owner.request<Schedule>('POST', PATH, {
        body: {
          user_id: await memberOf(ana),
          ...week,
          days: [
            {
              weekday: 1,
              intervals: [
                { from: '09:00', to: '12:00' },
                { from: '11:00', to: '13:00' },
              ],
            },
          ],
        },
      });
      expect([status, body.error]).toEqual([
        400,
        'days.0.intervals.1.from is not valid: overlaps another interval of the day',
      ]);
    });

    it('of others are not there for who is no admin; the own one is theirs to keep', async () => {
      const others = (
        await team.owner.request<Schedule>('POST', PATH, { body: { user_id: await memberOf(ana), ...week } })
      ).body;
      const own = await bo.request<Schedule>('POST', PATH, { body: { user_id: await memberOf(bo), ...week } });
      expect(own.status).toBe(201);
      expect((await bo.request<{ data: Schedule[] }>('GET', PATH)).body.data.map(each => each.id)).toEqual([
        own.body.id,
      ]);
      expect((await bo.request('PATCH', `${PATH}/${others.id}`, { body: { timezone: 'UTC' } })).status).toBe(404);
      expect((await bo.request('POST', PATH, { body: { user_id: await memberOf(team.owner), ...week } })).status).toBe(
        403,
      );
    });
  });

  describe('views of a table', () => {
    const save = (person: TestPerson, body: object): Promise<{ status: number; body: View }> =>
      person.request('POST', '/custom-view', { body: { key: 'members', ...body } });
    const list = async (person: TestPerson): Promise<View[]> =>
      (await person.request<View[]>('GET', '/custom-view?key=members')).body;

    it('are kept for a person and replaced by name', async () => {
      await save(ana, { name: 'Mine', columns: ['email'], is_default: true });
      await save(ana, { name: 'Mine', columns: ['email', 'role'], is_default: false });
      await save(ana, { name: 'Other', is_default: true });
      expect(await list(ana)).toMatchObject([
        { name: 'Mine', user_id: 'ana@x.org', columns: ['email', 'role'], is_default: false },
        { name: 'Other', is_default: true },
      ]);
      expect(await list(bo)).toEqual([]);
    });

    it('of the team are for everybody, and kept by who may change the team', async () => {
      expect((await save(ana, { name: 'All', shared: true })).status).toBe(403);
      const { body } = await save(team.owner, { name: 'All', shared: true });
      expect((await list(bo)).map(each => each.name)).toEqual(['All']);
      expect((await bo.request('DELETE', `/custom-view/${body.id}`)).status).toBe(403);
      expect((await team.owner.request('DELETE', `/custom-view/${body.id}`)).status).toBe(200);
      expect((await bo.request('DELETE', `/custom-view/${(await list(ana))[0]!.id}`)).status).toBe(404);
    });
  });
});
