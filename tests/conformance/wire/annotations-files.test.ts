import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareItems } from '../../support/annotated-items.ts';
import { AnnotationScript } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/test-app.ts';

interface Addresses {
  readonly original: { readonly url: string; readonly headers: object };
  readonly lores: { readonly url: string };
  readonly annotations: {
    readonly MAIN: readonly { readonly annotation_json_path: { readonly url: string; readonly headers: object } }[];
  };
}

eachDatabase(kind => {
  let wire: AnnotationScript;

  beforeAll(async () => {
    wire = await AnnotationScript.open(kind);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => wire?.app.close());

  describe('POST /annotations/remove', () => {
    const remove = (body?: object, client = wire.script): Promise<Answer<{ poll_id: number }>> =>
      client.call('main', 'POST', '/annotations/remove', {
        query: { project_id: wire.project, folder_id: wire.folder },
        ...(body === undefined ? {} : { body }),
      });
    const read = async (id: number): Promise<{ metadata: Record<string, unknown>; instances: unknown[] }> =>
      (
        await wire.script.call<{ metadata: Record<string, unknown>; instances: unknown[] }>(
          'assets',
          'POST',
          `/api/v3.01/items/${id}/annotations/download`,
          { query: { project_id: wire.project } },
        )
      ).body;

    it('deletes the annotations of the named items, resets their status and is over at the first question', async () => {
      await wire.fresh();
      const [one, other] = await bareItems(wire.app, wire.team, wire.project, ['a.jpg', 'b.jpg'], { status: 3 });
      for (const name of ['a.jpg', 'b.jpg']) await wire.annotate(name);
      const { status, body } = await remove({ image_names: ['a.jpg', 'unknown.jpg'] });
      expect(status).toBe(200);
      const progress = await wire.script.call('main', 'GET', '/annotations/getRemoveStatus', {
        query: { project_id: wire.project, poll_id: body.poll_id },
      });
      expect(progress.body).toEqual({ process: 100 });
      expect(await read(one!)).toEqual({
        metadata: {
          name: 'a.jpg',
          id: one,
          projectId: wire.project,
          height: null,
          width: null,
          status: 'NotStarted',
          pinned: false,
          annotatorEmail: null,
          qaEmail: null,
        },
        instances: [],
        tags: [],
        comments: [],
      });
      expect(await read(other!)).toMatchObject({ metadata: { status: 'QualityCheck' }, instances: [{}] });
      const versions = await wire.script.call<{ data: unknown[] }>(
        'main',
        'GET',
        `/api/v1/project/${wire.project}/item/${one}/annotation/versions`,
      );
      expect(versions.body.data, 'what was deleted can be restored').toHaveLength(2);
    });

    it('clears the whole folder without a body', async () => {
      await wire.fresh();
      const ids = await wire.items('a.jpg', 'b.jpg');
      for (const name of ['a.jpg', 'b.jpg']) await wire.annotate(name);
      expect((await remove()).status).toBe(200);
      for (const id of ids) expect((await read(id)).instances).toEqual([]);
    });

    it('fails when there is no such item, when the folder is empty, and for other teams', async () => {
      await wire.fresh();
      expect((await remove()).status).toBe(404);
      await wire.items('a.jpg');
      expect((await remove({ image_names: ['b.jpg'] })).status).toBe(404);
      expect((await remove({ image_names: ['a.jpg'] }, wire.stranger)).status).toBe(404);
      expect(
        (
          await wire.script.call('main', 'GET', '/annotations/getRemoveStatus', {
            query: { project_id: wire.project, poll_id: 1_999_999 },
          })
        ).status,
      ).toBe(404);
    });

    it('asks nobody to wait, however often the progress is asked for', async () => {
      await wire.fresh();
      await wire.items('a.jpg');
      const { body } = await remove();
      const began = performance.now();
      for (let times = 0; times < 300; times++)
        expect(
          (
            await wire.script.call('main', 'GET', '/annotations/getRemoveStatus', {
              query: { project_id: wire.project, poll_id: body.poll_id },
            })
          ).status,
        ).toBe(200);
      expect(performance.now() - began).toBeLessThan(40_000);
    });
  });

  describe('GET /image/{id}/annotation/getAnnotationDownloadToken', () => {
    let origin: string;
    beforeAll(async () => {
      await wire.app.app.http.listen({ port: 0, host: '127.0.0.1' });
      origin = `http://127.0.0.1:${(wire.app.app.http.server.address() as AddressInfo).port}`;
    });
    const addresses = async (id: number): Promise<Addresses> => {
      const { status, body } = await wire.script.call<Addresses>(
        'main',
        'GET',
        `/image/${id}/annotation/getAnnotationDownloadToken`,
        { query: { project_id: wire.project, folder_id: wire.folder, include_original: 1 } },
      );
      expect(status).toBe(200);
      return body;
    };
    // A plain request without any header of ours; the public address of the test is not the one it listens on.
    const plain = (url: string): Promise<Response> => fetch(url.replace('http://localhost', origin));

    it('gives addresses of the file, and of an annotation that answers without signing in', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      await wire.annotate('a.jpg');
      const body = await addresses(id!);
      expect(body.original).toEqual({ url: 'https://files.test/a.jpg', headers: {} });
      const { url, headers } = body.annotations.MAIN[0]!.annotation_json_path;
      expect([headers, new URL(url).pathname.startsWith('/')]).toEqual([{}, true]);
      const answer = await plain(url);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ metadata: { name: 'a.jpg', id }, instances: [{ type: 'point' }] });
    });

    it('gives an address that fails as long as nothing is annotated', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      const { url } = (await addresses(id!)).annotations.MAIN[0]!.annotation_json_path;
      expect((await plain(url)).status).toBe(404);
    });

    it('gives addresses that show nothing else when they are changed', async () => {
      await wire.fresh();
      const [id, other] = await wire.items('a.jpg', 'b.jpg');
      for (const name of ['a.jpg', 'b.jpg']) await wire.annotate(name);
      const { url } = (await addresses(id!)).annotations.MAIN[0]!.annotation_json_path;
      expect((await plain(url.replace(`-${id}?`, `-${other}?`))).status).toBe(404);
      expect((await plain(url.split('?')[0]!)).status).toBe(404);
      expect((await plain(`${url}0`)).status).toBe(404);
    });

    it('gives addresses that hold no longer than their person is in the team', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      await wire.annotate('a.jpg');
      const admin = await wire.team.join(`leaving${kind}@north.test`, 7);
      const { body } = await admin.request<Addresses>(
        'GET',
        `/image/${id}/annotation/getAnnotationDownloadToken?project_id=${wire.project}`,
      );
      const { url } = body.annotations.MAIN[0]!.annotation_json_path;
      expect((await plain(url)).status).toBe(200);
      await wire.app.database
        .system('the person leaves the team, for the test')
        .transaction(trx =>
          sql`delete from tenancy.member where person_id = ${admin.row.id}`.execute(trx as Kysely<unknown>),
        );
      // As every removal does: memberships are believed for a moment.
      wire.app.app.services.teams.forget();
      expect((await plain(url)).status).toBe(404);
    });

    it('says 404 for items of other teams', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      for (const name of ['getAnnotationDownloadToken', 'getAnnotationUploadToken']) {
        expect(
          (
            await wire.stranger.call('main', 'GET', `/image/${id}/annotation/${name}`, {
              query: { project_id: wire.project },
            })
          ).status,
        ).toBe(404);
      }
    });

    it('gives an address to put an annotation at, which stores it as an upload does', async () => {
      await wire.fresh();
      const [id, other] = await wire.items('a.jpg', 'b.jpg');
      const { status, body } = await wire.script.call<{
        annotation_json_path: { filePath: string; url: string; headers: Record<string, string> };
      }>('main', 'GET', `/image/${id}/annotation/getAnnotationUploadToken`, { query: { project_id: wire.project } });
      expect(status).toBe(200);
      const { filePath, url, headers } = body.annotation_json_path;
      expect(filePath).toEqual(expect.stringContaining(String(id)));
      const put = (address: string): Promise<Response> =>
        fetch(address.replace('http://localhost', origin), {
          method: 'PUT',
          headers,
          body: JSON.stringify({
            metadata: { name: 'a.jpg' },
            instances: [{ type: 'point', className: 'Car', x: 1, y: 2 }],
          }),
        });
      expect((await put(url.replace(`-${id}?`, `-${other}?`))).status).toBe(404);
      const reading = (await addresses(id!)).annotations.MAIN[0]!.annotation_json_path.url;
      expect((await put(reading)).status, 'an address to read is none to write').toBe(404);
      expect((await put(url)).status).toBe(200);
      expect(await (await plain(reading)).json()).toMatchObject({
        instances: [{ type: 'point', creationType: 'Preannotation' }],
      });
    });
  });
});
