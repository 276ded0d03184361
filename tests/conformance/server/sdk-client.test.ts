import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  downloadAnnotations,
  found,
  LoupeClient,
  LoupeError,
  rows,
  uploadAnnotations,
  waitForExport,
} from '#sdk/client/index.ts';
import { eachDatabase } from '../../support/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let loupe: LoupeClient;
  let url: string;

  beforeAll(async () => {
    app = await openTestApp(kind);
    const team = await app.team('North');
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`;
    loupe = new LoupeClient({ url, token: await app.app.services.sdkTokens.generate(team.id, team.owner.row.id) });
  });
  afterAll(() => app?.close());

  it('should make projects and walk through all pages of them', async () => {
    for (const name of ['A', 'B', 'C'])
      await loupe.call('/project', { method: 'POST', body: { team_id: String(loupe.teamId), name, type: 1 } });
    const names: string[] = [];
    for await (const project of rows<{ name: string }>(loupe, '/api/v1/projects', {}, { limit: 2 }))
      names.push(project.name);
    expect(names.toSorted()).toEqual(['A', 'B', 'C']);
  });

  it('should upload annotations by name, stream them back, and wait for their export with progress', async () => {
    const { id: project, folder_id: root } = await loupe.call<{ id: number; folder_id: number }>('/project', {
      method: 'POST',
      body: { team_id: String(loupe.teamId), name: 'Street', type: 1 },
    });
    await loupe.call('/classes', {
      method: 'POST',
      query: { project_id: project },
      body: { classes: [{ name: 'Car', color: '#00AA44', type: 1, attribute_groups: [] }] },
    });
    const names = Array.from({ length: 30 }, (nothing, index) => `a "${index}" 猫.jpg`);
    await loupe.call('/image/ext-create', {
      method: 'POST',
      body: {
        project_id: project,
        folder_id: root,
        team_id: loupe.teamId,
        upload_state: 3,
        images: names.map(name => ({ name, path: 'https://files.test/a.jpg' })),
        meta: {},
      },
    });
    const items: { id: number; name: string }[] = [];
    for await (const item of found<{ id: number; name: string }>(
      loupe,
      'items',
      '/api/v1/items/search',
      {},
      { limit: 7, context: { project_id: project } },
    ))
      items.push(item);
    expect(items.map(each => each.name)).toEqual(names);

    const done: number[] = [];
    const uploaded = await uploadAnnotations(
      loupe,
      { projectId: project, folderId: root },
      names.map(name => ({
        name,
        document: {
          metadata: { name },
          instances: [{ type: 'point', className: name === names[0] ? 'Ghost' : 'Car', x: 1, y: 2, attributes: [] }],
          tags: [],
          comments: [],
        },
      })),
      count => done.push(count),
    );
    expect(uploaded).toMatchObject({ failedItems: [], missingResources: { class: ['Ghost'] } });
    expect(done).toEqual([30]);
    const back: string[] = [];
    for await (const { metadata, instances } of downloadAnnotations<{
      metadata: { name: string };
      instances: unknown[];
    }>(
      loupe,
      project,
      items.map(each => each.id),
    ))
      if (instances.length === 1) back.push(metadata.name);
    expect(back.toSorted()).toEqual(names.toSorted());

    const begun = await loupe.call<{ id: number }>('/export', {
      method: 'POST',
      query: { project_id: project },
      body: { fuse: 0, is_pinned: 0, coco: 0 },
    });
    const progress: [number, number][] = [];
    const made = await waitForExport(loupe, project, begun.id, {
      pollMs: 20,
      onProgress: (...step) => progress.push(step),
    });
    expect(progress.at(-1)).toEqual([30, 30]);
    const archive = await loupe.download(
      new URL(new URL(made.download!).pathname + new URL(made.download!).search, url).href,
    );
    expect((await archive.arrayBuffer()).byteLength).toBe(made.size);
  });

  it('should throw the server’s code and text', async () => {
    await expect(loupe.call('/project', { method: 'POST', body: { name: 'A', type: 1 } })).rejects.toMatchObject({
      name: 'LoupeError',
      status: 409,
      code: 'NAME_EXISTS',
      message: 'A project with this name already exists.',
    });
    await expect(new LoupeClient({ url, token: `wrong=${loupe.teamId}` }).call('/teams')).rejects.toBeInstanceOf(
      LoupeError,
    );
  });

  it('should try again when the server is away for a moment', async () => {
    const away = vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockImplementation((...args) => fetch(...args));
    const patient = new LoupeClient({
      url,
      token: await app.app.services.sdkTokens.generate(loupe.teamId, 1),
      fetch: away,
    });
    expect(await patient.call('/user/ME')).toMatchObject({ email: 'owner@north.test' });
    expect(away).toHaveBeenCalledTimes(2);
  });
});

it('should refuse a token that is none', () => {
  expect(() => new LoupeClient({ url: 'http://localhost', token: 'abc' })).toThrow('text=TEAMID');
});
