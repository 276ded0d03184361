import { afterEach, expect, it, vi } from 'vitest';
import { defineApi, z } from '../common/index.ts';
import { client } from './client.ts';
import { Transport } from './transport.ts';

const api = defineApi({
  service: 'main',
  operations: {
    ask: { method: 'GET', path: '/ask', summary: 'Ask', access: 'public', reply: z.object({ a: z.int() }) },
    store: {
      method: 'PUT',
      path: '/store',
      summary: 'Store',
      access: 'public',
      body: z.object({ text: z.string() }),
      reply: z.object({ a: z.int() }),
    },
  },
});
afterEach(() => void vi.unstubAllGlobals());

const answerOf = (answer: () => Promise<Response>): Promise<unknown> => {
  vi.stubGlobal('fetch', answer);
  return client(api, new Transport())
    .ask()
    .catch((error: unknown) => error);
};

it('should turn a network failure into status 502', async () => {
  vi.useFakeTimers();
  const failing = answerOf(() => Promise.reject(new TypeError('Failed to fetch')));
  await vi.runAllTimersAsync();
  expect(await failing).toMatchObject({ code: 'NETWORK', status: 502 });
  vi.useRealTimers();
});

it('should give the status and the parsed body of a call that is refused, or the status text of an empty one', async () => {
  const body = JSON.stringify({ code: 'FORBIDDEN', error: 'No right', details: { action: 'Ask' } });
  expect(await answerOf(() => Promise.resolve(new Response(body, { status: 403 })))).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
    message: 'No right',
    details: { action: 'Ask' },
  });
  const empty = new Response(null, { status: 418, statusText: "I'm a teapot" });
  expect(await answerOf(() => Promise.resolve(empty))).toMatchObject({ status: 418, message: "I'm a teapot" });
});

it('should send a long body as a blob, which does not hold the page', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    bodies.push(body);
    return Promise.resolve(new Response('{"a":1}'));
  });
  const { store } = client(api, new Transport());
  for (const text of ['short', 'é'.repeat(70_000)]) await store({ body: { text } });
  expect(bodies[0]).toBe('{"text":"short"}');
  expect(await (bodies[1] as Blob).text()).toBe(JSON.stringify({ text: 'é'.repeat(70_000) }));
});
