import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { automationsApi } from '../common/api.ts';
import type { DryRunResult } from '../common/dry-run.ts';
import { startedByHand } from './sample-actions.support.ts';

const [width, height] = [8, 6];
const PIXEL = 2;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-pixel', 'automations'],
    });
    ({ owner } = await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const picture = (color: string): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 4, background: color } })
      .png()
      .toBuffer();

  it('should name the masks before and after, which can be read, and the pixels of none', async () => {
    const body = { name: 'Fields', type: PIXEL };
    const { id } = (await owner.request<{ id: number }>('POST', '/project', { body })).body;
    const folder = await owner.request<{ id: number }>('POST', `/folder?project_id=${id}`, { body: { name: 'Done' } });
    const upload = async (query: string): Promise<number> => {
      const path = `/api/v1/project/${id}/upload?name=a.png${query}`;
      return (await owner.request<{ item: { id: number } }>('PUT', path, { bytes: await picture('#336699') })).body.item
        .id;
    };
    const [painted, empty] = [await upload(''), await upload(`&folder_id=${folder.body.id}`)];
    const [field] = (
      await owner.request<{ id: number }[]>('POST', `/classes?project_id=${id}`, {
        body: { classes: [{ name: 'Field', color: '#aa0000', type: 1, attribute_groups: [] }] },
      })
    ).body;
    const place = `/api/v1/project/${id}/item/${painted}/annotation`;
    const { mask } = (
      await owner.request<{ mask: string }>('PUT', `${place}/mask`, { bytes: await picture('#00000f') })
    ).body;
    const instance = { id: 'a', classId: field!.id, attributes: [], probability: 100, parts: [{ color: '#00000f' }] };
    const data = { metadata: { name: 'a.png' }, instances: [instance], tags: [], comments: [], mask };
    const saved = await owner.request('PUT', place, { body: { op: crypto.randomUUID(), base: 0, data } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);

    const graph = startedByHand(id, { folder: 'Done', duplicates: 'replace_annotation' }, 'copy');
    const tried = { graph, node_id: 'start', project_id: id, item_ids: [painted] };
    const { body: shown } = await owner.call<DryRunResult>('automations', automationsApi.operations.dryRunPipeline, {
      body: tried,
    });
    expect(shown.documents, JSON.stringify(shown)).toMatchObject([
      { item_id: empty, masks: { before: null, after: expect.any(String) } },
    ]);
    const address = shown.documents[0]!.masks!.after!;
    const { raw } = await owner.request('GET', address.replace(/^https?:\/\/[^/]+/, ''));
    expect(await sharp(raw).metadata()).toMatchObject({ format: 'png', width, height });
  });
});
