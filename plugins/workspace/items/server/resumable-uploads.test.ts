import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

type Outcome = Answer<{
  status: string;
  item: { id: number; name: string };
  code: string;
  error: string;
  details: unknown;
}>;

const TUS = { 'tus-resumable': '1.0.0' };

/** A photograph that does not pack well, so that it has some bytes. */
const photo = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

eachDatabase(kind => {
  let app: TestApp;
  let folder: string;
  let team: TestTeam;
  let owner: TestPerson;
  let project: number;
  let address: string;

  const path = (more = '', of = project): string => `/api/v1/project/${of}/uploads${more}`;
  const begin = (
    who: TestPerson,
    name: string,
    length: number,
    bytes?: Buffer,
    more = '',
    of = project,
  ): Promise<Outcome> =>
    who.request('POST', `${path('', of)}?name=${encodeURIComponent(name)}${more}`, {
      headers: {
        ...TUS,
        'upload-length': String(length),
        ...(bytes === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
      },
      ...(bytes === undefined ? {} : { bytes }),
    });
  const idOf = (answer: Answer<unknown>): string => String(answer.headers['location']).split('/').at(-1)!;
  const go = (who: TestPerson, id: string, offset: number, bytes: Buffer): Promise<Outcome> =>
    who.request('PATCH', path(`/${id}`), {
      bytes,
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    });
  const offset = async (who: TestPerson, id: string): Promise<number> =>
    Number((await who.request('HEAD', path(`/${id}`), { headers: TUS })).headers['upload-offset']);
  const bytesOf = async (item: number): Promise<Buffer> => {
    const asset = (await owner.request<{ original: string }>('GET', `/api/v1/project/${project}/item/${item}/asset`))
      .body;
    return (await app.request('GET', asset.original)).raw;
  };
  const left = async (): Promise<readonly string[]> => readdir(join(folder, 'uploads'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-resumable-'));
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items'],
      jobs: false,
      settings: { cacheFolder: folder },
    });
    team = await app.team('Alpha');
    owner = team.owner;
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } })).body.id;
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }, DATABASE_TIMEOUT_MS);

  /** Sends the first part of a PATCH over a real connection, then cuts it. */
  const cut = (
    who: Readonly<Record<string, string>>,
    id: string,
    from: number,
    bytes: Buffer,
    after: number,
  ): Promise<void> =>
    new Promise(done => {
      const request = send(`${address}${path(`/${id}`)}`, {
        method: 'PATCH',
        headers: {
          ...who,
          ...TUS,
          'upload-offset': String(from),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(bytes.length),
        },
      });
      request.on('error', () => done());
      request.on('close', () => done());
      request.write(bytes.subarray(0, after), () => setTimeout(() => request.destroy(), 200));
    });
  const credentials = async (who: TestPerson): Promise<Record<string, string>> => {
    const { session } = await app.app.services.sessions.open(who.row, { agent: 'test', address: '127.0.0.1' });
    return {
      authorization: `Bearer ${session.accessToken}`,
      'x-entity-context': btoa(JSON.stringify({ team_id: team.id })),
    };
  };

  describe('resumable uploads', () => {
    it('should make an item of a small file with one request', async () => {
      const bytes = await photo(20);
      const answer = await begin(owner, 'small.png', bytes.length, bytes);
      expect([answer.status, answer.body.status, answer.body.item.name]).toEqual([201, 'created', 'small.png']);
      expect((await bytesOf(answer.body.item.id)).equals(bytes)).toBe(true);
      expect(await left()).toEqual([]);
    });

    it('should go on where the connection was cut, byte for byte', async () => {
      const bytes = await photo(700);
      const id = idOf(await begin(owner, 'cut.png', bytes.length));
      await cut(await credentials(owner), id, 0, bytes, 900_000);
      const arrived = await offset(owner, id);
      expect(arrived).toBeGreaterThan(0);
      expect(arrived).toBeLessThan(bytes.length);
      const middle = await go(owner, id, arrived, bytes.subarray(arrived, arrived + 100_000));
      expect([middle.status, middle.headers['upload-offset']]).toEqual([204, String(arrived + 100_000)]);
      const end = await go(owner, id, arrived + 100_000, bytes.subarray(arrived + 100_000));
      expect([end.status, end.body.status]).toEqual([200, 'created']);
      expect((await bytesOf(end.body.item.id)).equals(bytes)).toBe(true);
    });

    it('should report what became of a file to a client that did not get the answer', async () => {
      const bytes = await photo(30);
      const id = idOf(await begin(owner, 'answered.png', bytes.length));
      const early = await owner.request<{ code: string; details: unknown }>('POST', path(`/${id}/finish`));
      expect([early.status, early.body.code, early.body.details]).toEqual([409, 'UPLOAD_INCOMPLETE', { offset: 0 }]);
      const { body } = await go(owner, id, 0, bytes);
      expect(await offset(owner, id)).toBe(bytes.length);
      const again = await owner.request<{ status: string; item: { id: number } }>('POST', path(`/${id}/finish`));
      expect([again.body.status, again.body.item.id]).toEqual(['created', body.item.id]);
    });

    it('should finish a file whose last byte came before the server was killed', async () => {
      const bytes = await photo(30);
      const id = idOf(await begin(owner, 'killed.png', bytes.length));
      await writeFile(join(folder, 'uploads', id), bytes);
      expect(await offset(owner, id)).toBe(bytes.length);
      const [one, two] = await Promise.all(
        [1, 2].map(() => owner.request<{ status: string; item: { id: number } }>('POST', path(`/${id}/finish`))),
      );
      expect([one!.body, two!.body]).toMatchObject([{ status: 'created' }, { status: 'created' }]);
      expect(one!.body.item.id).toBe(two!.body.item.id);
    });

    it('should refuse bytes at a wrong offset and keep what is there', async () => {
      const bytes = await photo(400);
      const id = idOf(await begin(owner, 'offset.png', bytes.length, bytes.subarray(0, 1000)));
      const wrong = await go(owner, id, 5000, bytes.subarray(5000));
      expect([wrong.status, wrong.body.code]).toEqual([409, 'UPLOAD_OFFSET']);
      expect(await offset(owner, id)).toBe(1000);
      expect((await go(owner, id, 1000, bytes.subarray(1000))).body.status).toBe('created');
      expect((await go(owner, id, bytes.length, Buffer.alloc(1))).status).toBe(409);
    });

    it('should be there for nobody but who began it', async () => {
      const bytes = await photo(40);
      const id = idOf(await begin(owner, 'mine.png', bytes.length, bytes.subarray(0, 100)));
      const other = (await app.team('Beta')).owner;
      const admin = await team.join('admin@alpha.test', 7);
      const strangerProject = (
        await other.request<{ id: number }>('POST', '/project', { body: { name: 'Theirs', type: 1 } })
      ).body.id;
      for (const who of [admin, other]) {
        const of = who === other ? strangerProject : project;
        const at = path(`/${id}`, of);
        const answers = [
          await who.request('HEAD', at, { headers: TUS }),
          await who.request('PATCH', at, {
            bytes: bytes.subarray(100),
            headers: { ...TUS, 'upload-offset': '100', 'content-type': 'application/offset+octet-stream' },
          }),
          await who.request('DELETE', at, { headers: TUS }),
          await who.request('POST', `${at}/finish`),
        ];
        expect(answers.map(each => each.status)).toEqual([404, 404, 404, 404]);
      }
      expect((await other.request('HEAD', path(`/${id}`), { headers: TUS })).status).toBe(404);
      expect(await offset(owner, id)).toBe(100);
    });

    it('should refuse a contributor each of the calls', async () => {
      const bytes = await photo(40);
      const id = idOf(await begin(owner, 'right.png', bytes.length, bytes.subarray(0, 100)));
      const anton = await team.join('anton@alpha.test');
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: anton.email, user_role: 1 }] },
      });
      expect((await begin(anton, 'own.png', bytes.length)).status).toBe(403);
      const answers = [
        await anton.request('HEAD', path(`/${id}`), { headers: TUS }),
        await go(anton, id, 100, bytes.subarray(100)),
        await anton.request('DELETE', path(`/${id}`), { headers: TUS }),
        await anton.request('POST', path(`/${id}/finish`)),
      ];
      expect(answers.map(each => each.status)).toEqual([403, 403, 403, 403]);
    });

    it('should refuse at the announcement what could not become an item, before its bytes travel', async () => {
      const bytes = await photo(20);
      const { max_bytes: most } = (
        await owner.request<{ max_bytes: number }>('POST', `/api/v1/project/${project}/upload/check`, {
          body: { names: ['large.png'] },
        })
      ).body;
      const large = await begin(owner, 'large.png', most + 1);
      expect([large.status, large.body.code, large.body.error]).toEqual([
        413,
        'TOO_LARGE',
        `large.png is larger than ${most / 1_048_576} MB.`,
      ]);
      expect((await begin(owner, 'a/b.png', 10)).body.code).toBe('INVALID_FIELD');
      expect((await begin(owner, 'none.png', Number.NaN)).body.code).toBe('INVALID_FIELD');
      await begin(owner, 'taken.png', bytes.length, bytes);
      expect((await begin(owner, 'taken.png', bytes.length)).body.code).toBe('NAME_EXISTS');
      const external = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Outside', type: 1 } }))
        .body.id;
      await owner.request('POST', '/image/ext-create', {
        body: {
          project_id: external,
          upload_state: 3,
          images: [{ name: 'x.png', path: 'https://example.org/x.png' }],
          meta: {},
        },
      });
      expect((await begin(owner, 'y.png', 10, undefined, '', external)).body.code).toBe('UPLOAD_STATE');
    });

    it('should keep one item of two uploads of one name, and the newer file where it replaces', async () => {
      const [one, two] = [await photo(50), await photo(60)];
      const ids = [
        idOf(await begin(owner, 'twice.png', one.length)),
        idOf(await begin(owner, 'twice.png', two.length)),
      ];
      const first = await go(owner, ids[0]!, 0, one);
      const second = await go(owner, ids[1]!, 0, two);
      expect([first.body.status, second.body.status]).toEqual(['created', 'skipped']);
      expect(second.body.item.id).toBe(first.body.item.id);
      const replaced = await begin(owner, 'twice.png', two.length, two, '&on_duplicate=replace');
      expect([replaced.body.status, replaced.body.item.id]).toEqual(['replaced', first.body.item.id]);
      expect((await bytesOf(first.body.item.id)).equals(two)).toBe(true);
    });

    it('should forget a file that is no image, and what is canceled', async () => {
      const refused = await begin(owner, 'text.png', 11, Buffer.from('hello world'));
      expect([refused.status, refused.body.code]).toEqual([415, 'TYPE_NOT_SUPPORTED']);
      const id = idOf(await begin(owner, 'canceled.png', 1000, Buffer.alloc(10)));
      expect((await owner.request('DELETE', path(`/${id}`), { headers: TUS })).status).toBe(204);
      expect((await owner.request('HEAD', path(`/${id}`), { headers: TUS })).status).toBe(404);
      expect((await left()).some(name => name.startsWith(id))).toBe(false);
    });

    it('should delete what was not finished within a day', async () => {
      const id = idOf(await begin(owner, 'old.png', 1000, Buffer.alloc(10)));
      await app.database
        .system('age an upload')
        .transaction(
          async trx =>
            void (await sql`update items.upload set expires_at = now() - interval '1 minute' where token = ${id}`.execute(
              trx,
            )),
        );
      expect((await owner.request('HEAD', path(`/${id}`), { headers: TUS })).status).toBe(404);
      // A file nobody knows any more, as after a crash between the two deletions.
      const lost = join(folder, 'uploads', 'f'.repeat(32));
      await writeFile(lost, 'lost');
      await utimes(lost, new Date(Date.now() - 25 * 3_600_000), new Date(Date.now() - 25 * 3_600_000));
      await app.app.services.hooks.starting.promise();
      const names = await left();
      expect(names.some(name => name.startsWith(id) || name.startsWith('ffff'))).toBe(false);
    });
  });
});
