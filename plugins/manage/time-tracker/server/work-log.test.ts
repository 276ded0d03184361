import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { timeTrackerApi } from '../common/api.ts';

const { keepBeats, ownTime } = timeTrackerApi.operations;
const START = Date.parse('2026-03-02T08:00:00.000Z');

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  let projectId: number;
  let items: readonly number[];

  const beat = (second: number, itemId: number): object => ({
    beat: crypto.randomUUID(),
    item_id: itemId,
    at: new Date(START + second * 1000).toISOString(),
    type: 'key',
  });
  const keep = (beats: readonly object[], person = owner): Promise<Answer> =>
    person.call('main', keepBeats, { params: { project_id: projectId }, body: { beats } });
  const own = async (itemId?: number, person = owner): Promise<Answer> =>
    person.call('main', ownTime, {
      params: { project_id: projectId },
      query: { since: new Date(START).toISOString(), ...(itemId === undefined ? {} : { item_id: itemId }) },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'time-tracker'],
    });
    ({ owner } = await app.team('North'));
    stranger = (await app.team('South')).owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Photos', type: 1, settings: [{ attribute: 'MaxIdleDuration', value: 60 }] },
      })
    ).body.id;
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const upload = async (name: string): Promise<number> =>
      (
        await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
          params: { project_id: projectId },
          query: { name },
          bytes,
        })
      ).body.item.id;
    items = [await upload('a.png'), await upload('b.png')];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('the log of work', () => {
    it('should give the active time of the person, of all items and of one', async () => {
      const [first, second] = items as [number, number];
      expect(
        (await keep([beat(0, first), beat(10, first), beat(20, second), beat(200, second), beat(230, first)])).body,
      ).toEqual({ kept: 5 });
      expect((await own(first)).body).toEqual({ total: 50_000, item: 40_000, idle: 60_000 });
      expect((await own(second)).body).toMatchObject({ item: 10_000 });
    });

    it('should count a beat once, however often and in whatever order it comes', async () => {
      const [first] = items as [number, number];
      const late = beat(5, first);
      expect((await keep([late])).body).toEqual({ kept: 1 });
      expect((await keep([late, beat(15, first)])).body).toEqual({ kept: 1 });
      expect((await own(first)).body).toMatchObject({ total: 50_000 });
    });

    it('should charge time outside the editor to no item', async () => {
      const [first, second] = items as [number, number];
      const day = 86_400;
      const typed = (second_: number, itemId: number, type: string): object => ({
        ...beat(day + second_, itemId),
        type,
      });
      await keep([
        typed(0, first, 'open'),
        typed(10, first, 'close'),
        typed(40, second, 'open'),
        typed(50, second, 'key'),
        typed(50, second, 'close'),
        typed(50, first, 'open'),
        typed(55, first, 'key'),
      ]);
      const since = new Date(START + day * 1000).toISOString();
      const of = async (item_id: number): Promise<unknown> =>
        (await owner.call('main', ownTime, { params: { project_id: projectId }, query: { since, item_id } })).body;
      expect([await of(first), await of(second)]).toEqual([
        { total: 25_000, item: 15_000, idle: 60_000 },
        { total: 25_000, item: 10_000, idle: 60_000 },
      ]);
    });

    it('should leave out items that are not in the project', async () => {
      expect((await keep([beat(0, 999_999)])).body).toEqual({ kept: 0 });
    });

    it('should be closed to other teams', async () => {
      expect((await keep([beat(0, items[0]!)], stranger)).status).toBe(404);
      expect((await own(undefined, stranger)).status).toBe(404);
    });

    it.each(['soon', '2026-02-31T08:00:00.000Z', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])(
      'should refuse %s as a time',
      async at => {
        expect((await keep([{ ...beat(0, items[0]!), at }])).status).toBe(400);
        expect(
          (await owner.call('main', ownTime, { params: { project_id: projectId }, query: { since: at } })).status,
        ).toBe(400);
      },
    );

    it.each([3_600_000, -3 * 86_400_000])(
      'should store when work was done by the clock of the server, where that of the computer is %i ms off',
      async offset => {
        const now = Date.now();
        const id = crypto.randomUUID();
        const sent = { ...beat(0, items[0]!), beat: id, at: new Date(now + offset - 30_000).toISOString() };
        const body = { beats: [sent], sent_at: new Date(now + offset).toISOString() };
        const answer = await owner.call('main', keepBeats, { params: { project_id: projectId }, body });
        expect(answer.body).toEqual({ kept: 1 });
        const {
          rows: [row],
        } = await app.database
          .system('a test')
          .transaction(trx =>
            sql<{ at: Date }>`select at from time_tracker.beat where beat = ${id}::uuid`.execute(trx),
          );
        expect(Math.abs(row!.at.getTime() - (now - 30_000))).toBeLessThan(30_000);
      },
    );

    it('should refuse beats of the future by their place', async () => {
      const { status, body } = await keep([
        beat(0, items[0]!),
        { ...beat(0, items[0]!), at: new Date(Date.now() + 3_600_000).toISOString() },
      ]);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('beats.1.at');
    });
  });
});
