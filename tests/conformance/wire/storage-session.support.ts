import { createHash, createHmac } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

export interface Token {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly bucket: string;
  readonly region: string;
  readonly filePath: string;
  readonly availableImageCount: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly interim: boolean;
  readonly body: string;
}

export const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export const sha256 = (text: Buffer | string): string => createHash('sha256').update(text).digest('hex');

/** Headers of a PUT signed by hand, and what the parts of its body are signed with. */
export function sign(
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

/** Signs requests for one project and sends them, by the S3 library or byte by byte. */
export function storageSession(kind: DatabaseKind) {
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

  return {
    kind,
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get script() {
      return script;
    },
    get project() {
      return project;
    },
    get root() {
      return root;
    },
    get origin() {
      return origin;
    },
    get port() {
      return port;
    },
    get picture() {
      return picture;
    },
    get count() {
      return count;
    },
    set count(value) {
      count = value;
    },
    token,
    client,
    register,
    kept,
    codeOf,
    raw,
    host,
  };
}

export type StorageSession = ReturnType<typeof storageSession>;
