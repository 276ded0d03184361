import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnnotationScript } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/test-app.ts';

eachDatabase(kind => {
  let wire: AnnotationScript;

  beforeAll(async () => {
    wire = await AnnotationScript.open(kind);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => wire?.app.close());

  const start = (id: number): Promise<Answer<{ upload_id: string; code?: string; error?: string }>> =>
    wire.script.call('assets', 'POST', `/api/v3.01/items/${id}/annotations/upload/multipart/start`, {
      query: { project_id: wire.project },
    });
  const send = (
    id: number,
    path: string,
    upload?: string,
    query: Record<string, string | number> = {},
    body?: unknown,
  ): Promise<Answer> =>
    wire.script.call('assets', 'POST', `/api/v4/items/${id}/annotations/${path}`, {
      query: { project_id: wire.project, ...query },
      ...(upload === undefined ? {} : { headers: { upload_id: upload } }),
      ...(body === undefined ? {} : { body }),
    });

  it('lets one person have five large uploads at a time', async () => {
    await wire.fresh();
    const [id] = await wire.items('a.jpg');
    const uploads: string[] = [];
    for (let at = 0; at < 5; at++) uploads.push((await start(id!)).body.upload_id);
    expect(await start(id!)).toMatchObject({
      status: 409,
      body: { code: 'UPLOADS_OPEN', error: expect.stringContaining('24 hours') },
    });
    for (const upload of uploads) {
      await send(
        id!,
        'upload/multipart/part',
        upload,
        { chunk_id: 1 },
        { data_chunk: '{"metadata": {"name": "a.jpg"}, "instances": []}' },
      );
      expect((await send(id!, 'sync', upload)).body).toEqual({ status: 'SUCCESS' });
    }
    expect((await start(id!)).status).toBe(200);
  });

  it('refuses a form of more than 10 000 parts, and lists the reasons of a thousand failures', async () => {
    await wire.fresh();
    const form = (parts: number) =>
      wire.upload(
        Array.from({ length: parts }, (_, at) => [`${at}`, {}] as const),
        { 'image_names[]': '' },
      );
    expect(await form(10_001)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    const { status, body } = await form(1001);
    expect([status, body.failedItems.length, body.failures.length]).toEqual([200, 1001, 1000]);
  });

  it('stores nothing once the contract of the organization has ended, neither by a signed address nor by sync', async () => {
    await wire.fresh();
    const [id] = await wire.items('a.jpg');
    const address = (
      await wire.script.call<{ annotation_json_path: { url: string } }>(
        'main',
        'GET',
        `/image/${id}/annotation/getAnnotationUploadToken`,
        { query: { project_id: wire.project } },
      )
    ).body.annotation_json_path.url;
    const {
      body: { upload_id: upload },
    } = await start(id!);
    await send(
      id!,
      'upload/multipart/part',
      upload,
      { chunk_id: 1 },
      { data_chunk: '{"metadata": {"name": "a.jpg"}, "instances": []}' },
    );
    const put = async (): Promise<Answer> => {
      const { pathname, search } = new URL(address);
      return wire.team.owner.request('PUT', pathname + search, {
        body: { metadata: { name: 'a.jpg' }, instances: [] },
      });
    };
    await wire.app.app.services.organizations.setFeature(wire.team.organizationId, 'contract_expired', true);
    wire.app.app.gate.forget();
    try {
      expect(await put()).toMatchObject({ status: 402, body: { code: 'CONTRACT_EXPIRED' } });
      expect(await send(id!, 'sync', upload)).toMatchObject({ status: 402, body: { code: 'CONTRACT_EXPIRED' } });
      expect((await send(id!, 'sync')).status, 'making one ready for reading goes on').toBe(200);
    } finally {
      await wire.app.app.services.organizations.setFeature(wire.team.organizationId, 'contract_expired', false);
    }
    expect((await put()).status).toBe(200);
  });
});
