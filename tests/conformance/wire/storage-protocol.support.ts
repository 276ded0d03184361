import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hmac, sha256, sign } from './storage-session.support.ts';
import type { Token, RawAnswer } from './storage-session.support.ts';
import type { StorageSession } from './storage-session.support.ts';

const run = promisify(execFile);

const hasBoto3 = spawnSync('python3', ['-c', 'import boto3']).status === 0;

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const checksum = (body: Buffer): string => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32(body));
  return four.toString('base64');
};

/** Adds the tests of bodies on the wire, and of another S3 library. */
export function storageProtocolTests(session: StorageSession): void {
  const { raw, host, token, kept, client } = session;

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
      const { headers } = sign(keys, host(), path, sha256(session.picture), {
        'x-amz-checksum-crc32': checksum(session.picture),
      });
      const { status, interim } = await raw(
        path,
        { ...headers, expect: '100-continue', 'content-length': String(session.picture.length) },
        socket => socket.write(session.picture),
      );
      expect([status, interim]).toEqual([200, true]);
      expect(await kept(`${keys.filePath}expect.jpg`)).toBe(true);
    });

    it('aws-chunked with an unsigned trailer is decoded before it is kept', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}chunked.jpg`;
      const { headers } = sign(keys, host(), path, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
        'x-amz-decoded-content-length': String(session.picture.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
        'content-encoding': 'aws-chunked',
      });
      const answer = await raw(path, { ...headers, expect: '100-continue', 'transfer-encoding': 'chunked' }, socket =>
        socket.write(inHttpChunks(frame(session.picture))),
      );
      expect(answer).toMatchObject({ status: 200, interim: true });
      const read = await client(keys).send(
        new GetObjectCommand({ Bucket: keys.bucket, Key: `${keys.filePath}chunked.jpg` }),
      );
      expect(Buffer.from(await read.Body!.transformToByteArray()).equals(session.picture)).toBe(true);
    });

    it('aws-chunked with a wrong trailer is refused', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}wrong.jpg`;
      const { headers } = sign(keys, host(), path, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
        'x-amz-decoded-content-length': String(session.picture.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      });
      const answer = await raw(path, { ...headers, 'transfer-encoding': 'chunked' }, socket =>
        socket.write(inHttpChunks(frame(session.picture, 'AAAAAA=='))),
      );
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('BadDigest')]);
      expect(await kept(`${keys.filePath}wrong.jpg`)).toBe(false);
    });

    it('a signed stream is checked chunk by chunk', async () => {
      const keys = await token();
      const path = `/${keys.bucket}/${keys.filePath}signed.jpg`;
      const parts = [session.picture.subarray(0, 100), session.picture.subarray(100), Buffer.alloc(0)];
      const send = async (tampered: boolean): Promise<RawAnswer> => {
        const length = String(session.picture.length);
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
        writeFileSync(join(folder, 'a.jpg'), session.picture);
      });
      afterAll(() => rmSync(folder, { recursive: true }));
      const put = async (keys: Token, endpoint: string): Promise<string> =>
        (await run('python3', ['-c', PUT, JSON.stringify(keys), endpoint, 'no', join(folder, 'a.jpg')])).stdout.trim();

      it('put_object works over http', async () => {
        const keys = await token();
        expect(await put(keys, session.origin)).toBe(`"${createHash('md5').update(session.picture).digest('hex')}"`);
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
            const inner = connect(session.port, '127.0.0.1');
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
            `"${createHash('md5').update(session.picture).digest('hex')}"`,
          );
          expect(head).toMatch(/STREAMING-UNSIGNED-PAYLOAD-TRAILER/i);
          expect(await kept(`${keys.filePath}boto.jpg`)).toBe(true);
        } finally {
          tls.close();
        }
      });

      it('reads why it is refused', async () => {
        const keys = await token();
        await expect(put({ ...keys, secretAccessKey: 'wrong' }, session.origin)).rejects.toThrow(
          /SignatureDoesNotMatch/,
        );
      });
    },
  );
}
