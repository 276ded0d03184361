import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EgressAllowance } from './egress-allowance.ts';
import { Egress } from './egress.ts';

let server: Server;
let port: number;
let seen: { host: string | undefined; url: string; method: string; authorization: string | undefined }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({
      host: request.headers.host,
      url: request.url!,
      method: request.method!,
      authorization: request.headers.authorization,
    });
    answer(request, response);
  });
  // All loopback addresses: a rebound name would find somebody at home.
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(
  () =>
    new Promise(resolve => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);
beforeEach(() => {
  seen = [];
  answer = (_, response) => response.end('hello');
});

/** Names and the addresses they have, one list per look-up; the last one stays. */
function egress(
  names: Readonly<Record<string, readonly (readonly string[])[]>> = {},
  allow: readonly string[] = [],
): { readonly out: Egress; readonly asked: string[] } {
  const asked: string[] = [];
  const out = new Egress(new EgressAllowance(allow), host => {
    const answers = names[host];
    const found = answers?.[Math.min(asked.filter(each => each === host).length, answers.length - 1)];
    asked.push(host);
    if (found === undefined) return Promise.reject(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }));
    return Promise.resolve(found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })));
  });
  return { out, asked };
}

const REFUSED = { code: 'EGRESS_REFUSED', status: 422 };

describe('the way out', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '224.0.0.1',
    '100.64.0.1',
    '1２7.0.0.1',
  ])('should refuse the address %s without a connection', async host => {
    const { out, asked } = egress();
    await expect(out.fetch(`http://${host}:${port}/`)).rejects.toMatchObject(REFUSED);
    expect([seen, asked]).toEqual([[], []]);
  });

  it('should name the host and the cure', async () => {
    const { out } = egress({ 'nas.local': [['192.168.1.9']] });
    await expect(out.fetch('http://nas.local/')).rejects.toThrow(
      'nas.local is not on the public internet, so the server does not connect to it. If this is intended, the operator can allow it: EGRESS_ALLOW=nas.local',
    );
  });

  it.each([
    ['one private address', ['127.0.0.1']],
    ['a public and a private one', ['93.184.216.34', '127.0.0.1']],
    ['a mapped one', ['::ffff:127.0.0.1']],
  ])('should refuse a name with %s', async (_, addresses) => {
    const { out } = egress({ 'bad.test': [addresses] });
    await expect(out.fetch(`http://bad.test:${port}/`)).rejects.toMatchObject(REFUSED);
    expect(seen).toEqual([]);
  });

  it.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'data:text/plain,x',
    'example.org',
    '',
    'http://',
    'http://user:secret@example.org/',
  ])('should refuse %j', async url => {
    await expect(egress().out.fetch(url)).rejects.toMatchObject(REFUSED);
  });

  it('should look a name up once and connect to the address that was checked', async () => {
    const { out, asked } = egress({ 'rebind.test': [['127.0.0.1'], ['127.0.0.2']] }, ['127.0.0.1/32']);
    expect(await (await out.fetch(`http://rebind.test:${port}/a`)).text()).toBe('hello');
    expect(asked).toEqual(['rebind.test']);
    expect(seen).toHaveLength(1);
  });

  it('should check a name again for a new connection', async () => {
    answer = (_, response) => response.setHeader('connection', 'close').end('hello');
    const { out } = egress({ 'rebind.test': [['127.0.0.1'], ['127.0.0.2']] }, ['127.0.0.1/32']);
    await (await out.fetch(`http://rebind.test:${port}/a`)).text();
    await expect(out.fetch(`http://rebind.test:${port}/b`)).rejects.toMatchObject(REFUSED);
    expect(seen).toHaveLength(1);
  });

  it('should reach what the operator allows, by name and by network', async () => {
    expect(
      await (
        await egress({ 'nas.local': [['127.0.0.1']] }, ['nas.local']).out.fetch(`http://nas.local:${port}/`)
      ).text(),
    ).toBe('hello');
    expect(await (await egress({}, ['127.0.0.0/8']).out.fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
  });

  it('should say that a name does not exist', async () => {
    await expect(egress().out.fetch('http://nobody.test/')).rejects.toMatchObject({
      code: 'EGRESS_FAILED',
      message: 'nobody.test could not be reached (ENOTFOUND).',
    });
  });

  describe('with redirects', () => {
    const allow = ['one.test', 'two.test'];
    const names = { 'one.test': [['127.0.0.1']], 'two.test': [['127.0.0.1']], 'inside.test': [['127.0.0.1']] };

    it.each([
      'http://127.0.0.1:PORT/',
      'http://inside.test:PORT/',
      'http://[::ffff:127.0.0.1]:PORT/',
      'file:///etc/passwd',
      '//169.254.169.254/',
    ])('should refuse one to %s', async target => {
      answer = (_, response) => response.writeHead(302, { location: target.replace('PORT', String(port)) }).end();
      await expect(egress(names, allow).out.fetch(`http://one.test:${port}/`)).rejects.toMatchObject(REFUSED);
      expect(seen).toHaveLength(1);
    });

    it('should follow five and no more', async () => {
      answer = (request, response) =>
        response.writeHead(302, { location: `/${Number(request.url!.slice(1)) + 1}` }).end();
      await expect(egress(names, allow).out.fetch(`http://one.test:${port}/0`)).rejects.toMatchObject({
        code: 'EGRESS_FAILED',
      });
      expect(seen).toHaveLength(6);
    });

    it('should leave alone one that the caller does not follow', async () => {
      answer = (request, response) =>
        request.url === '/a'
          ? response.writeHead(307, { location: '/b' }).end()
          : response.writeHead(307, { location: `http://two.test:${port}/c` }).end();
      const own = egress(names, allow).out.fetch(`http://one.test:${port}/a`, {
        method: 'POST',
        body: 'secret',
        mayFollow: target => target.hostname === 'one.test',
      });
      await expect(own).rejects.toMatchObject({
        ...REFUSED,
        message: `one.test:${port} redirects to two.test:${port}, which this request may not be sent to.`,
      });
      expect(seen.map(each => each.url)).toEqual(['/a', '/b']);
    });

    it.each([301, 302, 303])('should ask with GET and without the body after %d', async status => {
      answer = (request, response) =>
        request.url === '/a' ? response.writeHead(status, { location: '/b' }).end() : response.end('there');
      const found = await egress(names, allow).out.fetch(`http://one.test:${port}/a`, { method: 'POST', body: 'x' });
      expect(await found.text()).toBe('there');
      expect(seen.map(each => [each.url, each.method])).toEqual([
        ['/a', 'POST'],
        ['/b', 'GET'],
      ]);
    });

    it('should not carry the proof of the caller to another origin', async () => {
      answer = (request, response) =>
        request.url === '/a'
          ? response.writeHead(307, { location: '/b' }).end()
          : request.url === '/b'
            ? response.writeHead(307, { location: `http://two.test:${port}/c` }).end()
            : response.end('there');
      const found = await egress(names, allow).out.fetch(`http://one.test:${port}/a`, {
        method: 'POST',
        body: 'x',
        headers: { Authorization: 'Bearer secret' },
      });
      expect([await found.text(), found.url]).toEqual(['there', `http://two.test:${port}/c`]);
      expect(seen.map(each => [each.url, each.method, each.authorization])).toEqual([
        ['/a', 'POST', 'Bearer secret'],
        ['/b', 'POST', 'Bearer secret'],
        ['/c', 'POST', undefined],
      ]);
    });
  });

  describe('with a redirect to another server of the same host', () => {
    let other: Server;
    let there: number;
    let carried: (string | undefined)[];
    beforeEach(async () => {
      carried = [];
      other = createServer((request, response) => {
        carried.push(request.headers.authorization, request.headers.cookie);
        response.end('there');
      });
      await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
      there = (other.address() as AddressInfo).port;
    });
    afterEach(
      () =>
        new Promise(resolve => {
          other.closeAllConnections();
          other.close(resolve);
        }),
    );

    it('should not carry the proof of the caller to its other port', async () => {
      answer = (_, response) => response.writeHead(307, { location: `http://one.test:${there}/` }).end();
      const found = await egress({ 'one.test': [['127.0.0.1']] }, ['one.test']).out.fetch(`http://one.test:${port}/`, {
        headers: { Authorization: 'Bearer secret', Cookie: 'session=secret' },
      });
      expect(await found.text()).toBe('there');
      expect(carried).toEqual([undefined, undefined]);
    });
  });

  describe('with limits', () => {
    const open = (): Egress => egress({}, ['127.0.0.1']).out;

    it('should stop an answer that is too large, also one that grows when unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(20_000_000));
      answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      const found = await open().fetch(`http://127.0.0.1:${port}/`, { maxBytes: 1_000_000 });
      await expect(found.bytes()).rejects.toMatchObject({ code: 'EGRESS_TOO_LARGE', status: 422 });
    });

    it('should stop an answer that takes too long, before its head and within its body', async () => {
      answer = () => undefined;
      await expect(open().fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })).rejects.toMatchObject({
        code: 'EGRESS_TIMEOUT',
      });
      answer = (_, response) => void response.writeHead(200).write('x');
      const found = await open().fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 200 });
      await expect(found.bytes()).rejects.toMatchObject({ code: 'EGRESS_TIMEOUT' });
    });

    it('should not repeat what a host that fails has said', async () => {
      answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('the password is hunter2');
      const found = await open().fetch(`http://127.0.0.1:${port}/`);
      const error = await found.bytes().then(
        () => undefined,
        (each: Error) => each,
      );
      expect(error).toMatchObject({ code: 'EGRESS_FAILED' });
      expect(error?.message).not.toContain('hunter2');
    });
  });

  describe('for client libraries', () => {
    const request = (out: Egress, url: string): Promise<number | string> =>
      new Promise(resolve => {
        get(url, { agent: out.agents().httpAgent }, response => resolve(response.resume().statusCode!)).on(
          'error',
          (error: Error & { code?: string }) => resolve(error.code ?? error.message),
        );
      });

    it('should check addresses and names with the same rules', async () => {
      const { out, asked } = egress({ 'inside.test': [['127.0.0.1']], 'fine.test': [['127.0.0.1'], ['127.0.0.2']] }, [
        'fine.test',
      ]);
      expect(await request(out, `http://127.0.0.1:${port}/`)).toBe('EGRESS_REFUSED');
      expect(await request(out, `http://[::1]:${port}/`)).toBe('EGRESS_REFUSED');
      expect(await request(out, `http://inside.test:${port}/`)).toBe('EGRESS_REFUSED');
      expect(seen).toEqual([]);
      expect(await request(out, `http://fine.test:${port}/`)).toBe(200);
      expect(asked.filter(each => each === 'fine.test')).toHaveLength(1);
      await out.close();
    });

    it('should use no proxy of the environment', async () => {
      process.env['HTTP_PROXY'] = `http://127.0.0.1:${port}`;
      process.env['NODE_USE_ENV_PROXY'] = '1';
      try {
        const { out } = egress({ 'elsewhere.test': [['10.0.0.1']] });
        expect(await request(out, 'http://elsewhere.test/')).toBe('EGRESS_REFUSED');
        await expect(out.fetch('http://elsewhere.test/')).rejects.toMatchObject(REFUSED);
        expect(seen).toEqual([]);
      } finally {
        delete process.env['HTTP_PROXY'];
        delete process.env['NODE_USE_ENV_PROXY'];
      }
    });
  });
});
