import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parted } from './annotations.ts';
import { LoupeClient } from './loupe-client.ts';
import { retryPolicy } from './retry.ts';
import { explored, found, rows } from './rows.ts';

type Fetch = typeof fetch;
const answer = (body: unknown, status = 200): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const clientOf = (send: Fetch, more: object = {}): LoupeClient =>
  new LoupeClient({ url: 'http://loupe.test', token: 'secret=7', fetch: send, ...more });
const listed = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const each of source) all.push(each);
  return all;
};

describe('a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is tried three more times, 300 ms times the attempt, for 502, 503 and 504', async () => {
    expect(retryPolicy).toEqual({ retries: 3, pauseMs: 300, statuses: [502, 503, 504] });
    for (const status of [502, 503, 504]) {
      const times: number[] = [];
      const send = vi.fn<Fetch>(() => (times.push(Date.now()), Promise.resolve(answer('', status))));
      const call = expect(clientOf(send).call('/teams')).rejects.toMatchObject({ status });
      await vi.runAllTimersAsync();
      await call;
      expect(times.map(time => time - times[0]!)).toEqual([0, 300, 900, 1800]);
    }
  });

  it.each([400, 401, 403, 404, 408, 409, 412, 422, 429, 500, 501])(
    'is tried once when it is answered %d',
    async status => {
      const send = vi.fn<Fetch>(() => Promise.resolve(answer({ error: 'no', code: 'NO' }, status)));
      await expect(clientOf(send).call('/teams')).rejects.toMatchObject({ status, code: 'NO', message: 'no' });
      expect(send).toHaveBeenCalledTimes(1);
    },
  );

  it('that does not reach the server fails with 502, after the same retries', async () => {
    const send = vi.fn<Fetch>(() => Promise.reject(new TypeError('fetch failed')));
    const call = expect(clientOf(send).call('/teams')).rejects.toMatchObject({ status: 502, code: 'NETWORK' });
    await vi.runAllTimersAsync();
    await call;
    expect(send).toHaveBeenCalledTimes(4);
  });

  it.each([200, 201, 202, 299])('is a success when it is answered %d', async status => {
    expect(await clientOf(() => Promise.resolve(answer({ a: 1 }, status))).call('/teams')).toEqual({ a: 1 });
  });

  it('ends with 504 when the answer does not begin in time, and with the reason of its own signal', async () => {
    const never: Fetch = (url, request) =>
      new Promise((done, failed) =>
        request?.signal?.addEventListener('abort', () => failed(request.signal!.reason as Error)),
      );
    const late = expect(clientOf(never, { timeoutMs: 1000 }).call('/teams')).rejects.toMatchObject({
      status: 504,
      code: 'TIMEOUT',
    });
    await vi.runAllTimersAsync();
    await late;
    const stop = new AbortController();
    const stopped = expect(clientOf(never).call('/teams', { signal: stop.signal })).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await stopped;
  });

  it('is counted while it is under way, saves apart', async () => {
    const release: (() => void)[] = [];
    const client = clientOf(() => new Promise(done => release.push(() => done(answer({})))));
    const calls = [
      client.call('/teams'),
      client.call('/annotations/save'),
      client.call('/item/5/approvalStatus'),
      client.call('/getAnnotationUploadToken'),
    ];
    expect(client.counters).toEqual({ pending: 1, saving: 3 });
    for (const each of release) each();
    await Promise.all(calls);
    expect(client.counters).toEqual({ pending: 0, saving: 0 });
  });

  it('goes to the service that is named, with token, context and repeated keys', async () => {
    const send = vi.fn<Fetch>(() => Promise.resolve(answer({})));
    await clientOf(send).call('/api/v1/items/search', {
      service: 'items',
      method: 'POST',
      query: { id: [1, 2], none: undefined },
      context: { project_id: 3 },
      body: {},
    });
    const [url, request] = send.mock.calls[0]!;
    expect(String(url)).toBe('http://loupe.test/services/items/api/v1/items/search?id=1&id=2');
    expect(request).toMatchObject({
      method: 'POST',
      headers: { authorization: 'secret=7', authtype: 'sdk', 'content-type': 'application/json' },
    });
    expect(JSON.parse(atob((request!.headers as Record<string, string>)['x-sa-entity-context']!))).toEqual({
      team_id: 7,
      project_id: 3,
    });
  });

  it('reports all messages of an answer that lists them', async () => {
    await expect(
      clientOf(() => Promise.resolve(answer({ error: ['one', 'two'] }, 400))).call('/classes'),
    ).rejects.toThrow('one\ntwo');
    await expect(
      clientOf(() => Promise.resolve(answer({ errors: [{ code: 'PRECONDITION_FAILED' }] }, 412))).call('/x'),
    ).rejects.toThrow('PRECONDITION_FAILED');
  });
});

describe('rows of a list', () => {
  const all = Array.from({ length: 5 }, (nothing, index) => index);

  it('come page by page, until the count is reached', async () => {
    const asked: string[] = [];
    const client = clientOf(url => {
      const { searchParams } = new URL(String(url));
      asked.push(String(searchParams));
      const offset = Number(searchParams.get('offset'));
      return Promise.resolve(answer({ data: all.slice(offset, offset + 2), count: all.length }));
    });
    expect(await listed(rows(client, '/list', { status: 1 }, { limit: 2 }))).toEqual(all);
    expect(asked).toEqual(['status=1&offset=0&limit=2', 'status=1&offset=2&limit=2', 'status=1&offset=4&limit=2']);
  });

  it('come whole where a list has no pages', async () => {
    expect(
      await listed(
        rows(
          clientOf(() => Promise.resolve(answer(all))),
          '/exports',
        ),
      ),
    ).toEqual(all);
  });

  it('of a body query are asked for with limit and offset in the body', async () => {
    const bodies: unknown[] = [];
    const client = clientOf((url, request) => {
      const { query } = JSON.parse(String(request!.body)) as { query: { offset: number; limit: number } };
      bodies.push(query);
      return Promise.resolve(answer({ data: all.slice(query.offset, query.offset + query.limit), count: 5 }));
    });
    expect(
      await listed(found(client, 'items', '/api/v1/items/search', { search: { id: { $gt: 0 } } }, { limit: 3 })),
    ).toEqual(all);
    expect(bodies).toEqual([
      { search: { id: { $gt: 0 } }, limit: 3, offset: 0 },
      { search: { id: { $gt: 0 } }, limit: 3, offset: 3 },
    ]);
  });

  it('of an explore query come fifty at a time', async () => {
    const client = clientOf((url, request) => {
      const { image_index: index } = JSON.parse(String(request!.body)) as { image_index: number };
      return Promise.resolve(answer(Array.from({ length: Math.min(50, 120 - index) }, (nothing, at) => index + at)));
    });
    expect(await listed(explored(client, { project_id: 1 }, 'instance(type = bbox)'))).toHaveLength(120);
  });
});

describe('a stream of annotations', () => {
  it('is parted at the delimiter, wherever it is cut', async () => {
    const texts = ['{"a":"ä猫"}', '{"b":"\\\\n;)"}', '{}'];
    const bytes = new TextEncoder().encode(texts.join('\\n;)\\n'));
    for (let size = 1; size <= bytes.length; size += 1) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      expect(await listed(parted(new Response(body)))).toEqual(texts);
    }
  });

  it('may be empty', async () => {
    expect(await listed(parted(new Response('')))).toEqual([]);
  });
});
