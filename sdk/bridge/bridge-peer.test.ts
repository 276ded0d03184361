import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BridgePeer } from './bridge-peer.ts';
import { HIGH_WATER_MARK, LARGEST_PIECE } from './messages.ts';
import type { BridgeTransport } from './transport.ts';
import { portTransport } from './transport.ts';

interface Theirs {
  readonly add: { readonly args: { readonly a: number; readonly b: number }; readonly data: number };
  readonly refuse: { readonly args: Record<string, never>; readonly data: never };
  readonly fail: { readonly args: Record<string, never>; readonly data: never };
  readonly bytes: { readonly args: { readonly count: number }; readonly data: ReadableStream<Uint8Array> };
}
interface Events {
  readonly heartbeat: { readonly timestamp: number };
}

/** A source that counts how many bytes were taken from it, in pieces of `size`. */
function counted(
  count: number,
  size = 700,
): { readonly stream: ReadableStream<Uint8Array>; taken(): number; readonly cancelled: Promise<void> } {
  let given = 0;
  let cancel: () => void = () => undefined;
  const cancelled = new Promise<void>(resolve => (cancel = resolve));
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = Uint8Array.from({ length: Math.min(size, count - given) }, (_, at) => (given + at) % 251);
        given += piece.length;
        if (piece.length === 0) controller.close();
        else controller.enqueue(piece);
      },
      cancel: () => cancel(),
    },
    { highWaterMark: 0 },
  );
  return { stream, taken: () => given, cancelled };
}

const later = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 20));

describe('a bridge', () => {
  let ports: MessageChannel;
  let ends: readonly [BridgeTransport, BridgeTransport];
  let asks: BridgePeer<object, Theirs, Events>;
  let answers: BridgePeer<Theirs, object, Events>;
  let source: ReturnType<typeof counted>;

  beforeEach(() => {
    ports = new MessageChannel();
    ends = [portTransport(ports.port1), portTransport(ports.port2)];
    asks = new BridgePeer(ends[0]);
    answers = new BridgePeer<Theirs, object, Events>(ends[1], {
      add: ({ a, b }) => a + b,
      refuse: () => {
        throw Object.assign(new Error('Not for you.'), { code: 'FORBIDDEN', status: 403 });
      },
      fail: () => {
        throw new Error('the password is swordfish');
      },
      bytes: ({ count }) => (source = counted(count)).stream,
    });
  });
  afterEach(() => {
    asks.close();
    answers.close();
    for (const each of ends) each.close();
  });

  it('should answer requests of the same action apart', async () => {
    expect(await Promise.all([asks.request('add', { a: 1, b: 2 }), asks.request('add', { a: 3, b: 4 })])).toEqual([
      3, 7,
    ]);
  });

  it('should reject with code, text and status, and reveal nothing of errors that have no code', async () => {
    await expect(asks.request('refuse', {})).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Not for you.',
      status: 403,
    });
    await expect(asks.request('fail', {})).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'Something went wrong.',
    });
  });

  it('should reject an action that is not provided', async () => {
    await expect(asks.request('erase' as 'add', { a: 1, b: 1 })).rejects.toMatchObject({ code: 'UNKNOWN_ACTION' });
  });

  it('should carry events until one stops to listen', async () => {
    const onHeartbeat = vi.fn();
    const stop = asks.on('heartbeat', onHeartbeat);
    answers.emit('heartbeat', { timestamp: 5 });
    await vi.waitFor(() => expect(onHeartbeat).toHaveBeenCalledWith({ timestamp: 5 }));
    stop();
    answers.emit('heartbeat', { timestamp: 6 });
    await asks.request('add', { a: 0, b: 0 });
    expect(onHeartbeat).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['another shape', { hello: 'world' }],
    ['a key too many', { id: '1', action: 'add', args: {}, more: 1 }],
    ['a name that is too long', { id: 'x'.repeat(65), action: 'add', args: {} }],
    ['an answer to nothing', { id: '999', state: 'resolved', data: 1 }],
    ['bytes of a stream that nobody reads', { stream: '999', kind: 'message', bytes: new Uint8Array(1) }],
    ['a stream that is not there', { stream: '999', kind: 'read' }],
    ['a text', 'add'],
    ['nothing', null],
  ])('should ignore %s', async (_, message) => {
    ports.port1.postMessage(message);
    ports.port2.postMessage(message);
    expect(await asks.request('add', { a: 1, b: 1 })).toBe(2);
  });

  it('should stream every byte in order', async () => {
    const stream = await asks.request('bytes', { count: 10_000 });
    const read = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(read).toHaveLength(10_000);
    expect(read.every((byte, at) => byte === at % 251)).toBe(true);
  });

  it('should send no more than the high-water mark ahead of the reader', async () => {
    const pieces: number[] = [];
    ends[0].listen(message => {
      const { bytes } = message as { readonly bytes?: Uint8Array };
      if (bytes !== undefined) pieces.push(bytes.length);
    });
    const stream = await asks.request('bytes', { count: 1_000_000 });
    await later();
    expect(pieces.reduce((sum, each) => sum + each, 0)).toBeLessThan(HIGH_WATER_MARK + 700);
    expect(source.taken()).toBeLessThan(HIGH_WATER_MARK + 2 * 700);
    await stream.cancel();
    expect(Math.max(...pieces)).toBeLessThanOrEqual(HIGH_WATER_MARK);
  });

  it('should cut the source into pieces as large as the reader takes', async () => {
    const count = LARGEST_PIECE * 2 + 5;
    answers.provide({ bytes: () => counted(count, count).stream });
    const sizes: number[] = [];
    for await (const piece of (await asks.request('bytes', { count })) as unknown as AsyncIterable<Uint8Array>)
      sizes.push(piece.length);
    expect(sizes).toEqual([LARGEST_PIECE, LARGEST_PIECE, 5]);
  });

  it('should send small pieces to a reader that names no size, and never more than the largest', async () => {
    answers.provide({ bytes: ({ count }) => counted(count, count).stream });
    const pieces: number[] = [];
    ends[0].listen(message => {
      const { bytes } = message as { readonly bytes?: Uint8Array };
      if (bytes !== undefined) pieces.push(bytes.length);
    });
    const read = async (id: string, count: number, ...sizes: readonly number[]): Promise<void> => {
      const before = pieces.length;
      ends[0].send({ id, action: 'bytes', args: { count } });
      await asks.request('add', { a: 0, b: 0 });
      for (const bytes of sizes) ends[0].send({ stream: id, kind: 'size', bytes });
      ends[0].send({ stream: id, kind: 'read' });
      await vi.waitFor(() => expect(pieces.length).toBeGreaterThan(before));
    };
    await read('old', 5000);
    await read('greedy', LARGEST_PIECE * 2, Number.MAX_SAFE_INTEGER);
    await read('wrong', 5000, 0, -1, 1.5);
    expect(pieces).toEqual([HIGH_WATER_MARK, LARGEST_PIECE, HIGH_WATER_MARK]);
  });

  it('should end the source when the reader cancels', async () => {
    const stream = await asks.request('bytes', { count: 1_000_000 });
    await stream.cancel();
    await source.cancelled;
    const taken = source.taken();
    await later();
    expect(source.taken()).toBe(taken);
  });

  it('should break a stream with the error of its source', async () => {
    answers.provide({
      bytes: () =>
        new ReadableStream({
          pull: controller => controller.error(Object.assign(new Error('The disk is full.'), { code: 'DISK_FULL' })),
        }),
    });
    const stream = await asks.request('bytes', { count: 1 });
    await expect(stream.getReader().read()).rejects.toMatchObject({ code: 'DISK_FULL', message: 'The disk is full.' });
  });

  it('should refuse a seventeenth stream at once, and take one again when another has ended', async () => {
    const streams = await Promise.all(Array.from({ length: 16 }, () => asks.request('bytes', { count: 5000 })));
    await expect(asks.request('bytes', { count: 1 })).rejects.toMatchObject({ code: 'TOO_MANY_STREAMS', status: 429 });
    await streams[0]!.cancel();
    await later();
    expect(await new Response(await asks.request('bytes', { count: 10 })).arrayBuffer()).toHaveProperty(
      'byteLength',
      10,
    );
  });

  it('should ignore a piece that is larger than the largest', async () => {
    const stream = await asks.request('bytes', { count: 10 });
    ports.port2.postMessage({ stream: '1', kind: 'message', bytes: new Uint8Array(LARGEST_PIECE + 1) });
    expect(await new Response(stream).arrayBuffer()).toHaveProperty('byteLength', 10);
  });

  it('should reject what waits and break what is read when it ends', async () => {
    answers.provide({ bytes: () => new ReadableStream({ pull: () => new Promise(() => undefined) }) });
    const stream = await asks.request('bytes', { count: 1 });
    const reading = stream.getReader().read();
    const waiting = asks.request('add', { a: 1, b: 1 });
    asks.close();
    await expect(waiting).rejects.toMatchObject({ code: 'HOST_GONE' });
    await expect(reading).rejects.toMatchObject({ code: 'HOST_GONE' });
  });
});
