import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, success } from '#core/api/common/index.ts';
import { definePlugin, kernelApi } from '#core/kernel/common/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ErrorDetail, ErrorGroup, ErrorState } from '../common/api.ts';
import { errorLogApi } from '../common/api.ts';
import { SourceMaps } from './source-maps.ts';

const fragileApi = defineApi({
  service: 'main',
  operations: {
    fail: { method: 'GET', path: '/api/v1/fail', summary: 'Fails', access: 'team-member', reply: success },
  },
});
const fragile = defineServerHalf(definePlugin({ id: 'fragile', title: 'Fragile' }), {
  activate: ({ implement }) =>
    implement(fragileApi, {
      fail: () => {
        throw new TypeError('the patient "Ana" of ana@clinic.test is missing');
      },
    }),
});
const { listErrors, getError, setErrorState } = errorLogApi.operations;

eachDatabase(kind => {
  describe('the error log', () => {
    let app: TestApp;
    let root: TestPerson;
    let team: TestTeam;
    beforeAll(async () => {
      app = await openTestApp(kind, {
        plugins: ['error-log'],
        halves: [fragile] as unknown as AnyServerHalf[],
        jobs: false,
      });
      root = (await app.team('Root', { superAdmin: true })).owner;
      team = await app.team('Alpha');
    }, DATABASE_TIMEOUT_MS);
    afterAll(() => app.close());

    const list = async (query: object = {}): Promise<readonly ErrorGroup[]> =>
      (await root.call<{ data: ErrorGroup[] }>('main', listErrors, { query })).body.data;
    const detailOf = async ({ id }: ErrorGroup): Promise<ErrorDetail> =>
      (await root.call<ErrorDetail>('main', getError, { params: { error_id: id } })).body;
    const set = ({ id }: ErrorGroup, state: ErrorState) =>
      root.call<ErrorDetail>('main', setErrorState, { params: { error_id: id }, body: { state } });
    const report = (by: TestPerson, message: string) =>
      by.call('main', kernelApi.operations.reportFaults, {
        body: {
          faults: [{ plugin: 'core', moment: 'uncaught', message, stack: 'at draw (https://x.test/assets/a.js:1:20)' }],
        },
      });

    it('should count a failed call once, with the person, and keep nothing that was entered', async () => {
      for (let each = 0; each < 3; each++)
        expect((await team.owner.call('main', fragileApi.operations.fail)).status).toBe(500);
      await expect.poll(list).toMatchObject([{ count: 3, people: 1 }]);
      const [group] = await list();
      const detail = await detailOf(group!);
      expect(detail).toMatchObject({
        side: 'server',
        plugin: 'fragile',
        kind: 'TypeError',
        message: 'the patient <text> of <e-mail> is missing',
        place: 'GET /api/v1/fail',
        state: 'open',
      });
      expect(detail.stack).toMatch(/^\S*fail .*error-log\/server\/error-log\.test\.ts:\d+:\d+$/m);
      expect(detail.occurrences).toHaveLength(3);
      expect(detail.occurrences[0]).toMatchObject({
        person: team.owner.email,
        organization: expect.stringContaining('Alpha') as string,
      });
      expect(detail.occurrences[0]!.request_id).not.toBeNull();
      expect(JSON.stringify(detail)).not.toMatch(/"Ana"|clinic/);
    });

    it('should open a resolved error that occurs again, and not an ignored one', async () => {
      await report(team.owner, 'not drawn');
      await report(root, 'not drawn');
      await expect.poll(() => list({ search: 'drawn' })).toMatchObject([{ count: 2, people: 2, side: 'browser' }]);
      const [group] = await list({ search: 'drawn' });
      expect((await set(group!, 'resolved')).body).toMatchObject({ state: 'resolved', changedBy: root.email });
      await report(team.owner, 'not drawn');
      await expect.poll(() => list({ search: 'drawn', state: 'open' })).toMatchObject([{ returned: true, count: 3 }]);
      await set(group!, 'ignored');
      await report(team.owner, 'not drawn');
      await expect
        .poll(() => list({ search: 'drawn' }))
        .toMatchObject([{ state: 'ignored', count: 4, returned: false }]);
    });

    it('should be for super-admins only', async () => {
      expect((await team.owner.call('main', listErrors, { query: {} })).status).toBe(403);
      const [group] = await list();
      const params = { error_id: group!.id };
      expect((await team.owner.call('main', setErrorState, { params, body: { state: 'ignored' } })).status).toBe(403);
      expect((await root.call('main', getError, { params: { error_id: 999_999 } })).status).toBe(404);
    });
  });
});

it('should find the source of a built file, and leave frames without a readable map as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-maps-'));
  const map = { version: 3, sources: ['../../../core/ui/web/toast.tsx'], names: ['shout'], mappings: ';AAEGA' };
  await writeFile(join(folder, 'shell-a1.js.map'), JSON.stringify(map));
  await writeFile(join(folder, 'cut-a1.js.map'), '{"version":3,');
  const cut = { fn: 'c', file: 'assets/cut-a1.js', line: 2, column: 1 };
  const [found, other, asBuilt] = await new SourceMaps(folder).resolve([
    { fn: 'a', file: 'assets/shell-a1.js', line: 2, column: 1 },
    { fn: 'b', file: 'assets/unknown.js', line: 2, column: 1 },
    cut,
  ]);
  await rm(folder, { recursive: true });
  expect(found).toEqual({ fn: 'shout', file: 'core/ui/web/toast.tsx', line: 3, column: 4 });
  expect(other).toEqual({ fn: 'b', file: 'assets/unknown.js', line: 2, column: 1 });
  expect(asBuilt).toEqual(cut);
});
