import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchApi } from '#plugins/analyze/explore/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { reportingApi } from '../common/api.ts';
import type {
  AttributeRow,
  CalculationStatus,
  Card,
  ClassRow,
  ConfusionRow,
  FolderRow,
  PersonRow,
  QualityRow,
  ReasonRow,
  Report,
  StageRow,
  StatusRow,
} from '../common/report.ts';
import type { Recount } from './recount.support.ts';
import { recount } from './recount.support.ts';
import type { WorkingDay } from './working-day.support.ts';
import { workingDay } from './working-day.support.ts';

type Name = Exclude<keyof typeof reportingApi.operations, 'startCalculation' | 'calculationStatus'>;

eachDatabase(kind => {
  let app: TestApp;
  let day: WorkingDay;
  let logs: Recount;

  const ask = <Row = unknown>(
    name: Name,
    query: object = {},
    person: TestPerson = day.owner,
  ): Promise<Answer<Report<Row>>> =>
    person.call('main', reportingApi.operations[name], { params: { project_id: day.project }, query });
  const rows = async <Row>(name: Name, query: object = {}, person = day.owner): Promise<readonly Row[]> =>
    (await ask<Row>(name, query, person)).body.rows;
  const cardsOf = async (query: object = {}, person = day.owner): Promise<Readonly<Record<string, Card['value']>>> =>
    Object.fromEntries((await ask('reportCards', query, person)).body.cards.map(each => [each.key, each.value]));
  const found = async (query: string): Promise<number> =>
    (
      await day.owner.call<{ count: number }>('explore', searchApi.operations.count, {
        query: { project_id: day.project },
        body: { query },
      })
    ).body.count;
  const count = <T>(all: readonly T[], test: (each: T) => boolean): number => all.filter(test).length;

  beforeAll(async () => {
    app = await openTestApp(kind);
    day = await workingDay(app, 'North');
    logs = await recount(app, day.project);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('figures of a project', () => {
    it('should be made of a day with every kind of work', () => {
      expect(
        [logs.moves.length, logs.verdicts.length, logs.things.length, logs.worked.length].every(each => each > 5),
      ).toBe(true);
      expect(new Set(logs.items.map(each => each.annotation_status)).size).toBeGreaterThan(3);
    });

    it('should equal what the logs say, at the top', async () => {
      expect(await cardsOf()).toMatchObject({
        items: logs.items.length,
        completed: count(logs.items, each => each.annotation_status === 5),
        objects: logs.things.length,
        approved: count(logs.items, each => each.approval_status === 2),
        disapproved: count(logs.items, each => each.approval_status === 1),
        active: new Set([...logs.moves.map(each => each.by_email), day.owner.email]).size,
        people: 4,
        time: logs.worked.reduce((sum, each) => sum + each.gap, 0),
      });
    });

    it('should equal what the logs say, by status and its duration', async () => {
      const stages = await rows<StageRow>('reportOverview');
      const stays = (status: number): readonly number[] =>
        logs.items.flatMap(item =>
          logs.moves
            .filter(each => each.item_id === item.id)
            .flatMap((move, at, all) =>
              Number(move.before) === status
                ? [move.at.getTime() - (all[at - 1]?.at ?? item.created_at).getTime()]
                : [],
            ),
        );
      for (const stage of stages) {
        expect(stage.items).toBe(count(logs.items, each => each.annotation_status === stage.status));
        const all = stays(stage.status);
        expect(stage.left).toBe(all.length);
        if (all.length > 0)
          expect(stage.mean_ms! / 1000).toBeCloseTo(all.reduce((sum, each) => sum + each, 0) / all.length / 1000, 1);
      }
      expect(stages.reduce((sum, each) => sum + each.items, 0)).toBe(logs.items.length);
    });

    it('should end with the present statuses over time, and have the items where they began', async () => {
      const { body } = await ask<StageRow>('reportOverview');
      expect(body.series.map(each => each.points.at(-1)![1])).toEqual(body.rows.map(each => each.items));
      const yesterday = body.series.map(each => each.points.at(-2)![1]);
      expect(yesterday).toEqual([
        count(logs.items, each => each.created_at.getTime() < Date.now() - 86_400_000),
        0,
        0,
        0,
        0,
        0,
      ]);
    });

    it('should equal what the logs say, by person', async () => {
      const people = await rows<PersonRow>('reportPeople', { sort: 'items', order: 'desc' });
      expect(people.map(each => each.items)).toEqual(
        people.map(each => each.items).toSorted((one, other) => other - one),
      );
      for (const { email, items, objects, transitions, time_ms: time, approved, disapproved } of people) {
        expect({ email, items, objects, transitions, time, approved, disapproved }).toEqual({
          email,
          items: logs.itemsOf(email).size,
          objects: count(logs.things, each => each.by === email),
          transitions: count(logs.moves, each => each.by_email === email),
          time: logs.worked.filter(each => each.email === email).reduce((sum, each) => sum + each.gap, 0),
          approved: count(logs.verdicts, each => each.by_email === email && each.after === '2'),
          disapproved: count(logs.verdicts, each => each.by_email === email && each.after === '1'),
        });
      }
      expect(people.map(each => each.email).toSorted()).toEqual(
        [day.ana, day.bob, day.owner, day.quinn].map(each => each.email).toSorted(),
      );
    });

    it('should equal what the logs say, by class, answer and folder', async () => {
      for (const { class_id: id, objects, items, disapproved } of await rows<ClassRow>('reportClasses')) {
        const own = logs.things.filter(each => each.classId === id);
        expect({ objects, items, disapproved }).toEqual({
          objects: own.length,
          items: new Set(own.map(each => each.item)).size,
          disapproved: count(own, each => each.error === true),
        });
      }
      for (const { group_id: group, value_id: value, answers } of await rows<AttributeRow>('reportAttributes')) {
        expect(answers).toBe(
          count(
            logs.things.flatMap(each => each.attributes),
            each => each.groupId === group && (each.id ?? null) === value,
          ),
        );
      }
      for (const { folder_id: folder, items, completed, objects } of await rows<FolderRow>('reportItems')) {
        const inside = logs.items.filter(each => each.folder_id === folder);
        expect({ items, completed, objects }).toEqual({
          items: inside.length,
          completed: count(inside, each => each.annotation_status === 5),
          objects: count(logs.things, each => inside.some(item => item.id === each.item)),
        });
      }
    });

    it('should each be found again by the query beside it', async () => {
      for (const query of [
        {},
        { folder_ids: [day.folders.north] },
        { users: [day.ana.email] },
        { role: 1, folder_ids: [day.folders.root, day.folders.south] },
      ]) {
        const { cards } = (await ask('reportCards', query)).body;
        for (const each of cards.filter(({ key }) => ['items', 'completed', 'approved', 'disapproved'].includes(key)))
          expect([query, each.key, await found(each.query!)]).toEqual([query, each.key, each.value]);
        const valueOf = (key: string): number => cards.find(each => each.key === key)!.value as number;
        const foundBy = (key: string): Promise<number> => found(cards.find(each => each.key === key)!.query!);
        expect([query, await foundBy('progress')]).toEqual([query, valueOf('items') - valueOf('completed')]);
        expect([query, await foundBy('last')]).toEqual([query, 1]);
        for (const each of await rows<StatusRow>('reportCards', query))
          expect([query, each.name, await found(each.query)]).toEqual([query, each.name, each.items]);
        for (const each of await rows<ClassRow>('reportClasses', query))
          expect([query, each.name, await found(each.query)]).toEqual([query, each.name, each.items]);
        for (const each of await rows<FolderRow>('reportItems', query))
          expect([query, each.name, await found(each.query)]).toEqual([query, each.name, each.items]);
      }
      const all = (await ask('reportCards')).body.cards;
      const itemsBehind = (key: string): Promise<number> => found(all.find(each => each.key === key)!.query!);
      expect(await itemsBehind('time')).toBe(new Set(logs.worked.map(each => each.item_id)).size);
      expect(await itemsBehind('active')).toBe(
        new Set([...logs.moves.map(each => each.item_id), ...logs.things.map(each => each.item)]).size,
      );
      for (const each of await rows<AttributeRow>('reportAttributes'))
        expect([each.group_name, each.value, await found(each.query)]).toEqual([
          each.group_name,
          each.value,
          each.items,
        ]);
      for (const each of await rows<PersonRow>('reportPeople'))
        expect([each.email, await found(each.query)]).toEqual([each.email, each.items]);
    });

    it('should count for a person what that person did, and for a folder what lies in it', async () => {
      const ana = await cardsOf({ users: [day.ana.email] });
      expect(ana).toMatchObject({
        items: logs.itemsOf(day.ana.email).size,
        objects: count(logs.things, each => each.by === day.ana.email),
        people: 1,
        time: logs.worked.filter(each => each.email === day.ana.email).reduce((sum, each) => sum + each.gap, 0),
      });
      const annotators = [day.ana.email, day.bob.email];
      expect(await cardsOf({ role: 1 })).toMatchObject({
        objects: count(logs.things, each => annotators.includes(each.by ?? '')),
        people: annotators.length,
      });
      const inside = logs.items.filter(each => each.folder_id === day.folders.south);
      expect(await cardsOf({ folder_ids: [day.folders.south] })).toMatchObject({
        items: inside.length,
        objects: count(logs.things, each => inside.some(item => item.id === each.item)),
      });
    });

    it('should be listed by page, search and order', async () => {
      const { body } = await ask<PersonRow>('reportPeople', { search: 'QUINN', limit: 1 });
      expect([body.rows.map(each => each.email), body.total_count]).toEqual([[day.quinn.email], 1]);
      expect(
        (await ask<PersonRow>('reportPeople', { sort: 'objects', order: 'desc', limit: 1, offset: 1 })).body,
      ).toMatchObject({ total_count: 4, rows: [{ email: day.bob.email }] });
    });

    it.each([
      [{ folder_ids: [2_000_000_000] }, 'folder_ids'],
      [{ time_zone: 'Mars/Base' }, 'time_zone'],
      [{ from: '2026-02-31' }, 'from'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
      [{ sort: 'x' }, 'sort'],
    ])('should refuse %j, naming the field', async (query, field) => {
      const answer = await ask('sort' in query ? 'reportPeople' : 'reportOverview', query);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(field);
    });
  });

  describe('quality of annotations', () => {
    it('should be the verdicts of others on what a person submitted', async () => {
      const verdicts = logs.items.flatMap(({ id }) => {
        const moves = logs.moves.filter(each => each.item_id === id);
        const at = moves.findIndex(
          (each, index) =>
            each.by_email === day.quinn.email &&
            ['4', '5'].includes(each.after) &&
            moves[index - 1]?.by_email !== day.quinn.email,
        );
        return at < 1 ? [] : [{ by: moves[at - 1]!.by_email, accepted: moves[at]!.after === '5' }];
      });
      const people = await rows<QualityRow>('reportQuality');
      expect(people.map(each => each.email)).toEqual(
        expect.arrayContaining([...new Set(verdicts.map(each => each.by))]),
      );
      for (const { email, reviewed, accepted, objects_checked: checked, objects_disapproved: disapproved } of people) {
        const own = verdicts.filter(each => each.by === email);
        const wrong = count(logs.things, each => each.by === email && each.error === true);
        expect([email, reviewed, accepted, checked, disapproved]).toEqual([
          email,
          own.length,
          count(own, each => each.accepted),
          wrong,
          wrong,
        ]);
      }
    });

    it('should lead to the items behind each figure, and show the share accepted by week', async () => {
      const { rows: people, series } = (await ask<QualityRow>('reportQuality')).body;
      expect(people.some(each => each.accepted > 0) && people.some(each => each.reviewed > each.accepted)).toBe(true);
      for (const { email, reviewed, accepted, accepted_query: good, returned_query: bad, ...row } of people) {
        expect([email, good === null ? 0 : await found(good)]).toEqual([email, accepted]);
        expect([email, bad === null ? 0 : await found(bad)]).toEqual([email, reviewed - accepted]);
        const wrong = logs.things.filter(each => each.by === email && each.error === true);
        expect([email, row.disapproved_query === null ? 0 : await found(row.disapproved_query)]).toEqual([
          email,
          new Set(wrong.map(each => each.item)).size,
        ]);
        const points = series.find(each => each.key === email)?.points ?? [];
        // All verdicts of the day lie in one week, unless it ends while they are given.
        expect(points.every(([week]) => new Date(`${week}T00:00:00Z`).getUTCDay() === 1)).toBe(true);
        if (points.length === 1) expect(points[0]![1]).toBeCloseTo(accepted / reviewed);
        expect(points.length > 0).toBe(reviewed > 0);
      }
    });

    it('should name the reasons of disapproved objects, whatever their case', async () => {
      const wrong = logs.things.filter(each => each.error === true);
      const [reason, ...others] = await rows<ReasonRow>('reportReasons');
      expect([reason, others]).toMatchObject([
        { reason: expect.stringMatching(/^too loose$/i), objects: wrong.length, share: 1 },
        [],
      ]);
    });

    it('should show what reviewers made of classes', async () => {
      const confused = await rows<ConfusionRow>('reportConfusion');
      const [car, bus] = day.classes;
      expect(confused.filter(each => each.from_class === car!.id && each.to_class === bus!.id)).toMatchObject([
        { objects: 2, from_name: 'Car', to_name: 'Bus "big"' },
      ]);
      expect(confused.filter(each => each.from_class === null)).toEqual([]);
      for (const { query, objects } of confused) {
        const items = await found(query!);
        expect(items > 0 && items <= objects).toBe(true);
      }
    });
  });

  describe('figures of a member', () => {
    it('should be those of their own work', async () => {
      expect(await cardsOf({}, day.bob)).toMatchObject({
        items: logs.itemsOf(day.bob.email).size,
        objects: count(logs.things, each => each.by === day.bob.email),
        people: 1,
      });
      expect((await rows<PersonRow>('reportPeople', {}, day.bob)).map(each => each.email)).toEqual([day.bob.email]);
      expect((await ask('reportClasses', {}, day.bob)).body.filters).toMatchObject({
        own: true,
        users: [day.bob.email],
      });
      expect(await rows<FolderRow>('reportItems', {}, day.bob)).toMatchObject([
        { folder_id: 0, items: logs.itemsOf(day.bob.email).size },
      ]);
    });

    it.each([{ users: ['ana@x.org'] }, { role: 1 }, { folder_ids: [1] }])('should refuse %j', async query => {
      expect(await ask('reportCards', query, day.bob)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });

    it('should not be calculated by them', async () => {
      expect(
        (await day.bob.call('main', reportingApi.operations.startCalculation, { params: { project_id: day.project } }))
          .status,
      ).toBe(403);
    });
  });

  describe('counting from scratch', () => {
    const everything = async (): Promise<unknown> => {
      const reports: unknown[] = [];
      for (const name of [
        'reportOverview',
        'reportItems',
        'reportCards',
        'reportPeople',
        'reportClasses',
        'reportAttributes',
      ] as const) {
        const { asOf: _, ...report } = (await ask(name)).body;
        reports.push(report);
      }
      return reports;
    };
    const status = async (): Promise<CalculationStatus> =>
      (
        await day.owner.call<CalculationStatus>('main', reportingApi.operations.calculationStatus, {
          params: { project_id: day.project },
        })
      ).body;

    it('should give the same figures, once at a time', async () => {
      const before = await everything();
      const start = (): Promise<Answer> =>
        day.owner.call('main', reportingApi.operations.startCalculation, { params: { project_id: day.project } });
      const [first, second] = [await start(), await start()];
      expect(first).toMatchObject({ status: 202, body: { job_id: expect.any(String) } });
      if (second.status !== 202)
        expect(second).toMatchObject({
          status: 409,
          body: { code: 'ALREADY_RUNNING', details: { job_id: first.body['job_id'] } },
        });
      await expect.poll(async () => (await status()).state, { timeout: DATABASE_TIMEOUT_MS }).toBe('COMPLETED');
      expect(await status()).toMatchObject({ asOf: expect.any(String), calculatedAt: expect.any(String) });
      expect(await everything()).toEqual(before);
    });
  });
});
