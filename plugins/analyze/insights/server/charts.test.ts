import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '#plugins/analyze/analytics/common/index.ts';
import type { Recount } from '#plugins/analyze/analytics/server/recount.support.ts';
import { recount } from '#plugins/analyze/analytics/server/recount.support.ts';
import type { WorkingDay } from '#plugins/analyze/analytics/server/working-day.support.ts';
import { workingDay } from '#plugins/analyze/analytics/server/working-day.support.ts';
import { customMetadataApi } from '#plugins/organize/item-fields/common/index.ts';
import { searchApi } from '#plugins/analyze/explore/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Board, ChartRow, Choice } from '../common/api.ts';
import { insightsApi } from '../common/api.ts';

const { operations } = insightsApi;

eachDatabase(kind => {
  let app: TestApp;
  let day: WorkingDay;
  let logs: Recount;
  const query = (): { project_id: number } => ({ project_id: day.project });
  const read = (body: object, filters: object = {}): Promise<Answer<Report<ChartRow>>> =>
    day.owner.call('explore', operations.readChart, { query: { ...query(), ...filters }, body });
  const values = async (body: object): Promise<Readonly<Record<string, number>>> =>
    Object.fromEntries(
      (await read(body)).body.rows.map(row => [[row.label, row.and_label].filter(Boolean).join(' / '), row.value]),
    );
  const tally = <T>(all: readonly T[], key: (each: T) => string): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const each of all) counts[key(each)] = (counts[key(each)] ?? 0) + 1;
    return counts;
  };
  const TITLES = ['', 'Not started', 'In progress', 'Quality check', 'Returned', 'Completed', 'Skipped'];
  const className = (id: number): string => day.classes.find(each => each.id === id)?.name ?? 'No class';

  beforeAll(async () => {
    app = await openTestApp(kind);
    day = await workingDay(app, 'North');
    const fields = { 'Wall height': { type: 'number' }, Light: { type: 'string' } };
    await day.owner.call('explore', customMetadataApi.operations.createFields, {
      query: query(),
      body: { data: fields },
    });
    const data = { 'item 2': { 'Wall height': 4, Light: 'dim "x"' }, 'item 5': { 'Wall height': 9, Light: 'day' } };
    const placed = { ...query(), folder_id: day.folders.south };
    await day.owner.call('explore', customMetadataApi.operations.setValues, { query: placed, body: { data } });
    logs = await recount(app, day.project);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('values of a chart', () => {
    it('should count items, and find them again by their queries', async () => {
      expect(await values({ measure: 'items', by: 'status' })).toEqual(
        tally(logs.items, each => TITLES[each.annotation_status]!),
      );
      for (const by of ['status', 'approval', 'folder', 'category', 'class', 'assignee', 'created', 'field:Light']) {
        const { rows } = (
          await read({ measure: 'items', by, and: 'status' }, { folder_ids: [day.folders.south, day.folders.root] })
        ).body;
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows.filter(each => each.query !== null)) {
          const found = await day.owner.call<{ count: number }>('explore', searchApi.operations.count, {
            query: query(),
            body: { query: row.query },
          });
          expect([by, row.query, found.body.count]).toEqual([by, row.query, row.items]);
        }
      }
    });

    it('should count objects by class and person', async () => {
      const names = new Map([
        [day.ana.email, day.ana.email],
        [day.bob.email, day.bob.email],
      ]);
      expect(await values({ measure: 'objects', by: 'class', and: 'person' })).toEqual(
        tally(logs.things, each => `${className(each.classId)} / ${names.get(each.by) ?? ''}`),
      );
    });

    it('should add up what belongs to one item before it takes a mean or a median', async () => {
      const counts = Object.values(tally(logs.things, each => String(each.item))).toSorted((one, other) => one - other);
      const middle = (counts[Math.floor((counts.length - 1) / 2)]! + counts[Math.ceil((counts.length - 1) / 2)]!) / 2;
      const of = async (aggregation: string): Promise<number> =>
        (await values({ measure: 'objects', aggregation }))['All']!;
      expect(await of('mean')).toBeCloseTo(logs.things.length / counts.length, 6);
      expect([await of('median'), await of('min'), await of('max'), await of('sum')]).toEqual([
        middle,
        counts[0],
        counts.at(-1),
        logs.things.length,
      ]);
    });

    it('should measure time by person and day, and fields by folder', async () => {
      const time = logs.worked.filter(each => each.email === day.ana.email).reduce((sum, each) => sum + each.gap, 0);
      expect(await values({ measure: 'time', by: 'acted', and: 'person' })).toMatchObject({
        [`2026-03-02 / ${day.ana.email}`]: time,
      });
      expect(await values({ measure: 'field:Wall height', by: 'folder', aggregation: 'mean' })).toEqual({ South: 6.5 });
      expect(await values({ measure: 'field:Wall height', by: 'field:Light', and: 'field:Wall height' })).toEqual({
        'day / 9': 9,
        'dim "x" / 4': 4,
      });
    });

    it('should offer what the project has', async () => {
      const { body } = await day.owner.call<{ measures: Choice[]; breakdowns: Choice[] }>(
        'explore',
        operations.insightChoices,
        { query: query() },
      );
      expect(body.measures.map(each => each.value)).toEqual([
        'items',
        'objects',
        'time',
        'transitions',
        'field:Wall height',
      ]);
      expect(body.breakdowns.map(each => each.value)).toEqual(
        expect.arrayContaining(['status', 'assignee:1', 'assignee:2', 'field:Light']),
      );
    });

    it.each([
      [{ measure: 'cost' }, 'measure'],
      [{ measure: 'items', by: 'person' }, 'by'],
      [{ measure: 'items', by: 'status', and: 'colour' }, 'and'],
      [{ measure: 'items', unit: 'hour' }, 'unit'],
    ])('should refuse %j, naming the field', async (body, field) => {
      const answer = await read(body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(field);
    });

    it('should be for managers only', async () => {
      expect(
        (await day.ana.call('explore', operations.readChart, { query: query(), body: { measure: 'items' } })).status,
      ).toBe(403);
    });
  });

  describe('boards', () => {
    const draft = {
      name: 'Progress',
      charts: [{ id: 'a', title: 'Items', kind: 'bar', measure: 'items', by: 'status' }],
    };
    const put = (board: Board, body: object): Promise<Answer<Board>> =>
      day.owner.call('explore', operations.updateBoard, {
        params: { board_id: board.id },
        query: query(),
        body: { name: board.name, charts: board.charts, version: board.version, ...body },
      });

    it('should be kept, changed and deleted, each change on the newest version', async () => {
      const { status, body: board } = await day.owner.call<Board>('explore', operations.createBoard, {
        query: query(),
        body: draft,
      });
      expect([status, board]).toMatchObject([
        201,
        { name: 'Progress', version: 1, charts: [{ id: 'a', aggregation: 'sum', and: null }] },
      ]);
      expect(
        await day.owner.call('explore', operations.createBoard, {
          query: query(),
          body: { ...draft, name: 'PROGRESS' },
        }),
      ).toMatchObject({ status: 409, body: { code: 'NAME_EXISTS' } });
      expect((await put(board, { name: 'Speed' })).body).toMatchObject({ name: 'Speed', version: 2 });
      expect(await put(board, { name: 'Late' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      const remove = (): Promise<Answer> =>
        day.owner.call('explore', operations.deleteBoard, { params: { board_id: board.id }, query: query() });
      expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
      expect((await day.owner.call('explore', operations.listBoards, { query: query() })).body).toEqual({
        data: [],
        count: 0,
      });
    });
  });
});
