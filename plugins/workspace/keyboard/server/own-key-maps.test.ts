import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { keyboardApi } from '../common/api.ts';

const { getKeys, saveKeys } = keyboardApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  const save = (person: TestPerson, body: object): Promise<Answer> => person.call('main', saveKeys, { body });
  const get = async (person: TestPerson): Promise<unknown> => (await person.call('main', getKeys)).body;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['keyboard'] });
    team = await app.team('North');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('own keys', () => {
    it('should be ours at first', async () => {
      expect(await get(owner)).toEqual({ revision: 0, preset: 'loupe', keys: {} });
    });

    it('should be kept with a growing revision, for the person and in the team alone', async () => {
      const keys = { 'editor.save': ['Ctrl+Shift+S'], 'editor.vector.tool.box': [] };
      expect((await save(owner, { base: 0, preset: 'cvat', keys })).body).toEqual({ revision: 1 });
      expect((await save(owner, { base: 1, preset: 'qupath', keys })).body).toEqual({ revision: 2 });
      expect(await get(owner)).toEqual({ revision: 2, preset: 'qupath', keys });
      expect(await get(await team.join('member@north.test'))).toMatchObject({ revision: 0 });
      expect(await get((await app.team('South')).owner)).toMatchObject({ revision: 0 });
    });

    it('should not be overwritten by a window that knows an older revision', async () => {
      const { revision } = (await get(owner)) as { revision: number };
      for (const base of [0, revision - 1, revision + 5]) {
        const { status, body } = await save(owner, { base, preset: 'loupe', keys: {} });
        expect(status).toBe(409);
        expect(body).toMatchObject({ code: 'CONFLICT', details: { revision } });
      }
    });

    it('should be refused with the name of what is no key', async () => {
      const refused = await save(owner, { base: 2, preset: 'loupe', keys: { 'editor.save': ['Hyper+S'] } });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain('editor.save');
      expect((await save(owner, { base: 2, preset: 'vim', keys: {} })).status).toBe(400);
      expect((await save(owner, { base: 2, preset: 'loupe', keys: { save: [] } })).status).toBe(400);
    });
  });
});
