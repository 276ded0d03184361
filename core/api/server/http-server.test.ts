import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { BYTES, defineApi, z } from '../common/index.ts';
import type { Handlers } from './handlers.ts';
import { operationsOf } from './handlers.ts';
import type { HttpServerOptions } from './http-server.ts';
import { createHttpServer } from './http-server.ts';
import { mountOperations } from './mount-operations.ts';

const api = defineApi({
  service: 'main',
  operations: {
    who: {
      method: 'GET',
      path: '/who',
      summary: 'The address of the caller',
      access: 'public',
      reply: z.object({ address: z.string() }),
    },
    put: {
      method: 'PUT',
      path: '/json',
      summary: 'Takes JSON',
      access: 'public',
      body: z.looseObject({}),
      reply: z.object({}),
    },
    file: {
      method: 'PUT',
      path: '/file',
      summary: 'Takes a file and answers before it has come',
      access: 'public',
      body: BYTES,
      reply: z.object({}),
    },
  },
});

let app: FastifyInstance;
afterEach(() => app.close());

const open = async (options: Partial<HttpServerOptions>): Promise<void> => {
  app = await createHttpServer({
    log: false,
    frameAncestors: [],
    trustProxy: false,
    publicUrl: 'http://localhost',
    ...options,
  });
  const handlers: Handlers<typeof api> = {
    who: (_, context) => ({ address: context.address }),
    put: () => ({}),
    file: () => ({}),
  };
  mountOperations(app, operationsOf('core', api, handlers), {
    open: async (_, request) => ({ address: request.ip }) as never,
    admit: async () => undefined,
  });
};
const addressFor = async (forwarded: string): Promise<string> =>
  (await app.inject({ url: '/who', remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': forwarded } })).json<{
    address: string;
  }>().address;

it('should believe the last of the counted proxies, not what the client wrote before it', async () => {
  await open({ trustProxy: 1 });
  expect(await addressFor('6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
});

it('should believe proxies of the named networks only', async () => {
  await open({ trustProxy: ['10.0.0.0/8'] });
  expect(await addressFor('6.6.6.6, 1.2.3.4, 10.0.0.8')).toBe('1.2.3.4');
});

it('should warn once when a proxy is not trusted, and take the address of the connection', async () => {
  const lines: string[] = [];
  await open({
    log: pino(
      { level: 'warn' },
      new Writable({ write: (chunk: Buffer, _, done) => done(void lines.push(chunk.toString()) as undefined) }),
    ) as never,
  });
  expect(await addressFor('6.6.6.6')).toBe('10.0.0.9');
  await addressFor('7.7.7.7');
  expect(lines.filter(each => each.includes('TRUST_PROXY'))).toHaveLength(1);
});

/**
 * Sends the head of a request and a little of its body; resolves with what was answered when the server ends the
 * connection.
 */
async function sendSlowly(path: string): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', chunk => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  await new Promise(resolve => socket.once('close', resolve));
  return answer;
}

it('should end the connection of a body that does not come', async () => {
  await open({ bodyTimeout: 50 });
  expect(await sendSlowly('/json')).not.toContain('200 OK');
});

it('should end the connection of a call that was answered before its body had come', async () => {
  await open({ bodyTimeout: 50 });
  expect(await sendSlowly('/file')).toContain('200 OK');
});
