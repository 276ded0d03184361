import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { reportingApi } from '../common/api.ts';
import type { FolderRow, PersonRow, Report } from '../common/report.ts';
import type { Recount } from './recount.support.ts';
import { recount } from './recount.support.ts';
import type { WorkingDay } from './working-day.support.ts';
import { workingDay } from './working-day.support.ts';

type Name = keyof typeof reportingApi.operations & `report${string}`;

const STATUS = ['items', 'name', 'query', 'share', 'status'];
const PERSON = ['email', 'items', 'name', 'role', 'role_name'];
/** The calls of the specification, and the fields of a row of each answer. */
const CALLS: readonly (readonly [path: string, name: Name, fields: readonly string[]])[] = [
  ['overview', 'reportOverview', [...STATUS, 'left', 'mean_ms', 'median_ms']],
  ['image-overview', 'reportItems', ['completed', 'folder_id', 'items', 'name', 'objects', 'query']],
  ['data-cards', 'reportCards', STATUS],
  ['user-list-overview', 'reportPeopleList', PERSON],
  [
    'users-table',
    'reportPeople',
    [
      ...PERSON,
      'approved',
      'disapproved',
      'last_active',
      'objects',
      'query',
      'time_ms',
      'time_per_item_ms',
      'time_per_object_ms',
      'transitions',
    ],
  ],
  [
    'class-overview',
    'reportClasses',
    ['approved', 'class_id', 'color', 'disapproved', 'items', 'kind', 'name', 'objects', 'query', 'share'],
  ],
  [
    'attribute-overview',
    'reportAttributes',
    ['answers', 'class_id', 'class_name', 'group_id', 'group_name', 'items', 'query', 'share', 'value', 'value_id'],
  ],
];

eachDatabase(kind => {
  let app: TestApp;
  let day: WorkingDay;
  let gina: TestPerson;
  let logs: Recount;

  const ask = <Row = unknown>(name: Name, query: object = {}): Promise<Answer<Report<Row>>> =>
    gina.call('main', reportingApi.operations[name], { params: { project_id: day.project }, query });

  beforeAll(async () => {
    app = await openTestApp(kind);
    day = await workingDay(app, 'North');
    logs = await recount(app, day.project);
    gina = await day.team.join('gina@x.org');
    const groups = `/api/v1/teams/${day.team.id}/groups`;
    const { id } = (await day.owner.request<{ id: number }>('POST', groups, { body: { name: 'Vendors' } })).body;
    // She manages one folder, together with somebody who works in the project already.
    const members = { data: [{ email: gina.email }, { email: day.ana.email }] };
    await day.owner.request('POST', `${groups}/${id}/members/bulk`, { body: members });
    const scope = { project_id: day.project, role: 3, scope: 'folders', folder_ids: [day.folders.north] };
    await day.owner.request('POST', `${groups}/${id}/scopes/bulk`, { body: { data: [scope] } });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should count for a grouped manager only what lies in the folders of the group', async () => {
    const inside = logs.items.filter(each => each.folder_id === day.folders.north);
    expect(inside.length).toBeLessThan(logs.items.length);
    const { cards } = (await ask('reportCards')).body;
    expect(cards.find(each => each.key === 'items')?.value).toBe(inside.length);
    expect((await ask<FolderRow>('reportItems')).body.rows.map(each => each.folder_id)).toEqual([day.folders.north]);
    expect(await ask('reportCards', { folder_ids: [day.folders.south] })).toMatchObject({ status: 400 });
  });

  it('should count for a grouped manager only the work of the group', async () => {
    const inside = new Set(logs.items.filter(each => each.folder_id === day.folders.north).map(each => each.id));
    const own = logs.things.filter(each => inside.has(each.item) && each.by === day.ana.email);
    const { cards } = (await ask('reportCards')).body;
    expect(cards.find(each => each.key === 'objects')?.value).toBe(own.length);
    const { rows } = (await ask<PersonRow>('reportPeople')).body;
    expect(rows.map(each => each.email).toSorted()).toEqual([day.ana.email, gina.email]);
    expect(await ask('reportPeople', { users: [day.bob.email] })).toMatchObject({ status: 400 });
  });

  it.each(CALLS)('should answer GET reporting/project/{id}/%s in its shape', async (path, name, fields) => {
    const answer = await day.owner.request<Report<object>>('GET', `/reporting/project/${day.project}/${path}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(['asOf', 'cards', 'filters', 'rows', 'series', 'total_count']);
    expect(reportingApi.operations[name].reply.safeParse(answer.body).error).toBeUndefined();
    expect(answer.body.rows.length).toBeGreaterThan(0);
    for (const row of answer.body.rows) expect(Object.keys(row).toSorted()).toEqual(fields.toSorted());
  });
});
