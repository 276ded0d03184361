import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobAnswer, BlobRequest } from './blob-request.ts';
import { blobResponder } from './blob-request.ts';
import { BlobUrls } from './blob-urls.ts';
import { parseByteRange } from './byte-range.ts';
import { disposition, servedType } from './content-types.ts';
import { DiskBlobs } from './disk-blobs.ts';

const text = 'abcdefghijklmnopqrstuvwxyz';
const urls = new BlobUrls([{ id: 'k', secret: Buffer.alloc(32, 1).toString('base64url') }], '/blobs');

describe('a request for a blob', () => {
  let folder: string;
  let driver: DiskBlobs;
  let hash: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-blobs-'));
    driver = await DiskBlobs.open({ folder, reserveBytes: 0 });
    ({ hash } = await driver.put(Readable.from([Buffer.from(text)])));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const ask = async (
    rest: Partial<BlobRequest> = {},
    type = 'image/png',
    lifetime = 60_000,
  ): Promise<BlobAnswer & { body: string | undefined }> => {
    const query = Object.fromEntries(
      new URL(urls.sign({ hash: rest.hash ?? hash, type, name: 'a.png' }, lifetime), 'http://host').searchParams,
    );
    const answer = await blobResponder(driver, urls)({ method: 'GET', hash, query, ...rest });
    return {
      ...answer,
      body: answer.stream === undefined ? undefined : Buffer.concat(await answer.stream.toArray()).toString(),
    };
  };

  it('should answer the whole with headers that let no browser run it (CVE-2026-33749, CVE-2025-58177)', async () => {
    const { status, headers, body } = await ask();
    expect([status, body]).toEqual([200, text]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '26',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${hash}"`,
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
    });
  });

  it.each([
    ['bytes=0-4', 'abcde', 'bytes 0-4/26'],
    ['bytes=24-', 'yz', 'bytes 24-25/26'],
    ['bytes=-3', 'xyz', 'bytes 23-25/26'],
    ['bytes=-100', text, 'bytes 0-25/26'],
    ['bytes=20-1000', 'uvwxyz', 'bytes 20-25/26'],
  ])('should answer %s with 206', async (range, part, contentRange) => {
    const { status, headers, body } = await ask({ range });
    expect([status, body, headers['content-range'], headers['content-length']]).toEqual([
      206,
      part,
      contentRange,
      String(part.length),
    ]);
  });

  it.each(['bytes=26-', 'bytes=100-200', 'bytes=-0'])('should answer %s with 416 and the size', async range => {
    const { status, headers, body } = await ask({ range });
    expect([status, body, headers['content-range']]).toEqual([416, undefined, 'bytes */26']);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0-1,4-5', 'bytes=99999999999999999999-'])(
    'should answer %s, which says nothing clear, with the whole',
    async range => {
      expect(await ask({ range })).toMatchObject({ status: 200, body: text });
    },
  );

  it('should answer HEAD with the same headers and no bytes', async () => {
    const { stream: whole, body: wholeBody, ...get } = await ask();
    const { stream: none, body: noBody, ...head } = await ask({ method: 'HEAD' });
    expect([whole !== undefined, wholeBody, none, noBody]).toEqual([true, text, undefined, undefined]);
    expect(head).toEqual(get);
    expect((await ask({ method: 'HEAD', range: 'bytes=0-0' })).status).toBe(206);
  });

  it.each(['same', 'weak', 'any', 'list'])('should answer 304 to If-None-Match: %s', async kind => {
    const tags: Record<string, string> = {
      same: `"${hash}"`,
      weak: `W/"${hash}"`,
      any: '*',
      list: `"other", "${hash}"`,
    };
    const { status, headers, body } = await ask({ ifNoneMatch: tags[kind]! });
    expect([status, body, headers['content-type']]).toEqual([304, undefined, undefined]);
  });

  it('should answer the whole when If-None-Match names another file', async () => {
    expect((await ask({ ifNoneMatch: '"other"' })).status).toBe(200);
  });

  it('should answer a range only of the file that If-Range names', async () => {
    expect((await ask({ range: 'bytes=0-1', ifRange: `"${hash}"` })).status).toBe(206);
    expect((await ask({ range: 'bytes=0-1', ifRange: '"other"' })).status).toBe(200);
  });

  it('should refuse a changed address with 403 and an old one with 410, kept by no cache', async () => {
    const changed = await ask({ query: {} });
    expect([changed.status, changed.headers['cache-control'], changed.body]).toEqual([403, 'no-store', undefined]);
    expect((await ask({}, 'image/png', -2 * 3_600_000)).status).toBe(410);
  });

  it('should answer 404 for a blob that was deleted', async () => {
    expect((await ask({ hash: 'ab'.repeat(32) })).status).toBe(404);
  });

  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'text/xml', 'x', ''])(
    'should send %j as plain bytes to be downloaded',
    async type => {
      const { headers } = await ask({}, type);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['content-disposition']).toMatch(/^attachment;/);
    },
  );
});

describe('parseByteRange', () => {
  it('should find no part of an empty file', () => {
    expect(parseByteRange('bytes=0-0', 0)).toBe('unsatisfiable');
    expect(parseByteRange('bytes=-1', 0)).toBe('unsatisfiable');
    expect(parseByteRange(undefined, 0)).toBeUndefined();
  });
});

describe('names and types', () => {
  it('should say that texts are UTF-8 and ignore parameters', () => {
    expect(servedType('text/plain; charset=latin1')).toBe('text/plain; charset=utf-8');
    expect(servedType('Image/PNG')).toBe('image/png');
  });

  it('should keep names of any script, and no header break', () => {
    expect(disposition('猫 "1".png', 'image/png')).toBe(
      `inline; filename="_ _1_.png"; filename*=UTF-8''%E7%8C%AB%20%221%22.png`,
    );
    expect(disposition('a\r\nset-cookie: x', 'image/png')).not.toMatch(/[\r\n]/);
    expect(disposition('../../etc/passwd', 'image/png')).not.toContain('/');
    expect(disposition('\ud800', 'image/png')).toContain("filename*=UTF-8''%EF%BF%BD");
    expect(disposition('', 'image/png')).toContain('filename="file"');
  });
});
