import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { BYTES, defineApi } from '../common/index.ts';
import { operationsOf } from './handlers.ts';
import { mountOperations } from './mount-operations.ts';
import { streamReply } from './stream-reply.ts';

const api = defineApi({
  service: 'main',
  operations: {
    tail: { method: 'GET', path: '/tail', summary: 'Bytes without an end', access: 'public', reply: BYTES },
  },
});

it('should answer HEAD with the headers of a stream, end the stream, and read nothing of it', async () => {
  const app = fastify();
  let read = 0;
  const body = new Readable({
    read() {
      read++;
    },
  });
  mountOperations(
    app,
    operationsOf('core', api, {
      tail: () => streamReply(body, { 'content-type': 'text/plain', 'content-length': '12', etag: '"one"' }),
    }),
    { open: async () => ({}) as never, admit: async () => undefined },
  );
  const answer = await app.inject({ method: 'HEAD', url: '/tail' });
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0]);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '12', etag: '"one"' });
  expect([body.destroyed, read]).toEqual([true, 0]);
  await app.close();
}, 5_000);

it('should answer HEAD of a stream that fails as it is ended', async () => {
  const app = fastify();
  const body = new Readable({ read: () => undefined, destroy: (_, done) => done(new Error('torn')) });
  mountOperations(app, operationsOf('core', api, { tail: () => streamReply(body, { 'content-type': 'text/plain' }) }), {
    open: async () => ({}) as never,
    admit: async () => undefined,
  });
  expect((await app.inject({ method: 'HEAD', url: '/tail' })).statusCode).toBe(200);
  await app.close();
}, 5_000);
