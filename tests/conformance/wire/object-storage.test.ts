import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Token {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly bucket: string;
  readonly region: string;
  readonly filePath: string;
  readonly availableImageCount: number;
}

interface RawAnswer {
  readonly status: number;
  readonly interim: boolean;
  readonly body: string;
}

const run = promisify(execFile);
const hasBoto3 = spawnSync('python3', ['-c', 'import boto3']).status === 0;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: Buffer | string): string => createHash('sha256').update(text).digest('hex');
const checksum = (body: Buffer): string => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32(body));
  return four.toString('base64');
};

/** Headers of a PUT signed by hand, and what the parts of its body are signed with. */
function sign(
  token: Token,
  host: string,
  path: string,
  content: string,
  more: Record<string, string> = {},
  now = new Date(),
): { headers: Record<string, string>; key: Buffer; scope: string; date: string; signature: string } {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/${token.region}/s3/aws4_request`;
  const signed: Record<string, string> = {
    ...more,
    host,
    'x-amz-content-sha256': content,
    'x-amz-date': date,
    'x-amz-security-token': token.sessionToken,
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    'PUT',
    path,
    '',
    ...names.map(name => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    content,
  ].join('\n');
  const key = ['aws4_request', 's3', token.region, date.slice(0, 8)].reduceRight<Buffer>(
    (each, part) => hmac(each, part),
    Buffer.from(`AWS4${token.secretAccessKey}`),
  );
  const signature = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    headers: {
      ...signed,
      authorization: `AWS4-HMAC-SHA256 Credential=${token.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    },
    key,
    scope,
    date,
    signature,
  };
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let root: number;
  let origin: string;
  let port: number;
  let picture: Buffer;
  let count = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 's3-ingest'] });
    team = await app.team('North');
    script = await scriptClient(app, team);
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    port = (app.app.http.server.address() as AddressInfo).port;
    origin = `http://127.0.0.1:${port}`;
    project = await scriptProject(script, 'Uploads');
    root = (
      await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
        query: { project_id: project, name: 'root' },
      })
    ).body.id;
    picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const token = async (projectId = project): Promise<Token> =>
    (
      await script.call<Token>('main', 'GET', `/project/${projectId}/sdkImageUploadToken`, {
        query: projectId === project ? { folder_id: root } : {},
      })
    ).body;
  const client = ({ accessKeyId, secretAccessKey, sessionToken, region }: Token, more: object = {}): S3Client =>
    new S3Client({
      endpoint: origin,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey, sessionToken },
      maxAttempts: 1,
      ...more,
    });
  const register = async (
    ...images: { name: string; path: string }[]
  ): Promise<readonly { name: string; id: number }[]> =>
    (
      await script.call<{ name: string; id: number }[]>('main', 'POST', '/image/ext-create', {
        body: {
          project_id: project,
          folder_id: root,
          team_id: team.id,
          upload_state: 2,
          images,
          meta: Object.fromEntries(images.map(each => [each.name, { width: 60, height: 40 }])),
        },
      })
    ).body;
  const name = (): string => `picture ${(count += 1)}.jpg`;
  /** True when the key can become an item, which shows that something was kept under it. */
  const kept = async (key: string): Promise<boolean> => (await register({ name: name(), path: key })).length === 1;
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: Error) => error.name,
    );

  /** Sends bytes as they are and reads one answer. */
  const raw = (path: string, headers: Record<string, string>, send: (socket: Socket) => void): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `PUT ${path} HTTP/1.1\r\n${Object.entries({ connection: 'close', ...headers })
            .map(([key, value]) => `${key}: ${value}\r\n`)
            .join('')}\r\n`,
        );
        if (headers['expect'] === undefined) send(socket);
      });
      let text = '';
      let interim = false;
      socket.on('data', bytes => {
        text += bytes.toString('latin1');
        if (!interim && text.startsWith('HTTP/1.1 100')) {
          interim = true;
          text = text.slice(text.indexOf('\r\n\r\n') + 4);
          send(socket);
        }
      });
      socket.on('error', reject);
      socket.on('close', () =>
        resolve({
          status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
          interim,
          body: text.slice(text.indexOf('\r\n\r\n') + 4),
        }),
      );
    });
  const host = (): string => `127.0.0.1:${port}`;

  describe('GET /project/{id}/sdkImageUploadToken', () => {
    it('gives keys, bucket, region, a prefix that ends with a slash, and how many items the folder takes', async () => {
      const { status, body } = await script.call<Token>('main', 'GET', `/project/${project}/sdkImageUploadToken`, {
        query: { folder_id: root },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        accessKeyId: expect.stringMatching(/^\w{16,}$/),
        secretAccessKey: expect.stringMatching(/^[\w-]{40}$/),
        sessionToken: expect.any(String),
        bucket: 'loupe-uploads',
        region: 'us-east-1',
        filePath: expect.stringMatching(/^[^/]+\/$/),
        availableImageCount: expect.any(Number),
      });
      expect(body.availableImageCount).toBeGreaterThan(49_000);
      expect((await token()).filePath).not.toBe(body.filePath);
    });

    it('gives none to who may not upload, and none for a folder that is not there', async () => {
      const annotator = await team.join(`ana.${kind}@north.test`);
      expect((await annotator.request('GET', `/project/${project}/sdkImageUploadToken`)).status).toBe(404);
      await team.owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: annotator.email, user_role: 1 }] },
      });
      expect((await annotator.request('GET', `/project/${project}/sdkImageUploadToken`)).status).toBe(403);
      expect(
        (await script.call('main', 'GET', `/project/${project}/sdkImageUploadToken`, { query: { folder_id: 999_999 } }))
          .status,
      ).toBe(404);
      expect((await script.call('main', 'GET', '/project/999999/sdkImageUploadToken')).status).toBe(404);
    });
  });

  describe('a file that is put with the S3 library', () => {
    it('becomes an item with its smaller pictures, byte for byte', async () => {
      const keys = await token();
      const s3 = client(keys);
      const key = `${keys.filePath}a1b2.jpg`;
      const small = async (width: number): Promise<Buffer> => sharp(picture).resize(width).jpeg().toBuffer();
      const siblings = { thumb: await small(20), lores: picture, huge: await small(50) };
      for (const [word, Body] of Object.entries(siblings))
        await s3.send(
          new PutObjectCommand({
            Bucket: keys.bucket,
            Key: `${key}___${word}.jpg`,
            Body,
            ...(word === 'huge' ? { Metadata: { height: '60', weight: '40' } } : {}),
          }),
        );
      const { ETag } = await s3.send(
        new PutObjectCommand({ Bucket: keys.bucket, Key: key, Body: picture, ContentType: 'image/jpeg' }),
      );
      expect(ETag).toBe(`"${createHash('md5').update(picture).digest('hex')}"`);

      const [item] = await register({ name: 'with siblings.jpg', path: key });
      expect(item).toMatchObject({ name: 'with siblings.jpg' });
      const asset = (
        await team.owner.request<Record<string, string>>('GET', `/api/v1/project/${project}/item/${item!.id}/asset`)
      ).body;
      expect(asset).toMatchObject({ width: 60, height: 40, mime: 'image/jpeg' });
      for (const [address, bytes] of [
        [asset['original'], picture],
        [asset['lores'], siblings.lores],
        [asset['thumbnail'], siblings.thumb],
      ] as const)
        expect((await app.request('GET', address!)).raw.equals(bytes)).toBe(true);
    });

    it('can be read back with the same keys, and HEAD returns its size', async () => {
      const keys = await token();
      const s3 = client(keys);
      const object = { Bucket: keys.bucket, Key: `${keys.filePath}back.jpg` };
      await s3.send(new PutObjectCommand({ ...object, Body: picture }));
      const head = await s3.send(new HeadObjectCommand(object));
      expect([head.ContentLength, head.ContentType]).toEqual([picture.length, 'image/jpeg']);
      expect(
        Buffer.from(await (await s3.send(new GetObjectCommand(object))).Body!.transformToByteArray()).equals(picture),
      ).toBe(true);
      expect(await codeOf(s3.send(new GetObjectCommand({ ...object, Key: `${keys.filePath}nothing.jpg` })))).toBe(
        'NoSuchKey',
      );
    });

    it.each(['a b+c.jpg', 'ä ü 猫.jpg', "it's (1)!*.jpg", 'a%20b.jpg', 'a&b=c;d,e@f$.jpg'])(
      'can have the key %s',
      async word => {
        const keys = await token();
        await client(keys).send(
          new PutObjectCommand({ Bucket: keys.bucket, Key: keys.filePath + word, Body: picture }),
        );
        expect(await kept(keys.filePath + word)).toBe(true);
      },
    );

    it('can be empty, can be called JSON, and can be put again', async () => {
      const keys = await token();
      const s3 = client(keys);
      const object = { Bucket: keys.bucket, Key: `${keys.filePath}again.jpg` };
      await s3.send(new PutObjectCommand({ ...object, Body: Buffer.alloc(0) }));
      await s3.send(new PutObjectCommand({ ...object, Body: '{"broken', ContentType: 'application/json' }));
      expect(await (await s3.send(new GetObjectCommand(object))).Body!.transformToString()).toBe('{"broken');
    });

    it('can be put ten at a time', async () => {
      const keys = await token();
      const s3 = client(keys);
      const names = Array.from({ length: 40 }, (_, index) => `${index}.jpg`);
      await Promise.all(
        names.map(each =>
          s3.send(new PutObjectCommand({ Bucket: keys.bucket, Key: keys.filePath + each, Body: picture })),
        ),
      );
      expect(await register(...names.map(each => ({ name: `many ${each}`, path: keys.filePath + each })))).toHaveLength(
        40,
      );
    });
  });

  describe('is refused, and nothing is kept,', () => {
    const put = (keys: Token, Key: string, more: object = {}): Promise<string> =>
      codeOf(client(keys, more).send(new PutObjectCommand({ Bucket: keys.bucket, Key, Body: picture })));

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
      const other = await scriptProject(script, `Other ${(count += 1)}`);
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
      const { headers } = sign(keys, host(), path, sha256(picture));
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
      const { headers } = sign(keys, host(), path, sha256(picture), { 'x-amz-checksum-crc32': 'AAAAAA==' });
      const { status, body } = await raw(path, { ...headers, 'content-length': String(picture.length) }, socket =>
        socket.write(picture),
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
      const answer = await app.request('PUT', '/loupe-uploads/p1/a.jpg', { bytes: picture });
      expect(answer).toMatchObject({ status: 403, body: { code: 'SIGNATURE_MISSING' } });
      expect(
        (
          await app.request('GET', '/loupe-uploads/p1/a.jpg', { headers: { authorization: 'AWS4-HMAC-SHA256 x' } })
        ).raw.toString(),
      ).toContain('<Code>AuthorizationHeaderMalformed</Code>');
    });

    it('a file of a project that was deleted meanwhile', async () => {
      const gone = await scriptProject(script, `Gone ${(count += 1)}`);
      const keys = await token(gone);
      await script.call('main', 'DELETE', `/project/${gone}`);
      expect(await put(keys, `${keys.filePath}a.jpg`)).toBe('AccessDenied');
    });
  });

  describe('on the wire', () => {
    const frame = (body: Buffer, sum = checksum(body)): Buffer =>
      Buffer.concat([
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from(`\r\n0\r\nx-amz-checksum-crc32:${sum}\r\n\r\n`),
      ]);
    const inHttpChunks = (bytes: Buffer, size = 700): Buffer =>
      Buffer.concat([
        ...Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        ).flatMap(each => [Buffer.from(`${each.length.toString(16)}\r\n`), each, Buffer.from('\r\n')]),
        Buffer.from('0\r\n\r\n'),
      ]);

    it('Expect: 100-continue is answered before the body travels', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}expect.jpg`;
      const { headers } = sign(keys, host(), path, sha256(picture), { 'x-amz-checksum-crc32': checksum(picture) });
      const { status, interim } = await raw(
        path,
        { ...headers, expect: '100-continue', 'content-length': String(picture.length) },
        socket => socket.write(picture),
      );
      expect([status, interim]).toEqual([200, true]);
      expect(await kept(`${keys.filePath}expect.jpg`)).toBe(true);
    });

    it('aws-chunked with an unsigned trailer is decoded before it is kept', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}chunked.jpg`;
      const { headers } = sign(keys, host(), path, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
        'x-amz-decoded-content-length': String(picture.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
        'content-encoding': 'aws-chunked',
      });
      const answer = await raw(path, { ...headers, expect: '100-continue', 'transfer-encoding': 'chunked' }, socket =>
        socket.write(inHttpChunks(frame(picture))),
      );
      expect(answer).toMatchObject({ status: 200, interim: true });
      const read = await client(keys).send(
        new GetObjectCommand({ Bucket: keys.bucket, Key: `${keys.filePath}chunked.jpg` }),
      );
      expect(Buffer.from(await read.Body!.transformToByteArray()).equals(picture)).toBe(true);
    });

    it('aws-chunked with a wrong trailer is refused', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}wrong.jpg`;
      const { headers } = sign(keys, host(), path, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
        'x-amz-decoded-content-length': String(picture.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      });
      const answer = await raw(path, { ...headers, 'transfer-encoding': 'chunked' }, socket =>
        socket.write(inHttpChunks(frame(picture, 'AAAAAA=='))),
      );
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('BadDigest')]);
      expect(await kept(`${keys.filePath}wrong.jpg`)).toBe(false);
    });

    it('a signed stream is checked chunk by chunk', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}signed.jpg`;
      const parts = [picture.subarray(0, 100), picture.subarray(100), Buffer.alloc(0)];
      const send = async (tampered: boolean): Promise<RawAnswer> => {
        const length = String(picture.length);
        const { headers, key, scope, date, signature } = sign(
          keys,
          host(),
          path,
          'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
          { 'x-amz-decoded-content-length': length, 'content-encoding': 'aws-chunked' },
        );
        let previous = signature;
        const body = Buffer.concat(
          parts.map((each, index) => {
            previous = hmac(
              key,
              ['AWS4-HMAC-SHA256-PAYLOAD', date, scope, previous, sha256(''), sha256(each)].join('\n'),
            ).toString('hex');
            const sent =
              tampered && index === 1 ? Buffer.concat([each.subarray(0, -1), Buffer.from([each.at(-1)! ^ 1])]) : each;
            return Buffer.concat([
              Buffer.from(`${each.length.toString(16)};chunk-signature=${previous}\r\n`),
              sent,
              Buffer.from('\r\n'),
            ]);
          }),
        );
        return raw(path, { ...headers, 'content-length': String(body.length) }, socket => socket.write(body));
      };
      expect(await send(true)).toMatchObject({
        status: 403,
        body: expect.stringContaining('SignatureDoesNotMatch') as string,
      });
      expect(await kept(`${keys.filePath}signed.jpg`)).toBe(false);
      expect((await send(false)).status).toBe(200);
      expect(await kept(`${keys.filePath}signed.jpg`)).toBe(true);
    });

    it('a large file does not pass through memory', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}large.jpg`;
      const size = 90 * 1024 * 1024;
      const { headers } = sign(keys, host(), path, 'UNSIGNED-PAYLOAD');
      const before = process.memoryUsage.rss();
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss() - before);
      }, 20);
      const piece = Buffer.alloc(65_536, 7);
      const { status } = await raw(path, { ...headers, 'content-length': String(size) }, socket => {
        let left = size;
        const more = (): void => {
          while (left > 0) {
            left -= piece.length;
            if (!socket.write(piece)) {
              socket.once('drain', more);
              return;
            }
          }
        };
        more();
      });
      clearInterval(watch);
      expect(status).toBe(200);
      expect(most).toBeLessThan(64 * 1024 * 1024);
    });
  });

  describe.skipIf(!hasBoto3)(
    hasBoto3 ? 'with boto3' : 'with boto3 (skipped: python3 has no boto3; apt-get install python3-boto3)',
    () => {
      const PUT = [
        'import sys, json, boto3, botocore.config',
        'token, endpoint, verify, path = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3] == "yes", sys.argv[4]',
        'import urllib3; urllib3.disable_warnings()',
        's3 = boto3.Session(aws_access_key_id=token["accessKeyId"], aws_secret_access_key=token["secretAccessKey"], aws_session_token=token["sessionToken"], region_name=token["region"])',
        's3 = s3.resource("s3", endpoint_url=endpoint, verify=verify)',
        'body = open(path, "rb")',
        'print(s3.Bucket(token["bucket"]).put_object(Body=body, Key=token["filePath"] + "boto.jpg", Metadata={"height": "60", "weight": "40"}).e_tag)',
      ].join('\n');
      let folder: string;
      beforeAll(() => {
        folder = mkdtempSync(join(tmpdir(), 'loupe-boto-'));
        writeFileSync(join(folder, 'a.jpg'), picture);
      });
      afterAll(() => rmSync(folder, { recursive: true }));
      const put = async (keys: Token, endpoint: string): Promise<string> =>
        (await run('python3', ['-c', PUT, JSON.stringify(keys), endpoint, 'no', join(folder, 'a.jpg')])).stdout.trim();

      it('put_object works over http', async () => {
        const keys = await token();
        expect(await put(keys, origin)).toBe(`"${createHash('md5').update(picture).digest('hex')}"`);
        expect(await kept(`${keys.filePath}boto.jpg`)).toBe(true);
      });

      it.skipIf(!hasOpenssl)('put_object works over https, where the body comes aws-chunked', async () => {
        execFileSync(
          'openssl',
          [
            'req',
            '-x509',
            '-newkey',
            'rsa:2048',
            '-nodes',
            '-keyout',
            join(folder, 'key.pem'),
            '-out',
            join(folder, 'cert.pem'),
            '-days',
            '2',
            '-subj',
            '/CN=localhost',
          ],
          { stdio: 'ignore' },
        );
        let head = '';
        const tls = createTlsServer(
          { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) },
          socket => {
            const inner = connect(port, '127.0.0.1');
            socket.on('data', bytes => {
              head += head.length < 4000 ? bytes.toString('latin1') : '';
            });
            socket.pipe(inner).pipe(socket);
            for (const each of [socket, inner]) each.on('error', () => each.destroy());
          },
        );
        await new Promise<void>(resolve => tls.listen(0, '127.0.0.1', resolve));
        try {
          const keys = await token();
          expect(await put(keys, `https://localhost:${(tls.address() as AddressInfo).port}`)).toBe(
            `"${createHash('md5').update(picture).digest('hex')}"`,
          );
          expect(head).toMatch(/STREAMING-UNSIGNED-PAYLOAD-TRAILER/i);
          expect(await kept(`${keys.filePath}boto.jpg`)).toBe(true);
        } finally {
          tls.close();
        }
      });

      it('reads why it is refused', async () => {
        const keys = await token();
        await expect(put({ ...keys, secretAccessKey: 'wrong' }, origin)).rejects.toThrow(/SignatureDoesNotMatch/);
      });
    },
  );
});
