import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/test-app.ts';
import type { ListedItem } from './integration-calls.support.ts';
import type { IntegrationCalls } from './integration-calls.support.ts';

/** Adds the tests of checked integrations and of items made from their files. */
export function integrationItemTests(calls: IntegrationCalls): void {
  const { name, create, list, disk, asset, items, attach, finished, project } = calls;

  describe('POST /integrations/{id}/check', () => {
    const check = async (id: number): Promise<unknown> =>
      (await calls.script.call('main', 'POST', `/integrations/${id}/check`)).body;

    it('reports step by step, and the list remembers', async () => {
      const made = await disk();
      expect(await check(made.id)).toMatchObject({
        ok: true,
        steps: [
          { name: 'allowed', ok: true },
          { name: 'list', ok: true },
        ],
      });
      const outside = (await create({ name: name(), type: 4, config: { folder: '/etc' } })).body;
      expect(await check(outside.id)).toMatchObject({ ok: false, steps: [{ name: 'allowed', ok: false }] });
      const found = await list();
      expect([made.id, outside.id].map(id => found.find(each => each['id'] === id)?.['status'])).toEqual([
        'working',
        'failed',
      ]);
    });

    it('does not reach into the own house, and repeats nothing of what is said there', async () => {
      const at = async (endpoint: string): Promise<{ ok: boolean; steps: { message: string }[] }> =>
        (await check(
          (
            await create({
              name: name(),
              type: 7,
              root: 'bucket',
              config: { endpoint, access_key_id: 'a' },
              secrets: { secret_access_key: 's' },
            })
          ).body.id,
        )) as never;
      for (const endpoint of [
        'http://127.0.0.2:1',
        'http://169.254.169.254',
        'http://[::1]:80',
        'http://2130706434',
        'http://10.0.0.1',
      ]) {
        const found = await at(endpoint);
        expect([endpoint, found.ok, found.steps.at(-1)!.message]).toEqual([
          endpoint,
          false,
          expect.stringContaining('EGRESS_ALLOW='),
        ]);
      }
      const inside: Server = createServer((_, response) =>
        response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end('<Error><Code>the password is hunter2</Code><Message>hunter2</Message></Error>'),
      );
      await new Promise<void>(resolve => inside.listen(0, '127.0.0.1', resolve));
      const found = await at(`http://127.0.0.1:${(inside.address() as AddressInfo).port}`);
      expect(found.ok).toBe(false);
      expect(JSON.stringify(found)).not.toContain('hunter2');
      inside.closeAllConnections();
      inside.close();
    });
  });

  describe('POST /image/integration/create', () => {
    it('attaches the files of a folder that the project takes, as items of source 3', async () => {
      const [place, made] = [await project(), await disk()];
      const { status, body } = await attach(place, made.id, { customer_folder_name: 'photos' });
      expect([status >= 200 && status < 300, typeof body.job_id]).toEqual([true, 'string']);
      expect(await finished(body.job_id)).toMatchObject({
        state: 'COMPLETED',
        result: { attached: 3, skipped: 0, ignored: 1 },
      });
      expect((await items(place)).map(each => [each.name, each.source, each.metadata.path])).toEqual([
        ['a.png', 3, 'photos/a.png'],
        ['b.jpg', 3, 'photos/b.jpg'],
        ['night_c.jpg', 3, 'photos/night/c.jpg'],
      ]);
      const again = await finished((await attach(place, made.id, { customer_folder_name: '/photos/' })).body.job_id);
      expect(again).toMatchObject({ state: 'COMPLETED', result: { attached: 0, skipped: 3 } });
      expect(
        (await calls.team.owner.request<{ upload_state: number }>('GET', `/api/v1/project/${place.id}`)).body
          .upload_state,
      ).toBe(3);
    });

    it('takes the formats of the project’s type', async () => {
      const [text, other, video] = [await project(4), await project(6), await project(3)];
      const made = await disk();
      const names = async (place: { id: number; root: number }): Promise<string[]> => {
        await finished((await attach(place, made.id)).body.job_id);
        return (await items(place)).map(each => each.name);
      };
      expect(await names(text)).toEqual(['photos_notes.txt']);
      expect(await names(other)).toHaveLength(5);
      expect(await names(video)).toEqual([]);
    });

    it('refuses what cannot be, at once', async () => {
      const [place, made] = [await project(), await disk()];
      const plain = (await create({ name: name(), type: 4 })).body;
      expect((await attach(place, 999_999)).status).toBe(404);
      expect((await attach({ id: 999_999, root: 1 }, made.id)).status).toBe(404);
      expect((await attach(place, plain.id)).status).toBe(400);
      expect((await attach(place, made.id, { customer_folder_name: '../..' })).status).toBe(400);
      expect((await attach(place, made.id, { options: { query: 'select 1' } })).status).toBe(400);
      expect((await attach(await project(8), made.id)).status).toBe(415);
    });

    it('gives the file of an item by an address that needs no sign-in, in ranges, and only that file', async () => {
      const [place, made] = [await project(), await disk()];
      await finished((await attach(place, made.id, { customer_folder_name: 'photos' })).body.job_id);
      const item = (await items(place)).find(each => each.name === 'b.jpg')!;
      const address = await asset(place, item);
      const whole = await calls.app.request('GET', address);
      expect([
        whole.status,
        whole.raw.toString(),
        whole.headers['content-type'],
        whole.headers['x-content-type-options'],
      ]).toEqual([200, 'bbbb', 'image/jpeg', 'nosniff']);
      const part = await calls.app.request('GET', address, { headers: { range: 'bytes=1-2' } });
      expect([part.status, part.raw.toString(), part.headers['content-range']]).toEqual([206, 'bb', 'bytes 1-2/4']);
      expect((await calls.app.request('GET', address, { headers: { range: 'bytes=9-' } })).status).toBe(416);
      const head = await calls.app.request('HEAD', address);
      expect([head.status, head.raw.length, head.headers['content-length']]).toEqual([200, 0, '4']);
      const changed = (key: string, value: string): string => {
        const url = new URL(address, 'http://host');
        url.searchParams.set(key, value);
        return url.pathname + url.search;
      };
      for (const each of [
        changed('path', 'page.html'),
        changed('exp', '9999999999'),
        changed('team', '2'),
        changed('sig', 'x'),
        address.replace(`/${made.id}/`, `/${made.id + 1}/`),
        `/integrations/${made.id}/file`,
      ])
        expect((await calls.app.request('GET', each)).status, each).toBe(403);
      await calls.script.call('main', 'DELETE', `/integrations/${made.id}`);
      expect((await calls.app.request('GET', address)).status).toBe(404);
      expect(await asset(place, item)).toBeNull();
    });
  });

  describe('POST /image/ext-create with an integration', () => {
    it('takes integrations of the team that the caller may use, and no others', async () => {
      const [place, made] = [await project(), await disk()];
      const register = (integration_id: number): Promise<Answer<ListedItem[]>> =>
        calls.script.call('main', 'POST', '/image/ext-create', {
          body: {
            project_id: place.id,
            folder_id: place.root,
            team_id: calls.team.id,
            upload_state: 3,
            images: [{ name: name(), path: 'photos/a.png', integration_id }],
            meta: {},
          },
        });
      const { body } = await register(made.id);
      expect(body).toHaveLength(1);
      expect((await calls.app.request('GET', await asset(place, body[0]!))).raw.toString()).toBe('aaa');
      expect((await register(999_999)).status).toBe(404);
    });
  });
}
