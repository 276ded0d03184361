import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ChunkedBody } from './chunked-body.ts';
import { readPayload } from './payload.ts';
import { isSignedBy, readSignature, signingKey } from './signature.ts';

/** The keys and examples of AWS's own documentation of Signature Version 4. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const SCOPE = '20130524/us-east-1/s3/aws4_request';
const DATE = '20130524T000000Z';
const EMPTY = createHash('sha256').digest('hex');
const SIGNING = {
  key: signingKey(SECRET, SCOPE),
  date: DATE,
  scope: SCOPE,
  seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
};

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const collect = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const each of source) parts.push(each);
  return Buffer.concat(parts);
};

describe('a signature', () => {
  const headers = { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY, 'x-amz-date': DATE };
  const request = { method: 'GET', url: '/test.txt', host: 'examplebucket.s3.amazonaws.com', headers };
  const signature = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    scope: SCOPE,
    date: DATE,
    signedHeaders: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  };

  it('should hold for the documented request', () => {
    expect(isSignedBy(SECRET, request, signature)).toBe(true);
  });

  it('should hold for the documented request with a query', () => {
    const list = {
      ...request,
      url: '/?max-keys=2&prefix=J',
      headers: { 'x-amz-content-sha256': EMPTY, 'x-amz-date': DATE },
    };
    expect(
      isSignedBy(SECRET, list, {
        ...signature,
        signedHeaders: ['host', 'x-amz-content-sha256', 'x-amz-date'],
        signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      }),
    ).toBe(true);
    expect(
      isSignedBy(
        SECRET,
        { ...list, url: '/?prefix=J&max-keys=2' },
        {
          ...signature,
          signedHeaders: ['host', 'x-amz-content-sha256', 'x-amz-date'],
          signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
        },
      ),
    ).toBe(true);
  });

  it.each([
    ['method', { ...request, method: 'HEAD' }],
    ['path', { ...request, url: '/test.tx' }],
    ['query', { ...request, url: '/test.txt?x' }],
    ['host', { ...request, host: 'other.s3.amazonaws.com' }],
    ['header', { ...request, headers: { ...headers, range: 'bytes=0-8' } }],
    ['content hash', { ...request, headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }],
  ])('should not hold for another %s', (_, other) => {
    expect(isSignedBy(SECRET, other, signature)).toBe(false);
  });

  it('should not hold with another secret, day or region', () => {
    expect(isSignedBy('other', request, signature)).toBe(false);
    expect(isSignedBy(SECRET, request, { ...signature, scope: '20130525/us-east-1/s3/aws4_request' })).toBe(false);
    expect(isSignedBy(SECRET, request, { ...signature, scope: '20130524/eu-west-1/s3/aws4_request' })).toBe(false);
  });

  const authorization = `AWS4-HMAC-SHA256 Credential=AKID/${SCOPE}, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=${'a'.repeat(64)}`;
  const full = { authorization, 'x-amz-date': DATE, 'x-amz-content-sha256': EMPTY, 'x-amz-security-token': 't' };
  const at = Date.UTC(2013, 4, 24);

  it('should be read out of the header, with and without spaces', () => {
    expect(readSignature(full, at)).toEqual({
      accessKeyId: 'AKID',
      scope: SCOPE,
      date: DATE,
      signature: 'a'.repeat(64),
      signedHeaders: ['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'],
    });
    expect(readSignature({ ...full, authorization: authorization.replaceAll(', ', ',') }, at).accessKeyId).toBe('AKID');
  });

  it.each([
    ['an old time', full, at + 16 * 60_000, 'RequestTimeTooSkewed'],
    ['a time to come', full, at - 16 * 60_000, 'RequestTimeTooSkewed'],
    ['a day that was not signed', { ...full, 'x-amz-date': '20130525T000000Z' }, at + 86_400_000, 'AccessDenied'],
    ['no date', { ...full, 'x-amz-date': undefined }, at, 'AccessDenied'],
    ['no token', { ...full, 'x-amz-security-token': undefined }, at, 'AccessDenied'],
    [
      'a token that is not signed',
      { ...full, authorization: authorization.replace(';x-amz-security-token', '') },
      at,
      'AccessDenied',
    ],
    [
      'another service',
      { ...full, authorization: authorization.replace('/s3/', '/sts/') },
      at,
      'AuthorizationHeaderMalformed',
    ],
    ['rubbish', { ...full, authorization: 'AWS4-HMAC-SHA256 x' }, at, 'AuthorizationHeaderMalformed'],
  ])('should be refused with %s', (_, headers, now, code) => {
    expect(() => readSignature(headers, now)).toThrow(expect.objectContaining({ code }) as Error);
  });
});

describe('a chunked body', () => {
  const documented = (first = 'a'): Buffer =>
    Buffer.from(
      [
        `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n${first}${'a'.repeat(65_535)}\r\n`,
        `400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n${'a'.repeat(1024)}\r\n`,
        '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n',
      ].join(''),
    );

  it.each([1, 7, 4096, 1_000_000])(
    'should be taken out of the documented signed stream that comes in pieces of %i bytes',
    async size => {
      expect(
        (await collect(new ChunkedBody(pieces(documented(), size), SIGNING).bytes())).equals(Buffer.alloc(66_560, 'a')),
      ).toBe(true);
    },
  );

  it('should be refused when a byte of a signed chunk, or the order of chunks, is changed', async () => {
    await expect(collect(new ChunkedBody(pieces(documented('b'), 4096), SIGNING).bytes())).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    const text = documented().toString();
    const second = text.indexOf('400;');
    const swapped = Buffer.from(
      text.slice(second, text.indexOf('0;chunk-signature=b6')) +
        text.slice(0, second) +
        text.slice(text.indexOf('0;chunk-signature=b6')),
    );
    await expect(collect(new ChunkedBody(pieces(swapped, 4096), SIGNING).bytes())).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    await expect(
      collect(new ChunkedBody(pieces(Buffer.from('1\r\na\r\n0\r\n\r\n'), 9), SIGNING).bytes()),
    ).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  it.each([1, 3, 1000])('should give its trailers when it comes in pieces of %i bytes', async size => {
    const body = new ChunkedBody(
      pieces(Buffer.from('5\r\nhello\r\n6\r\n\r\nyou!\r\n0\r\nx-amz-checksum-crc32: AAAA==\r\n\r\n'), size),
    );
    expect((await collect(body.bytes())).toString()).toBe('hello\r\nyou!');
    expect([...body.trailers]).toEqual([['x-amz-checksum-crc32', 'AAAA==']]);
  });

  it.each([
    '',
    '5',
    '5\r\nhel',
    '5\r\nhello',
    '5\r\nhello\r\n',
    '5\r\nhello\r\n0',
    '5\r\nhello\r\n0\r\n',
    '0\r\nx-amz-checksum-crc32:AAAA==\r\n',
  ])('should be incomplete when it is cut after %j', async text => {
    await expect(collect(new ChunkedBody(pieces(Buffer.from(text), 4)).bytes())).rejects.toMatchObject({
      code: 'IncompleteBody',
    });
  });

  it.each([
    'hello\r\n',
    '-1\r\n',
    '5x\r\nhello\r\n0\r\n\r\n',
    '4\r\nhello\r\n0\r\n\r\n',
    '0\r\n\r\nmore',
    'fffffffffff\r\n',
    `${'0'.repeat(5000)}\r\n`,
  ])('should be malformed as %j', async text => {
    await expect(collect(new ChunkedBody(pieces(Buffer.from(text), 100)).bytes())).rejects.toMatchObject({
      code: 'InvalidChunkSizeError',
    });
  });
});

describe('the payload', () => {
  const body = Buffer.from('The quick brown fox');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  const right = {
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    'content-length': String(body.length),
    'x-amz-checksum-crc32': sum.toString('base64'),
  };
  const read = (headers: Record<string, string>, bytes = body): Promise<Buffer> =>
    collect(readPayload(headers, SIGNING).bytes(pieces(bytes, 5)));

  it('should be what the headers say, with its MD5', async () => {
    const payload = readPayload(
      {
        ...right,
        'content-md5': createHash('md5').update(body).digest('base64'),
        'x-amz-checksum-sha1': createHash('sha1').update(body).digest('base64'),
        'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64'),
      },
      SIGNING,
    );
    expect((await collect(payload.bytes(pieces(body, 5)))).equals(body)).toBe(true);
    expect(payload.md5()).toBe(createHash('md5').update(body).digest('hex'));
  });

  it.each([
    ['x-amz-content-sha256', { ...right, 'x-amz-content-sha256': EMPTY }, 'XAmzContentSHA256Mismatch'],
    ['x-amz-checksum-crc32', { ...right, 'x-amz-checksum-crc32': 'AAAAAA==' }, 'BadDigest'],
    ['content-md5', { ...right, 'content-md5': 'x' }, 'BadDigest'],
    ['content-length', { ...right, 'content-length': '20' }, 'IncompleteBody'],
    ['content-length', { ...right, 'content-length': '3' }, 'IncompleteBody'],
    ['x-amz-checksum-crc64nvme', { ...right, 'x-amz-checksum-crc64nvme': 'x' }, 'InvalidRequest'],
    ['x-amz-content-sha256', { ...right, 'x-amz-content-sha256': 'STREAMING-SOMETHING' }, 'InvalidRequest'],
    ['x-amz-checksum-__proto__', { ...right, 'x-amz-checksum-constructor': 'x' }, 'InvalidRequest'],
  ])('should be refused for a wrong %s', async (_, headers, code) => {
    await expect((async () => read(headers as Record<string, string>))()).rejects.toMatchObject({ code });
  });

  const framed = Buffer.from(
    `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\nx-amz-checksum-crc32:${sum.toString('base64')}\r\n\r\n`,
  );
  const streamed = {
    'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    'x-amz-decoded-content-length': String(body.length),
    'x-amz-trailer': 'x-amz-checksum-crc32',
  };

  it('should be unpacked and compared with its trailer', async () => {
    expect((await read(streamed, framed)).equals(body)).toBe(true);
    await expect(read(streamed, Buffer.from(framed.toString().replace('quick', 'Quick')))).rejects.toMatchObject({
      code: 'BadDigest',
    });
    await expect(
      read(streamed, Buffer.from(framed.toString().replace(/x-amz-checksum.*\r\n\r\n/, '\r\n'))),
    ).rejects.toMatchObject({ code: 'BadDigest' });
    await expect(read({ ...streamed, 'x-amz-decoded-content-length': '7' }, framed)).rejects.toMatchObject({
      code: 'IncompleteBody',
    });
    expect(() => readPayload({ ...streamed, 'x-amz-decoded-content-length': undefined }, SIGNING)).toThrow(
      expect.objectContaining({ code: 'MissingContentLength' }) as Error,
    );
  });
});
