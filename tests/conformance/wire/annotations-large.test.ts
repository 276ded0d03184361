import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnnotationScript } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/test-app.ts';

eachDatabase(kind => {
  let wire: AnnotationScript;

  beforeAll(async () => {
    wire = await AnnotationScript.open(kind);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => wire?.app.close());

  describe('reading a large annotation', () => {
    const query = (): Record<string, string | number> => ({
      project_id: wire.project,
      desired_transform_version: 'export',
      desired_version: 'V1.00',
      current_transform_version: 'V1.00',
    });

    it('is ready at the first question, and comes as plain JSON', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      await wire.annotate('a.jpg');
      expect(
        (
          await wire.script.call('assets', 'POST', `/api/v4/items/${id}/annotations/sync`, {
            query: { ...query(), current_source: 'main', desired_source: 'secondary' },
          })
        ).status,
      ).toBe(200);
      expect(
        (await wire.script.call('assets', 'GET', `/api/v4/items/${id}/annotations/sync/status`, { query: query() }))
          .body,
      ).toEqual({ status: 'SUCCESS' });
      const { status, body } = await wire.script.call('assets', 'POST', `/api/v3.01/items/${id}/annotations/download`, {
        query: { project_id: wire.project, annotation_type: 'MAIN', version: 'V1.00' },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ metadata: { name: 'a.jpg', id }, instances: [{ type: 'point', x: 1, y: 2 }] });
    });

    it('says with 404 that there is no such item', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      for (const client of [wire.stranger, wire.script]) {
        const item = client === wire.script ? 2_000_000 : id;
        expect(
          (await client.call('assets', 'GET', `/api/v4/items/${item}/annotations/sync/status`, { query: query() }))
            .status,
        ).toBe(404);
        expect(
          (
            await client.call('assets', 'POST', `/api/v3.01/items/${item}/annotations/download`, {
              query: { project_id: wire.project },
            })
          ).status,
        ).toBe(404);
      }
    });
  });

  describe('writing a large annotation', () => {
    const path = (id: number, rest: string, version = 'v4'): string =>
      `/api/${version}/items/${id}/annotations/${rest}`;
    const query = (): Record<string, string | number> => ({ project_id: wire.project, folder_id: wire.folder });
    const start = async (id: number): Promise<{ path: string; upload_id: string }> => {
      const { status, body } = await wire.script.call<{ path: string; upload_id: string }>(
        'assets',
        'POST',
        path(id, 'upload/multipart/start', 'v3.01'),
        { query: query() },
      );
      expect(status).toBe(200);
      return body;
    };
    const part = (
      id: number,
      upload: { path: string; upload_id: string },
      chunk: number,
      text: string,
      client = wire.script,
    ): Promise<Answer> =>
      client.call('assets', 'POST', path(id, 'upload/multipart/part'), {
        query: { ...query(), path: upload.path, chunk_id: chunk },
        headers: { upload_id: upload.upload_id },
        body: { data_chunk: text },
      });
    const finish = (id: number, upload: { path: string; upload_id: string }): Promise<Answer> =>
      wire.script.call('assets', 'POST', path(id, 'upload/multipart/finish'), {
        query: { ...query(), path: upload.path },
        headers: { upload_id: upload.upload_id },
      });
    const sync = (id: number, upload: { upload_id: string }): Promise<Answer> =>
      wire.script.call('assets', 'POST', path(id, 'sync'), {
        query: query(),
        headers: { upload_id: upload.upload_id },
      });
    const status = (id: number): Promise<Answer> =>
      wire.script.call('assets', 'GET', path(id, 'sync/status'), { query: query() });
    const document = (points: number): string =>
      JSON.stringify({
        metadata: { name: 'a.jpg' },
        instances: Array.from({ length: points }, (_, at) => ({ type: 'point', className: 'Çar 写', x: at, y: 1 })),
      });
    const halves = (text: string): [string, string] => [text.slice(0, 40), text.slice(40)];

    it('stores the parts as one document, ready at the first question', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      const upload = await start(id!);
      expect(upload).toEqual({ path: expect.any(String), upload_id: expect.any(String) });
      const [one, two] = halves(document(3));
      // In any order, and one of them twice: a client that got no answer sends again.
      for (const [chunk, text] of [
        [2, two],
        [1, 'not this'],
        [1, one],
      ] as const)
        expect((await part(id!, upload, chunk, text)).status).toBe(200);
      expect((await finish(id!, upload)).status).toBe(200);
      expect((await status(id!)).body).toEqual({ status: 'IN_PROGRESS' });
      expect((await sync(id!, upload)).status).toBe(200);
      expect((await status(id!)).body).toEqual({ status: 'SUCCESS' });
      expect((await sync(id!, upload)).body).toEqual({ status: 'SUCCESS' });
      const { body } = await wire.script.call<{ instances: unknown[] }>(
        'assets',
        'POST',
        path(id!, 'download', 'v3.01'),
        { query: query() },
      );
      expect(body.instances).toHaveLength(3);
    });

    it('takes one of 20 MB in parts of 5 Mi characters, and counts it among the large ones', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      const text = JSON.stringify({
        metadata: { name: 'a.jpg' },
        instances: [],
        mine: Array.from({ length: 20 }, (_, at) => String(at).repeat(1_000_000).slice(0, 1_048_576)),
      });
      const upload = await start(id!);
      const size = 5 * 1024 * 1024;
      for (let at = 0; at * size < text.length; at++)
        expect((await part(id!, upload, at + 1, text.slice(at * size, (at + 1) * size))).status).toBe(200);
      expect((await finish(id!, upload)).status).toBe(200);
      expect((await sync(id!, upload)).body).toEqual({ status: 'SUCCESS' });
      const { body } = await wire.script.call('assets', 'POST', '/api/v4/items/annotations/download/method', {
        query: { limit: 1 },
        body: { project_id: wire.project, item_ids: [id] },
      });
      expect(body).toEqual({ small: {}, large: [{ id }] });
    });

    it('answers with a word that begins with FAILED when the whole is no annotation, and keeps what was there', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      await wire.annotate('a.jpg');
      for (const text of [
        '{"metadata": {"name": "a.jpg"}, "instances": [',
        '{"metadata": {}}',
        '{"metadata": {"name": "a.jpg"}, "instances": [{"type": "circle"}]}',
      ]) {
        const upload = await start(id!);
        await part(id!, upload, 1, text);
        await finish(id!, upload);
        expect((await sync(id!, upload)).status).toBe(200);
        expect((await status(id!)).body).toMatchObject({
          status: expect.stringMatching(/^FAILED/),
          message: expect.stringContaining('could not be stored'),
        });
      }
      const { body } = await wire.script.call<{ instances: unknown[] }>(
        'assets',
        'POST',
        path(id!, 'download', 'v3.01'),
        { query: query() },
      );
      expect(body.instances).toHaveLength(1);
    });

    it('refuses to finish with a part missing, and parts after the end', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      const upload = await start(id!);
      expect((await finish(id!, upload)).body).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
      await part(id!, upload, 2, '}');
      expect((await finish(id!, upload)).status).toBe(409);
      await part(id!, upload, 1, '{');
      expect((await finish(id!, upload)).status).toBe(200);
      expect((await part(id!, upload, 3, ' ')).body).toMatchObject({ code: 'UPLOAD_CLOSED' });
    });

    it('belongs to one item and one person', async () => {
      await wire.fresh();
      const [id, other] = await wire.items('a.jpg', 'b.jpg');
      const upload = await start(id!);
      expect((await part(other!, upload, 1, '{}')).status).toBe(404);
      expect((await part(id!, { ...upload, path: 'elsewhere' }, 1, '{}')).status).toBe(404);
      expect(
        (await part(id!, { ...upload, upload_id: '00000000-0000-4000-8000-000000000000', path: upload.path }, 1, '{}'))
          .status,
      ).toBe(404);
      expect((await part(id!, upload, 1, '{}', wire.stranger)).status).toBe(404);
      const colleague = await wire.team.join(`colleague${kind}@north.test`, 7);
      const url = `/services/assets/api/v4/items/${id}/annotations/upload/multipart/part?project_id=${wire.project}&chunk_id=1`;
      expect(
        (await colleague.request('POST', url, { headers: { upload_id: upload.upload_id }, body: { data_chunk: '{}' } }))
          .status,
      ).toBe(404);
      expect((await part(id!, { ...upload, upload_id: 'none' }, 1, '{}')).status).toBe(400);
    });
  });

  describe('GET items/annotations/schema', () => {
    interface Schema {
      readonly required?: readonly string[];
      readonly properties: {
        readonly instances?: {
          readonly items: {
            readonly oneOf?: readonly {
              readonly $ref?: string;
              readonly required: readonly string[];
              readonly properties: {
                readonly type?: { readonly const?: string };
                readonly meta?: { readonly properties: { readonly type?: { readonly const?: string } } };
              };
            }[];
          };
        };
      };
    }
    const schema = async (type: number): Promise<Schema> => {
      const { status, body } = await wire.script.call<Schema>('assets', 'GET', '/api/v4/items/annotations/schema', {
        query: { project_type: type, version: 'V1.00' },
      });
      expect(status).toBe(200);
      return body;
    };

    it.each([1, 2, 3, 4, 5, 6, 7, 8])(
      'answers a bare draft-7 schema for project type %i that asks for metadata',
      async type => {
        expect(await schema(type)).toMatchObject({
          $schema: 'http://json-schema.org/draft-07/schema#',
          required: ['metadata'],
          properties: { metadata: { required: ['name'], properties: { name: { type: 'string' } } } },
        });
      },
    );

    it.each([
      [1, 'type'],
      [3, 'meta'],
      [4, 'type'],
      [5, 'type'],
      [6, 'type'],
      [7, 'type'],
    ] as const)('has the alternatives of project type %i inline, each with a const in %s', async (type, holder) => {
      const alternatives = (await schema(type)).properties.instances?.items.oneOf ?? [];
      expect(alternatives.length).toBeGreaterThan(0);
      for (const { $ref, properties } of alternatives) {
        expect($ref).toBeUndefined();
        expect(typeof (holder === 'type' ? properties.type?.const : properties.meta?.properties.type?.const)).toBe(
          'string',
        );
      }
    });

    it('asks nothing but points of a box', async () => {
      const box = (await schema(1)).properties.instances!.items.oneOf!.find(
        each => each.properties.type?.const === 'bbox',
      )!;
      expect(box.required.toSorted()).toEqual(['points', 'type']);
    });

    it('says that there is no other version and no other type', async () => {
      expect(
        (
          await wire.script.call('assets', 'GET', '/api/v4/items/annotations/schema', {
            query: { project_type: 1, version: 'V9.00' },
          })
        ).status,
      ).toBe(404);
      expect(
        (
          await wire.script.call('assets', 'GET', '/api/v4/items/annotations/schema', {
            query: { project_type: 9, version: 'V1.00' },
          })
        ).status,
      ).toBe(400);
    });
  });
});
