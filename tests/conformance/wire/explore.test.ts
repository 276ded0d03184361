import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly folder_name: string;
  readonly is_root_folder: boolean;
  readonly custom_metadata: Record<string, unknown>;
}
interface Parsed {
  readonly isValidQuery: boolean;
  readonly parsedQuery: string;
  readonly error: { readonly message: string } | null;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let count = 0;
  const explore = <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    query: Record<string, string | number | boolean> = {},
  ) =>
    script.call<T>('explore', method, `/api/v1/${path}`, {
      query: { project_id: project, ...query },
      ...(body === undefined ? {} : { body }),
    });
  const attach = async (names: readonly string[], folder?: number): Promise<Row[]> => {
    const answer = await script.call<Row[]>('main', 'POST', '/image/ext-create', {
      body: {
        project_id: project,
        team_id: team.id,
        ...(folder === undefined ? {} : { folder_id: folder }),
        images: names.map(name => ({ name, path: `https://files.test/${name}` })),
        upload_state: 3,
        annotation_status: 1,
        meta: Object.fromEntries(names.map(name => [name, { width: 100, height: 100 }])),
      },
    });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const found = async (
    query: string | undefined,
    more: Record<string, string | number | boolean> = {},
  ): Promise<string[]> => {
    const { status, body } = await explore<Row[]>(
      'POST',
      'items/search',
      { image_index: 0, ...(query === undefined ? {} : { query }) },
      { includeFolderNames: true, ...more },
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.map(each => each.name);
  };

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());
  const fresh = async (): Promise<void> => void (project = await scriptProject(script, `Explore ${(count += 1)}`));

  describe('POST items/parse/query', () => {
    it('hands a valid query back so that it can be sent again', async () => {
      await fresh();
      for (const query of [
        'metadata(status = NotStarted)',
        'instance(type =bbox )',
        "metadata(name IN ['a', 'b']) AND folderName=root",
        'metadata(lastAction.email = a@x.org)',
        'instance(error = true)',
      ]) {
        const { status, body } = await explore<Parsed>('POST', 'items/parse/query', { query });
        expect([status, body.isValidQuery, body.parsedQuery]).toEqual([200, true, query]);
      }
    });

    it('answers 2xx for what is no query', async () => {
      for (const query of ['!instance(type =bbox )!', '-', '_']) {
        const { status, body } = await explore<Parsed>('POST', 'items/parse/query', { query });
        expect([status, body.isValidQuery]).toEqual([200, false]);
        expect(body.error?.message).toEqual(expect.any(String));
      }
    });
  });

  describe('POST items/search and items/count', () => {
    it('pages by exactly 50 while more remain', async () => {
      await fresh();
      await attach(Array.from({ length: 100 }, (_, index) => `image_${String(index).padStart(3, '0')}`));
      const pages: number[] = [];
      const names: string[] = [];
      for (let at = 0; ; at += 50) {
        const { body } = await explore<Row[]>(
          'POST',
          'items/search',
          { image_index: at, query: 'metadata(status = NotStarted)' },
          { includeFolderNames: true },
        );
        pages.push(body.length);
        names.push(...body.map(each => each.name));
        if (body.length < 50) break;
      }
      expect(pages).toEqual([50, 50, 0]);
      expect(new Set(names).size).toBe(100);
      expect((await explore('POST', 'items/count', { query: 'metadata(status = NotStarted)' })).body).toMatchObject({
        count: 100,
      });
      expect((await explore('POST', 'items/count', { query: null })).body).toMatchObject({ count: 100 });
      expect((await explore('POST', 'items/count', {}, { capped: true })).body).toEqual({ count: 100, exact: true });
    });

    it('returns the place of each item, and stays in a folder', async () => {
      await fresh();
      const folder = (
        await script.call<{ id: number }>('main', 'POST', '/folder', {
          query: { project_id: project },
          body: { name: 'Night' },
        })
      ).body.id;
      await attach(['a', 'b']);
      await attach(['c'], folder);
      const { body } = await explore<Row[]>(
        'POST',
        'items/search',
        { image_index: 0, query: 'metadata(status = NotStarted)' },
        { includeFolderNames: true },
      );
      expect(body.map(each => [each.name, each.folder_name, each.is_root_folder, each.custom_metadata])).toEqual([
        ['a', 'root', true, {}],
        ['b', 'root', true, {}],
        ['c', 'Night', false, {}],
      ]);
      expect(await found('metadata(status = NotStarted)', { folder_id: folder })).toEqual(['c']);
      expect(await found("metadata(name IN ['a', 'c']) AND folderName=root")).toEqual(['a']);
      expect(await found('folder = night')).toEqual(['c']);
    });

    it('answers the text of what is wrong with a query', async () => {
      const { status, body } = await explore<{ error: string }>('POST', 'items/search', {
        image_index: 0,
        query: 'metadata(status = Done)',
      });
      expect([status, body.error]).toEqual([400, 'Status “Done” does not exist in this workflow']);
      const similar = await explore<{ error: string }>('POST', 'items/search', {
        image_index: 0,
        query: 'semantic("snow")',
      });
      expect([similar.status, similar.body.error]).toEqual([
        400,
        expect.stringMatching(/^semantic is not available: .+ not installed/),
      ]);
    });
  });

  describe('subsets', () => {
    it('are made by name, listed in pages, and filled with up to 5000 ids', async () => {
      await fresh();
      const items = await attach(['a', 'b', 'c']);
      const made = await explore<Row[]>('POST', 'subsets', { names: ['S'] });
      expect(made.body).toMatchObject([{ id: expect.any(Number), name: 'S' }]);
      const subset = made.body[0]!.id;
      expect((await explore('GET', 'subsets', undefined, { offset: 0 })).body).toMatchObject({
        data: [{ id: subset, name: 'S' }],
        count: 1,
      });
      const change = (ids: readonly number[]) =>
        explore('POST', 'subsets/change', { action: 'ATTACH', item_ids: ids }, { subset_id: subset });
      expect((await change([items[0]!.id, items[1]!.id])).body).toMatchObject({ skipped: [], failed: [] });
      expect((await change([items[0]!.id, 999_999])).body).toMatchObject({
        skipped: [items[0]!.id],
        failed: [999_999],
      });
      expect(await found(undefined, { subset_id: subset })).toEqual(['a', 'b']);
      expect(await found('NOT inSubset(S)')).toEqual(['c']);
      expect((await explore('POST', 'items/count', { query: null }, { subset_id: subset })).body).toMatchObject({
        count: 2,
      });
      expect((await explore('POST', 'items/search', { image_index: 0 }, { subset_id: 999_999 })).status).toBe(404);
    });

    it('should take all that a query finds', async () => {
      const [{ id: subset } = { id: 0 }] = (await explore<Row[]>('POST', 'subsets', { names: ['All'] })).body;
      expect(
        (
          await explore(
            'POST',
            'subsets/change',
            { action: 'ATTACH', query: 'metadata(name != c)' },
            { subset_id: subset },
          )
        ).body,
      ).toMatchObject({ changed: 2 });
    });
  });

  describe('what people keep', () => {
    it('saves queries under names of a project', async () => {
      await fresh();
      const made = await explore<{ id: number }>('POST', 'queries', { name: 'Mine', text: 'metadata(pinned = true)' });
      expect(made.status).toBe(201);
      expect((await explore<{ code: string }>('POST', 'queries', { name: 'Mine', text: '' })).body.code).toBe(
        'NAME_EXISTS',
      );
      expect((await explore('PUT', `queries/${made.body.id}`, { name: 'Ours' })).body).toMatchObject({
        name: 'Ours',
        text: 'metadata(pinned = true)',
      });
      expect((await explore('GET', 'queries')).body).toMatchObject({ count: 1 });
      expect((await explore('DELETE', `queries/${made.body.id}`)).body).toEqual({ success: true });
    });

    it('marks items, and finds them by their marks', async () => {
      const [item] = await attach(['marked', 'plain']);
      const made = await explore<{ id: number }>('POST', 'bookmark', { item_id: item!.id, note: 'look' });
      expect(await found('bookmarked(me())')).toEqual(['marked']);
      expect((await explore('PUT', `bookmark/${made.body.id}`, { note: 'seen' })).body).toMatchObject({ note: 'seen' });
      expect((await explore('DELETE', `bookmark/${made.body.id}`)).status).toBe(200);
      expect(await found('bookmarked(me())')).toEqual([]);
    });

    it('keeps the state of a search under a short name', async () => {
      const { body } = await explore<{ hash: string }>('POST', 'hash', {
        queryParams: { folder_id: 3 },
        bodyParams: { query: 'pinned = true' },
        level: 'item',
      });
      expect((await explore('GET', `hash/${body.hash}`)).body).toMatchObject({
        queryParams: { folder_id: 3 },
        bodyParams: { query: 'pinned = true' },
        level: 'item',
      });
      expect((await explore('GET', 'hash/none')).status).toBe(404);
    });
  });

  it('lists fields, roles, statuses, rights and the state of the index', async () => {
    const fields = (
      await explore<{ data: { scope: string; name: string; values: string[] }[] }>('GET', 'items/metadata')
    ).body.data;
    expect(fields.find(each => each.scope === 'metadata' && each.name === 'status')?.values).toContain('QualityCheck');
    expect((await explore('GET', 'workflow/statuses')).body).toMatchObject({ count: 6 });
    expect(
      (await explore<{ data: { name: string }[] }>('GET', 'workflow/roles')).body.data.map(each => each.name),
    ).toContain('QA');
    expect((await explore('GET', 'permissions')).body).toMatchObject({ allowed: true });
    expect((await explore('POST', 'project/sync')).body).toMatchObject({ state: 'ready' });
  });

  it('changes what a query finds', async () => {
    const { body } = await explore<{ success: number[] }>('POST', 'items/update', {
      query: 'metadata(name = plain)',
      change: { annotation_status: 5 },
    });
    expect(body.success).toHaveLength(1);
    expect(await found('historyCount(to = Completed) = 1')).toEqual(['plain']);
    const ids = (await explore<number[]>('POST', 'items/ids', { query: 'metadata(status = Completed)' })).body;
    expect(ids).toEqual(body.success);
    expect((await explore<Row[]>('POST', 'items/by/ids', { item_ids: ids })).body.map(each => each.name)).toEqual([
      'plain',
    ]);
  });
});
