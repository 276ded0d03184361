import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '#core/api/server/index.ts';
import { mountAppFrame } from '../../shell/server/app-frame-route.ts';
import { appFrame } from './app-frame.ts';

const HOST = 'https://host.example';
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-frame-'));
  for (const file of ['core/shell/web/index.html', 'core/auth/web/frame.html', 'assets/a.txt']) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), '<head></head>');
  }
  app = await createHttpServer({
    log: false,
    webRoot: folder,
    frameAncestors: [HOST],
    trustProxy: false,
    publicUrl: 'https://loupe.example/',
  });
  mountAppFrame(app, [HOST]);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const policyOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    String(value)
      .split('; ')
      .map(each => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
  );

describe.each([
  ['with a face', false],
  ['without a face', true],
] as const)('the frame document %s', (_, faceless) => {
  it('should come with a policy under which only its own script and code it was given run', async () => {
    const { headers, body, statusCode } = await app.inject({
      url: faceless ? '/app-frame?faceless' : '/app-frame',
      headers: { accept: 'text/html' },
    });
    const nonce = /<script nonce="([\w+/=]+)">/.exec(body)?.[1];
    expect(statusCode).toBe(200);
    expect(nonce).toHaveLength(24);
    expect(policyOf(headers['content-security-policy'])).toEqual({
      sandbox: 'allow-scripts',
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}' 'unsafe-eval'`,
      'connect-src': "'none'",
      'frame-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': `'self' ${HOST}`,
      ...(faceless
        ? { 'worker-src': 'blob:' }
        : {
            'worker-src': "'none'",
            'style-src': "'unsafe-inline'",
            'img-src': 'data: blob:',
            'font-src': 'data:',
            'media-src': 'blob:',
          }),
    });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
      'connection-allowlist': '()',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringMatching(/camera=\(\), .*usb=\(\)/) as string,
    });
  });

  it('should have another nonce each time, and no other end of its script than its own', () => {
    const made = Array.from({ length: 50 }, () => appFrame(faceless, []).html);
    expect(new Set(made).size).toBe(50);
    for (const html of made) expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
  });

  it('should be one script that a browser can read', () => {
    const [, text] = /<script nonce="[^"]+">([^]*)<\/script>/.exec(appFrame(faceless, []).html)!;
    expect(() => new Function(text!)).not.toThrow();
    const inner = /const workerText = ("(?:[^"\\]|\\.)*");/.exec(text!)?.[1];
    expect(inner === undefined).toBe(!faceless);
    if (inner !== undefined) expect(() => new Function(JSON.parse(inner) as string)).not.toThrow();
  });
});

describe('the policy of pages', () => {
  it.each([
    [
      'the public name',
      'loupe.example',
      'https://loupe.example/auth-frame https://loupe.example/app-frame http://loupe.example/auth-frame http://loupe.example/app-frame',
    ],
    [
      'another name',
      '127.0.0.1:8080',
      'https://loupe.example/auth-frame https://loupe.example/app-frame http://127.0.0.1:8080/auth-frame http://127.0.0.1:8080/app-frame',
    ],
    [
      'an address of version 6',
      '[::1]:8080',
      'https://loupe.example/auth-frame https://loupe.example/app-frame http://[::1]:8080/auth-frame http://[::1]:8080/app-frame',
    ],
    [
      'a name that would be more than one',
      "x; script-src 'unsafe-inline'",
      'https://loupe.example/auth-frame https://loupe.example/app-frame',
    ],
    ['a name for everything', '*', 'https://loupe.example/auth-frame https://loupe.example/app-frame'],
  ])('should allow nothing but the two frames in a page requested by %s', async (_, host, expected) => {
    const { headers } = await app.inject({ url: '/', headers: { host, accept: 'text/html' } });
    expect(policyOf(headers['content-security-policy'])).toMatchObject({
      'frame-src': expected,
      'script-src': "'self'",
      'worker-src': "'self'",
    });
  });
});
