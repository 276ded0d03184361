import { afterAll, beforeAll, expect, it } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { ModelServer } from '#tests/support/model-server.ts';
import { MODEL_KEY, modelServer } from '#tests/support/model-server.ts';
import { ModelCaller } from './model-caller.ts';

let upstream: ModelServer;
let egress: Egress;

beforeAll(async () => {
  upstream = await modelServer();
  egress = new Egress(new EgressAllowance(['127.0.0.1']));
});
afterAll(async () => {
  await egress.close();
  await upstream.close();
});

const question = {
  instructions: '',
  messages: [{ role: 'user', content: 'one two three four' }],
  temperature: null,
  maxTokens: null,
  reasoningEffort: null,
  verbosity: null,
  format: 'text',
  schema: null,
} as const;

async function ask(
  model: string,
  { idleMs = 30_000, timeoutMs = 20_000, signal = new AbortController().signal } = {},
): Promise<string> {
  let text = '';
  const endpoint = { provider: 'compatible', address: upstream.url, key: MODEL_KEY, organization: '' };
  for await (const piece of new ModelCaller(egress, idleMs, 10).ask(
    endpoint,
    { ...question, model },
    { timeoutMs, retries: 0 },
    signal,
  ))
    text += piece.text ?? '';
  return text;
}

it('should give up on a provider that falls silent in the middle, long before its time is over', async () => {
  // Its time is longer than a test may take.
  await expect(ask('silent', { idleMs: 200, timeoutMs: 3_600_000 })).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
});

it('should not take slow words for silence', async () => {
  expect(await ask('slow-120', { idleMs: 400 })).toBe('You said: one two three four');
});

it('should end with the reason of who asked', async () => {
  const leave = new AbortController();
  setTimeout(() => leave.abort(new Error('gone')), 250);
  await expect(ask('slow-100', { signal: leave.signal })).rejects.toThrow('gone');
  await expect.poll(() => upstream.asked.at(-1)!.left).toBe(true);
});
