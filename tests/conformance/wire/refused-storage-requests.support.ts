import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { scriptProject } from '../../support/script-client.ts';
import { sha256, sign } from './storage-session.support.ts';
import type { Token } from './storage-session.support.ts';
import type { StorageSession } from './storage-session.support.ts';

/** Adds the tests of what the storage refuses. */
export function refusedStorageRequestTests(session: StorageSession): void {
  const { token, kept, raw, host, client, codeOf } = session;

  describe('is refused, and nothing is kept,', () => {
    const put = (keys: Token, Key: string, more: object = {}): Promise<string> =>
      codeOf(client(keys, more).send(new PutObjectCommand({ Bucket: keys.bucket, Key, Body: session.picture })));

    it('a signature by another secret', async () => {
      const keys = await token();
      expect(await put({ ...keys, secretAccessKey: 'x'.repeat(40) }, `${keys.filePath}a.jpg`)).toBe(
        'SignatureDoesNotMatch',
      );
      expect(await kept(`${keys.filePath}a.jpg`)).toBe(false);
    });

    it('a token that was changed, or is of other keys', async () => {
      const [keys, others] = [await token(), await token()];
      const [text = '', mark] = keys.sessionToken.split('.');
      const grant = JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
      const forged = `${Buffer.from(JSON.stringify({ ...grant, projectId: 1, expires: 9_999_999_999 })).toString('base64url')}.${mark}`;
      expect(await put({ ...keys, sessionToken: forged }, `${keys.filePath}a.jpg`)).toBe('InvalidToken');
      expect(await put({ ...keys, sessionToken: 'x' }, `${keys.filePath}a.jpg`)).toBe('InvalidToken');
      expect(await put({ ...keys, sessionToken: others.sessionToken }, `${keys.filePath}a.jpg`)).toBe(
        'InvalidAccessKeyId',
      );
    });

    it('a key below the prefix of another project or other keys', async () => {
      const other = await scriptProject(session.script, `Other ${(session.count += 1)}`);
      const [keys, others] = [await token(), await token(other)];
      expect(await put(keys, `${others.filePath}a.jpg`)).toBe('AccessDenied');
      expect(await put(others, `${others.filePath}a.jpg`)).toBe('done');
      expect(await kept(`${others.filePath}a.jpg`), "another project's file does not become an item").toBe(false);
    });

    it('keys after their hour', async () => {
      const keys = await token();
      // The client signs an hour ahead, and so does the server's clock.
      const real = Date.now;
      const later = real() + 3_601_000;
      Date.now = () => later + (real() - later + 3_601_000);
      try {
        expect(await put(keys, `${keys.filePath}a.jpg`)).toBe('ExpiredToken');
      } finally {
        Date.now = real;
      }
      expect(await put(keys, `${keys.filePath}a.jpg`, { systemClockOffset: -20 * 60_000 })).toBe(
        'RequestTimeTooSkewed',
      );
      expect(await kept(`${keys.filePath}a.jpg`)).toBe(false);
    });

    it('a body that is not what was signed, with an error in XML', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}a.jpg`;
      const { headers } = sign(keys, host(), path, sha256(session.picture));
      const { status, body } = await raw(path, { ...headers, 'content-length': '5' }, socket => socket.write('other'));
      expect(status).toBe(400);
      expect(body).toMatch(
        /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Error><Code>XAmzContentSHA256Mismatch<\/Code><Message>.*<\/Message><Resource>\/loupe-uploads\/.*<\/Resource><RequestId>\w+<\/RequestId><\/Error>$/,
      );
      expect(await kept(`${keys.filePath}a.jpg`)).toBe(false);
    });

    it('a wrong checksum', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}a.jpg`;
      const { headers } = sign(keys, host(), path, sha256(session.picture), { 'x-amz-checksum-crc32': 'AAAAAA==' });
      const { status, body } = await raw(
        path,
        { ...headers, 'content-length': String(session.picture.length) },
        socket => socket.write(session.picture),
      );
      expect([status, body]).toEqual([400, expect.stringContaining('<Code>BadDigest</Code>')]);
      expect(await kept(`${keys.filePath}a.jpg`)).toBe(false);
    });

    it('a file over the limit, before it travels', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}a.jpg`;
      const { headers } = sign(keys, host(), path, 'UNSIGNED-PAYLOAD');
      const { status, body } = await raw(path, { ...headers, 'content-length': '900000000' }, () => undefined);
      expect([status, body]).toEqual([400, expect.stringContaining('<Code>EntityTooLarge</Code>')]);
    });

    it.each([
      ['plain', false],
      ['chunked', true],
    ])('a %s stream that is cut', async (_, chunked) => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}cut.jpg`;
      const { headers } = chunked
        ? sign(keys, host(), path, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
            'x-amz-decoded-content-length': '1000',
            'x-amz-trailer': 'x-amz-checksum-crc32',
          })
        : sign(keys, host(), path, 'UNSIGNED-PAYLOAD');
      await raw(
        path,
        { ...headers, ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': '1000' }) },
        socket => {
          socket.write(chunked ? '100\r\n3e8\r\nabc' : 'abc');
          setTimeout(() => socket.destroy(), 50);
        },
      );
      await new Promise(resolve => setTimeout(resolve, 100));
      expect(await kept(`${keys.filePath}cut.jpg`)).toBe(false);
    });

    it('a request without a signature, as any other call', async () => {
      const answer = await session.app.request('PUT', '/loupe-uploads/p1/a.jpg', { bytes: session.picture });
      expect(answer).toMatchObject({ status: 403, body: { code: 'SIGNATURE_MISSING' } });
      expect(
        (
          await session.app.request('GET', '/loupe-uploads/p1/a.jpg', {
            headers: { authorization: 'AWS4-HMAC-SHA256 x' },
          })
        ).raw.toString(),
      ).toContain('<Code>AuthorizationHeaderMalformed</Code>');
    });

    it('a file of a project that was deleted meanwhile', async () => {
      const gone = await scriptProject(session.script, `Gone ${(session.count += 1)}`);
      const keys = await token(gone);
      await session.script.call('main', 'DELETE', `/project/${gone}`);
      expect(await put(keys, `${keys.filePath}a.jpg`)).toBe('AccessDenied');
    });
  });
}
