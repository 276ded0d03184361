import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The key that the server takes. */
export const MODEL_KEY = 'sk-test-5f2b9c0d7e';

/** A question that the server received. */
export interface AskedModel {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The client hung up before the answer was whole. */
  readonly left: boolean;
}

export interface ModelServer {
  /**
   * Address for `OpenAI-compatible` and `Anthropic`; `/simple` below its origin speaks the simple contract, `/echo`
   * repeats a request.
   */
  readonly url: string;
  readonly origin: string;
  readonly asked: AskedModel[];
  close(): Promise<void>;
}

const written = (body: Readonly<Record<string, unknown>>): string => {
  const messages = body['messages'] as readonly { readonly content: string }[];
  return messages.at(-1)?.content ?? '';
};

/**
 * A server of language models for tests, spoken to by real HTTP. The name of the model says how it behaves: `echo`
 * answers with the last message, word by word; `slow` waits `ms` before each word (`slow-200`); `busy-2` refuses two
 * calls with 429 and then answers; `fail-401`, `fail-429`, `fail-500` … always refuse; `cut` hangs up in the middle;
 * `silent` begins and says no more; `never` does not begin; `json` answers with JSON; `whole` with no stream; `odd`
 * with HTML.
 */
export async function modelServer(): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const refusals = new Map<string, number>();
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    const path = (request.url ?? '').split('?')[0]!;
    const seen = { path: request.url ?? '', method: request.method ?? '', headers: request.headers, body, left: false };
    asked.push(seen);
    response.once('close', () => {
      seen.left = !response.writableFinished;
    });
    const json = (status: number, value: unknown, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

    if (path === '/echo')
      return json(
        200,
        { headers: request.headers, text, url: request.url },
        { 'x-request-id': 'echo', 'set-cookie': 'a=b' },
      );
    if (path === '/away') return void response.writeHead(307, { location: 'https://elsewhere.example/' }).end();
    const given = request.headers['x-api-key'] ?? request.headers.authorization?.replace('Bearer ', '');
    if (given !== MODEL_KEY) return json(401, { error: { message: `Incorrect API key provided: ${String(given)}` } });
    if (path === '/simple')
      return json(200, { text: `Simply: ${written(body)}`, usage: { prompt_tokens: 7, completion_tokens: 3 } });
    if (path === '/v1/models') return json(200, { data: [{ id: 'echo' }, { id: 'slow-200' }] });

    const model = String(body['model']);
    const [behaviour = '', number = ''] = model.split('-');
    if (behaviour === 'fail') return json(Number(number), { error: { message: `upstream words with ${MODEL_KEY}` } });
    if (behaviour === 'busy' && (refusals.get(model) ?? 0) < Number(number)) {
      refusals.set(model, (refusals.get(model) ?? 0) + 1);
      return json(429, { error: { message: 'slow down' } });
    }
    if (behaviour === 'never') return void (await pause(60_000, undefined, { ref: false }));
    if (behaviour === 'odd') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
    const words = behaviour === 'json' ? ['{"answer":', ' 42}'] : `You said: ${written(body)}`.split(/(?<= )/);
    const usage = { prompt_tokens: 12, completion_tokens: words.length };
    if (behaviour === 'whole')
      return json(200, {
        choices: [{ message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
        usage,
      });

    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const anthropic = path === '/v1/messages';
    const send = (data: object, event?: string): void =>
      void response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
    if (anthropic) send({ type: 'message_start', message: { usage: { input_tokens: 12 } } }, 'message_start');
    for (const [at, word] of words.entries()) {
      if (behaviour === 'slow') await pause(Number(number));
      if (response.destroyed) return;
      if (anthropic)
        send({ type: 'content_block_delta', delta: { type: 'text_delta', text: word } }, 'content_block_delta');
      else send({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] });
      if (behaviour === 'cut' && at === 1) return void setTimeout(() => response.destroy(), 20);
      if (behaviour === 'silent' && at === 0) return;
    }
    if (anthropic) {
      send(
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: words.length } },
        'message_delta',
      );
      send({ type: 'message_stop' }, 'message_stop');
    } else {
      send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      send({ choices: [], usage });
      response.write('data: [DONE]\n\n');
    }
    response.end();
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/v1`,
    origin,
    asked,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
