import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly custom_metadata: Record<string, unknown>;
}

const fields = {
  study_date: { type: 'string', format: 'date' },
  patient_id: { type: 'string' },
  patient_sex: { type: 'string', enum: ['male', 'female'] },
  patient_age: { type: 'number' },
  medical_specialist: { type: 'string', format: 'email' },
  duration: { type: 'number', minimum: 0, maximum: 10 },
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let count = 0;
  const metadata = <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    query: Record<string, string | number> = {},
  ) =>
    script.call<T>('explore', method, `/api/v1/custom/metadata/${path}`, {
      query: { project_id: project, ...query },
      ...(body === undefined ? {} : { body }),
    });
  const create = (data: unknown) =>
    metadata<Record<string, unknown> & { error?: readonly string[] }>('POST', 'schema', { data });
  const search = async (query: string): Promise<Row[]> =>
    (
      await script.call<Row[]>('explore', 'POST', '/api/v1/items/search', {
        query: { project_id: project, includeFolderNames: true },
        body: { image_index: 0, query },
      })
    ).body;
  const attach = async (names: readonly string[]): Promise<Row[]> =>
    (
      await script.call<Row[]>('main', 'POST', '/image/ext-create', {
        body: {
          project_id: project,
          team_id: team.id,
          images: names.map(name => ({ name, path: `https://files.test/${name}` })),
          upload_state: 3,
          annotation_status: 1,
          meta: Object.fromEntries(names.map(name => [name, { width: null, height: null }])),
        },
      })
    ).body;

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());
  const fresh = async (): Promise<void> => void (project = await scriptProject(script, `Metadata ${(count += 1)}`));

  describe('the schema', () => {
    it('comes back whole and as it was given', async () => {
      await fresh();
      expect((await create(fields)).body).toEqual(fields);
      expect((await create({ more: { type: 'number', enu: [1] } })).body).toEqual({
        ...fields,
        more: { type: 'number', enu: [1] },
      });
      expect((await metadata('GET', 'schema')).body).toEqual({ ...fields, more: { type: 'number', enu: [1] } });
      expect((await metadata('DELETE', 'schema', { custom_fields: ['more', 'none'] })).status).toBe(200);
      expect((await metadata('GET', 'schema')).body).toEqual(fields);
    });

    it.each([
      ['an unknown type', { f: { type: 'text' } }, ['Not supported field type for f.']],
      ['an unknown format', { f: { type: 'string', format: 'time' } }, ['Spec value type of f is not valid.']],
      ['a bound that is no number', { f: { type: 'number', minimum: 'min' } }, ['Spec value type of f is not valid.']],
      ['an enum that is no list', { f: { type: 'number', enum: 'a' } }, ['Spec value type of f is not valid.']],
      ['an enum of the wrong type', { f: { type: 'number', enum: [1, 'b'] } }, ['Spec value type of f is not valid.']],
      [
        'an enum that is no e-mail',
        { f: { type: 'string', format: 'email', enum: ['a@b.co', 'none'] } },
        ['Spec value type of f is not valid.'],
      ],
      ['repeated values', { f: { type: 'string', enum: ['a', 'a'] } }, ['Spec values of f should be unique.']],
      [
        'bounds the wrong way round',
        { f: { type: 'number', minimum: 9, maximum: 1 } },
        [
          'Maximum spec value of f can not be less than minimum value.',
          'Minimum spec value of f can not be higher than maximum value.',
        ],
      ],
      [
        'several fields',
        { f: { type: 'x' }, g: { type: 'number', enum: [1, 1] } },
        ['Not supported field type for f.', 'Spec values of g should be unique.'],
      ],
    ])('refuses %s, word for word, and makes nothing', async (_, data, error) => {
      await fresh();
      const answer = await create(data);
      expect([answer.status, answer.body.error]).toEqual([400, error]);
      expect((await metadata('GET', 'schema')).body).toEqual({});
    });

    it('refuses names that are used, and more than 25', async () => {
      await fresh();
      await create({ f: { type: 'string', enum: ['2000-10-9'], format: 'date' } });
      expect((await create({ f: { type: 'number' } })).body.error).toEqual(['Field name f is already used.']);
      expect(
        (await create(Object.fromEntries(Array.from({ length: 26 }, (_, index) => [index, { type: 'number' }])))).body
          .error,
      ).toEqual(['Maximum number of custom fields is 25. You can only create 24 more custom fields.']);
    });
  });

  describe('values', () => {
    it('are merged, listed by item, and found at once', async () => {
      await fresh();
      await create(fields);
      const [first, second] = await attach(['one', 'two', 'three']);
      const set = (data: unknown) =>
        metadata<{ succeeded_items: string[]; failed_items: string[] }>('POST', 'item', { data });
      expect(
        (
          await set({
            one: { patient_age: 65, patient_sex: 'female' },
            two: { patient_age: 40 },
            none: { patient_age: 1 },
          })
        ).body,
      ).toEqual({ succeeded_items: ['one', 'two'], failed_items: ['none'] });
      expect((await set({ one: { study_date: '2026-03-01' } })).body.failed_items).toEqual([]);
      expect((await metadata('POST', 'item/value', { item_id: [first!.id, second!.id, 999_999] })).body).toEqual({
        [first!.id]: [{ patient_age: 65, patient_sex: 'female', study_date: '2026-03-01' }],
        [second!.id]: [{ patient_age: 40 }],
        999999: [],
      });
      const found = await search('custom.patient_age > 60');
      expect(found.map(each => [each.name, each.custom_metadata])).toEqual([
        ['one', { patient_age: 65, patient_sex: 'female', study_date: '2026-03-01' }],
      ]);
      expect(await search('custom(patient_age = 1)')).toMatchObject({ code: 'QUERY_SYNTAX' });
      expect((await search('custom.patient_age IS EMPTY')).map(each => each.name)).toEqual(['three']);
      expect((await search('custom.study_date >= 2026-02-01')).map(each => each.name)).toEqual(['one']);
      const listed = await script.call<{ data: Row[] }>('items', 'POST', '/api/v1/items/search', {
        context: { project_id: project },
        body: { query: { search: { name: { $eq: 'two' } } } },
      });
      expect(listed.body.data[0]?.custom_metadata).toEqual({ patient_age: 40 });
    });

    it('stay as they are when one does not fit, and are taken away by field', async () => {
      const set = (data: unknown) => metadata<{ failed_items: string[] }>('POST', 'item', { data });
      for (const wrong of [
        { patient_age: 'old' },
        { duration: 11 },
        { patient_sex: 'none' },
        { medical_specialist: 'nobody' },
        { study_date: '2026-13-01' },
        { unknown: 1 },
      ]) {
        expect((await set({ two: { patient_id: 'x', ...wrong } })).body.failed_items).toEqual(['two']);
      }
      expect((await metadata('DELETE', 'item', { data: { one: ['patient_sex', 'study_date'] } })).status).toBe(200);
      expect((await search('custom.patient_age > 1')).map(each => each.custom_metadata)).toEqual([
        { patient_age: 65 },
        { patient_age: 40 },
      ]);
      await metadata('DELETE', 'schema', { custom_fields: ['patient_age'] });
      expect((await search('name = one')).map(each => each.custom_metadata)).toEqual([{}]);
    });
  });
});
