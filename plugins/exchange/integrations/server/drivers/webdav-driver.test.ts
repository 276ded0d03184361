import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { v2 as webdav } from 'webdav-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { StoredEntry } from './storage-driver.ts';
import { WebDavDriver } from './webdav-driver.ts';

const never = new AbortController().signal;
const egress = new Egress(new EgressAllowance(['127.0.0.1']));
let server: webdav.WebDAVServer;
let url: string;

const driver = (password = 'secret', at = url): WebDavDriver =>
  new WebDavDriver({ url: at, username: 'ana' }, { password }, egress);
const walked = async (path: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const each of driver().walk(path, never)) found.push(each.path);
  return found;
};
const shown = (entries: readonly StoredEntry[]): readonly unknown[] =>
  entries.map(({ path, size, dir }) => [path, size, dir]);

beforeAll(async () => {
  const users = new webdav.SimpleUserManager();
  const ana = users.addUser('ana', 'secret', false);
  const rights = new webdav.SimplePathPrivilegeManager();
  rights.setRights(ana, '/', ['all']);
  server = new webdav.WebDAVServer({
    port: 0,
    hostname: '127.0.0.1',
    requireAuthentification: true,
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'test'),
    privilegeManager: rights,
  });
  const { Directory, File } = webdav.ResourceType;
  await server
    .rootFileSystem()
    .addSubTreeAsync(server.createExternalContext(), {
      photos: { 'a.png': File, 'b c%20#ü.png': 'picture', night: { 'c.png': 'night' }, empty: Directory },
      'roof.png': '0123456789',
      other: { 'd.png': File },
    });
  const http = await server.startAsync(0);
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await server.stopAsync();
  await egress.close();
});

describe('a WebDAV folder', () => {
  it('should list what lies directly in a folder, and all files below one', async () => {
    expect(shown(await driver().list(''))).toEqual([
      ['other', 0, true],
      ['photos', 0, true],
      ['roof.png', 10, false],
    ]);
    expect(shown(await driver().list('photos'))).toEqual([
      ['photos/a.png', 0, false],
      ['photos/b c%20#ü.png', 7, false],
      ['photos/empty', 0, true],
      ['photos/night', 0, true],
    ]);
    expect(await driver().list('nothing')).toEqual([]);
    expect(await walked('')).toEqual([
      'roof.png',
      'other/d.png',
      'photos/a.png',
      'photos/b c%20#ü.png',
      'photos/night/c.png',
    ]);
    expect(await walked('photos/night')).toEqual(['photos/night/c.png']);
  });

  it('should begin at the folder of its address', async () => {
    const photos = driver('secret', `${url}photos`);
    expect((await photos.list('night')).map(each => each.path)).toEqual(['night/c.png']);
    expect(await photos.find('../roof.png')).toBeUndefined();
  });

  it('should read a file whole and in part', async () => {
    const file = await driver().find('roof.png');
    expect(file?.size).toBe(10);
    expect(await text(await file!.open())).toBe('0123456789');
    expect(await text(await file!.open({ first: 2, last: 4 }))).toBe('234');
    expect(await text(await (await driver().find('photos/b c%20#ü.png'))!.open())).toBe('picture');
    expect(await driver().find('photos')).toBeUndefined();
    expect(await driver().find('nothing.png')).toBeUndefined();
  });

  it('should write a new file with its folders, and leave one that is there and nothing of one that failed', async () => {
    await driver().write('exports/today/all.zip', Readable.from([Buffer.from('zip'), Buffer.from('ped')]), never);
    expect(await text(await (await driver().find('exports/today/all.zip'))!.open())).toBe('zipped');
    await expect(
      driver().write('exports/today/all.zip', Readable.from([Buffer.from('x')]), never),
    ).rejects.toMatchObject({ code: 'INTEGRATION_FAILED', message: expect.stringContaining('already') as string });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        await Promise.resolve();
        throw new Error('lost');
      })(),
    );
    await expect(driver().write('exports/today/broken.zip', broken, never)).rejects.toThrow();
    expect((await driver().list('exports/today')).map(each => each.path)).toEqual(['exports/today/all.zip']);
  });

  it('should be checked step by step, and name what to correct', async () => {
    expect(await driver().check()).toMatchObject({ ok: true, steps: [{ name: 'list' }, { name: 'read' }] });
    const messages = async (of: WebDavDriver): Promise<string> => (await of.check()).steps.at(-1)!.message;
    expect(await messages(driver('wrong'))).toBe('The storage cannot be used: the user name or the password is wrong.');
    expect(await messages(driver('secret', `${url}nowhere`))).toBe(
      'The storage cannot be used: there is no folder at its address.',
    );
  });
});

describe('a server that is no WebDAV server', () => {
  let other: Server;
  let at: string;
  let answer: Parameters<typeof createServer>[1];

  beforeAll(async () => {
    other = createServer((request, response) => answer!(request, response));
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    at = `http://127.0.0.1:${(other.address() as AddressInfo).port}/dav/`;
  });
  afterAll(() => {
    other.closeAllConnections();
    other.close();
  });

  it('should be named as such', async () => {
    for (const status of [200, 207, 405]) {
      answer = (_, response) => response.writeHead(status).end('<html>');
      expect((await driver('secret', at).check()).steps).toMatchObject([{ ok: false }]);
    }
    expect((await driver('secret', at).check()).steps[0]!.message).toContain('Enter the address of its WebDAV folder');
  });

  it('should not lead to another host', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    await expect(driver('secret', at).list('')).rejects.toMatchObject({ code: 'EGRESS_REFUSED' });
  });

  it('should answer ranges also from whole files, and names of its own folder alone', async () => {
    const one = (href: string): string =>
      `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:getcontentlength>10</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
    answer = ({ method }, response) =>
      method === 'PROPFIND'
        ? response
            .writeHead(207)
            .end(
              `<d:multistatus xmlns:d="DAV:">${['/etc/passwd', '/dav/%2e%2e/x', '/dav/..%2Fy', '/dav/a.png', 'http://elsewhere.test/dav/b.png', '%zz'].map(one).join('')}</d:multistatus>`,
            )
        : response.writeHead(200).end('0123456789');
    expect((await driver('secret', at).list('')).map(each => each.path)).toEqual(['a.png', 'b.png']);
    expect(await text(await (await driver('secret', at).find('a.png'))!.open({ first: 3, last: 5 }))).toBe('345');
  });

  it('should be refused where the operator allows no such address', async () => {
    const closed = new Egress(new EgressAllowance([]));
    const refused = new WebDavDriver({ url: at, username: 'ana' }, { password: 'secret' }, closed);
    await expect(refused.list('')).rejects.toMatchObject({ code: 'EGRESS_REFUSED' });
    await closed.close();
  });
});
