import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const [width, height] = [40, 30];

interface Stored {
  readonly mask?: string;
  readonly instances: readonly { readonly id: string; readonly classId: number; readonly className?: string }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let from: number;
  let to: number;
  let mask: string;

  const project = async (name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name, type: 2 } })).body.id;
  const classes = async (projectId: number, ...names: string[]): Promise<readonly { id: number }[]> =>
    (
      await owner.request<{ id: number }[]>('POST', `/classes?project_id=${projectId}`, {
        body: { classes: names.map(name => ({ name, color: '#aa0000', type: 1, attribute_groups: [] })) },
      })
    ).body;
  /** Copies everything to a new folder of the other project; answers the copy. */
  const copied = async (missing: string): Promise<{ id: number; document: Stored }> => {
    const folder = (
      await owner.request<{ id: number }>('POST', `/folder?project_id=${to}`, { body: { name: missing } })
    ).body.id;
    const { body } = await owner.request<ItemChangeView>('POST', `/api/v1/project/${from}/items/bring`, {
      body: { selection: { filter: {} }, folder_id: folder, to_project_id: to, operation: 'copy', missing },
    });
    expect(body).toMatchObject({ changed: 1, refused: [] });
    const { id } = (
      await owner.request<{ data: { id: number }[] }>('GET', `/api/v1/project/${to}/items?folder_id=${folder}&limit=1`)
    ).body.data[0]!;
    return {
      id,
      document: (await owner.request<{ document: Stored }>('GET', `/api/v1/project/${to}/item/${id}/annotation`)).body
        .document,
    };
  };

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-pixel'],
    });
    ({ owner } = await app.team('North'));
    [from, to] = [await project('Fields'), await project('Woods')];
    const [car, tree] = await classes(from, 'Car', 'Tree');
    await classes(to, 'Car');
    const picture = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const {
      body: { item },
    } = await owner.request<{ item: { id: number } }>('PUT', `/api/v1/project/${from}/upload?name=a.png`, {
      bytes: picture,
    });
    const data = Buffer.alloc(width * height * 4);
    [15, 30].forEach((color, at) => {
      for (let x = at * 4; x < at * 4 + 4; x += 1) data.writeUInt32BE(((color << 8) | 255) >>> 0, x * 4);
    });
    const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    ({
      body: { mask },
    } = await owner.request<{ mask: string }>('PUT', `/api/v1/project/${from}/item/${item.id}/annotation/mask`, {
      bytes,
    }));
    const painted = (id: string, classId: number, color: string): object => ({
      id,
      classId,
      attributes: [],
      probability: 100,
      parts: [{ color }],
    });
    const saved = await owner.request('PUT', `/api/v1/project/${from}/item/${item.id}/annotation`, {
      body: {
        op: crypto.randomUUID(),
        base: 0,
        data: {
          metadata: { name: 'a.png' },
          instances: [painted('car', car!.id, '#00000f'), painted('tree', tree!.id, '#00001e')],
          tags: [],
          comments: [],
          mask,
        },
      },
    });
    expect(saved.status).toBe(200);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('a mask that goes to another project', () => {
    it('should show nothing of objects whose class was left out, and its picture is readable there', async () => {
      const { id, document } = await copied('leave_out');
      expect(document.instances.map(each => [each.id, each.className])).toEqual([['car', 'Car']]);
      const { raw } = await owner.request('GET', `/api/v1/project/${to}/item/${id}/annotation/mask`);
      const pixels = await sharp(raw).ensureAlpha().raw().toBuffer();
      expect([pixels.subarray(0, 4).toString('hex'), pixels.subarray(16, 20).toString('hex')]).toEqual([
        '00000fff',
        '00000000',
      ]);
      const { body: opened } = await owner.request<{ asset: { url: string } }>(
        'GET',
        `/api/v1/project/${to}/item/${id}/editor`,
      );
      expect((await app.request('GET', opened.asset.url)).status).toBe(200);
    });

    it('should be the same mask where the classes were made', async () => {
      expect((await copied('create')).document).toMatchObject({
        mask,
        instances: [
          { id: 'car', className: 'Car' },
          { id: 'tree', className: 'Tree' },
        ],
      });
    });
  });
});
