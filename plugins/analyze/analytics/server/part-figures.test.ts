import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchApi } from '#plugins/analyze/explore/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { exploreAnalyticsApi, reportingApi } from '../common/api.ts';
import type { AttributeRow, ClassRow, FolderRow, PersonRow, Report, StageRow, StatusRow } from '../common/report.ts';
import type { Part } from './expected-figures.support.ts';
import { expectedFigures } from './expected-figures.support.ts';
import type { Recount } from './recount.support.ts';
import { recount } from './recount.support.ts';
import type { WorkingDay } from './working-day.support.ts';
import { workingDay } from './working-day.support.ts';

const { operations } = reportingApi;
type Name = 'reportCards' | 'reportOverview' | 'reportClasses' | 'reportAttributes' | 'reportItems' | 'reportPeople';

eachDatabase(kind => {
  let app: TestApp;
  let day: WorkingDay;

  const ask = async <Row>(name: Name, query: object): Promise<Report<Row>> =>
    (await day.owner.call<Report<Row>>('main', operations[name], { params: { project_id: day.project }, query })).body;
  const spread = async (query: object, field: string): Promise<ReadonlyMap<string, number>> => {
    const { body } = await day.owner.call<Report<{ key: string; value: number }>>(
      'explore',
      exploreAnalyticsApi.operations.analyticsDistribution,
      { query: { ...query, project_id: day.project, field } },
    );
    return new Map(body.rows.map(row => [row.key, row.value]));
  };

  const items = async (query: string): Promise<number> =>
    (
      await day.owner.call<{ count: number }>('explore', searchApi.operations.count, {
        query: { project_id: day.project },
        body: { query },
      })
    ).body.count;

  /** Compares every figure of a part with what the logs say. */
  async function compare(logs: Recount, query: object, part: Part): Promise<void> {
    const expected = expectedFigures(logs, part);
    const cards = await ask<StatusRow>('reportCards', query);
    const found = Object.fromEntries(cards.cards.map(each => [each.key, each.value]));
    expect([query, found]).toMatchObject([query, expected.cards]);
    for (const row of cards.rows)
      expect([row.name, row.items]).toEqual([row.name, expected.statuses.get(row.status) ?? 0]);
    for (const stage of (await ask<StageRow>('reportOverview', query)).rows) {
      const stay = expected.stays.get(stage.status);
      expect([query, stage.name, stage.items, stage.left]).toEqual([
        query,
        stage.name,
        expected.statuses.get(stage.status) ?? 0,
        stay?.left ?? 0,
      ]);
      if (stay !== undefined) expect(stage.mean_ms! / 1000).toBeCloseTo(stay.mean, 1);
    }
    const classes = (await ask<ClassRow>('reportClasses', query)).rows;
    for (const row of classes)
      expect([row.name, row.objects]).toEqual([row.name, expected.classes.get(row.class_id) ?? 0]);
    const answers = (await ask<AttributeRow>('reportAttributes', query)).rows;
    expect([query, answers.reduce((sum, row) => sum + row.answers, 0)]).toEqual([query, expected.answers]);
    for (const row of answers)
      expect([query, row.value, await items(row.query)]).toEqual([query, row.value, row.items]);
    for (const row of (await ask<FolderRow>('reportItems', query)).rows)
      expect([row.name, row.items]).toEqual([row.name, expected.folders.get(row.folder_id) ?? 0]);
    for (const { email, objects, transitions, time_ms: time } of (await ask<PersonRow>('reportPeople', query)).rows)
      expect({ email, objects, transitions, time: time ?? 0 }).toEqual({
        email,
        ...(expected.people.get(email) ?? { objects: 0, transitions: 0, time: 0 }),
      });
    const statuses = await spread(query, 'status');
    for (const [status, items] of expected.statuses) expect(statuses.get(String(status))).toBe(items);
    const objects = await spread(query, 'class');
    for (const row of classes) expect(objects.get(String(row.class_id))).toBe(row.objects);
  }

  beforeAll(async () => {
    app = await openTestApp(kind);
    day = await workingDay(app, 'South');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should be recounted from the logs for each folder, person and role, also after more moves and deletes', async () => {
    const parts: readonly (readonly [object, Part])[] = [
      [{}, {}],
      [{ folder_ids: [day.folders.north] }, { folder: day.folders.north }],
      [{ users: [day.ana.email] }, { emails: [day.ana.email] }],
      [{ role: 1 }, { emails: [day.ana.email, day.bob.email] }],
      [
        { role: 2, folder_ids: [day.folders.south] },
        { emails: [day.quinn.email], folder: day.folders.south },
      ],
    ];
    const before = await recount(app, day.project);
    for (const [query, part] of parts) await compare(before, query, part);
    const [moved, gone] = [before.items.find(each => each.folder_id === day.folders.north)!, before.items.at(-1)!];
    await day.owner.request('POST', `/api/v1/project/${day.project}/items/bring`, {
      body: {
        selection: { item_ids: [moved.id] },
        folder_id: day.folders.south,
        operation: 'move',
        annotations: true,
        duplicates: 'replace_all',
      },
    });
    await day.change(day.owner, [gone.id], 'delete');
    await day.annotate(day.bob, day.items[15]!, [day.box(day.bob, 1), day.box(day.bob, 0)]);
    const after = await recount(app, day.project);
    expect(after.items.length).toBe(before.items.length - 1);
    expect(after.items.find(each => each.id === moved.id)?.folder_id).toBe(day.folders.south);
    for (const [query, part] of parts) await compare(after, query, part);
  });

  it('should keep counts with their item when it goes to another project or is removed for good', async () => {
    const { body: other } = await day.owner.request<{ id: number; folder_id: number }>('POST', '/project', {
      body: { name: 'Other', type: 1 },
    });
    const run = <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> =>
      app.database.system('a test').transaction(async trx => (await query.execute(trx)).rows);
    const counts = () =>
      run(sql<{ item_id: number; project_id: number; objects: number }>`select item_id, project_id,
        sum(objects)::int as objects from analytics.object_count where project_id in (${day.project}, ${other.id})
        group by item_id, project_id order by item_id`);
    const before = await counts();
    const [moved, gone] = [before[0]!, before[1]!];
    const { body } = await day.owner.request('POST', `/api/v1/project/${day.project}/items/bring`, {
      body: {
        selection: { item_ids: [moved.item_id] },
        folder_id: other.folder_id,
        to_project_id: other.id,
        missing: 'create',
        operation: 'move',
      },
    });
    expect(body).toMatchObject({ changed: 1, refused: [] });
    await run(sql`delete from items.item where id = ${gone.item_id}`);
    const after = await counts();
    expect(after.filter(each => each.project_id === day.project)).toEqual(before.filter(each => each !== gone));
    expect(after.filter(each => each.project_id === other.id)).toMatchObject([{ objects: moved.objects }]);
  });
});
