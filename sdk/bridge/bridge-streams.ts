import { BridgeError, failureOf } from './bridge-error.ts';
import type { BridgeFailure, BridgeStreamMessage } from './messages.ts';
import { HIGH_WATER_MARK, LARGEST_PIECE } from './messages.ts';

/** Streams of one side that may be under way at once. */
export const MOST_STREAMS = 16;

interface Incoming {
  /** Gives the stream what came; undefined ends it. */
  readonly take: (bytes: Uint8Array | undefined) => void;
  readonly fail: (failure: BridgeFailure) => void;
}

interface Outgoing {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Bytes that were read from the source and not yet asked for. */
  rest: Uint8Array;
  /** Bytes that the reader takes at once. */
  most: number;
  reading: boolean;
}

/**
 * Streams of bytes over a bridge, both ways. A reader that has {@link HIGH_WATER_MARK} bytes waiting asks for no more, so
 * that at most one piece is ahead of it.
 */
export class BridgeStreams {
  readonly #send: (message: BridgeStreamMessage) => void;
  readonly #incoming = new Map<string, Incoming>();
  readonly #outgoing = new Map<string, Outgoing>();

  readonly #errorOf: (failure: BridgeFailure) => Error;

  constructor(send: (message: BridgeStreamMessage) => void, errorOf: (failure: BridgeFailure) => Error) {
    this.#send = send;
    this.#errorOf = errorOf;
  }

  /** Sends a stream under an id, piece by piece as the other side asks. @throws BridgeError TOO_MANY_STREAMS. */
  offer(id: string, source: ReadableStream<Uint8Array>): void {
    if (this.#outgoing.size >= MOST_STREAMS) {
      void source.cancel().catch(() => undefined);
      throw new BridgeError({
        code: 'TOO_MANY_STREAMS',
        message: `At most ${MOST_STREAMS} streams can be open at once. Read one to its end, or cancel it.`,
        status: 429,
      });
    }
    this.#outgoing.set(id, {
      reader: source.getReader(),
      rest: new Uint8Array(),
      most: HIGH_WATER_MARK,
      reading: false,
    });
  }

  /** The stream that the other side offers under an id. */
  open(id: string): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: () => this.#send({ stream: id, kind: 'size', bytes: LARGEST_PIECE }),
        pull: controller =>
          new Promise<void>(resolve => {
            this.#incoming.set(id, {
              take: bytes => {
                this.#incoming.delete(id);
                if (bytes === undefined) controller.close();
                else controller.enqueue(bytes);
                resolve();
              },
              fail: failure => {
                this.#incoming.delete(id);
                controller.error(this.#errorOf(failure));
                resolve();
              },
            });
            this.#send({ stream: id, kind: 'read' });
          }),
        cancel: () => {
          this.#incoming.delete(id);
          this.#send({ stream: id, kind: 'cancel' });
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
    );
  }

  receive(message: BridgeStreamMessage): void {
    if (message.kind === 'read') void this.#answer(message.stream);
    else if (message.kind === 'cancel') this.#drop(message.stream);
    else if (message.kind === 'size') this.#resize(message.stream, message.bytes);
    else if ('error' in message) this.#incoming.get(message.stream)?.fail(message.error);
    else this.#incoming.get(message.stream)?.take(message.bytes);
  }

  /** Breaks what is being read and ends what is being sent. */
  close(failure: BridgeFailure): void {
    for (const each of this.#incoming.values()) each.fail(failure);
    for (const id of this.#outgoing.keys()) this.#drop(id);
  }

  async #answer(id: string): Promise<void> {
    const outgoing = this.#outgoing.get(id);
    // One message for each time it is asked: who asks again before the answer came gets no more.
    if (outgoing === undefined || outgoing.reading) return;
    outgoing.reading = true;
    try {
      while (outgoing.rest.length === 0) {
        const { done, value } = await outgoing.reader.read();
        if (done) {
          this.#outgoing.delete(id);
          this.#send({ stream: id, kind: 'message', bytes: undefined });
          return;
        }
        outgoing.rest = value;
      }
      const piece = outgoing.rest.slice(0, outgoing.most);
      outgoing.rest = outgoing.rest.subarray(piece.length);
      if (this.#outgoing.get(id) === outgoing) this.#send({ stream: id, kind: 'message', bytes: piece });
    } catch (error) {
      this.#outgoing.delete(id);
      this.#send({ stream: id, kind: 'message', error: failureOf(error) });
    } finally {
      outgoing.reading = false;
    }
  }

  #resize(id: string, bytes: number): void {
    const outgoing = this.#outgoing.get(id);
    if (outgoing !== undefined) outgoing.most = Math.min(bytes, LARGEST_PIECE);
  }

  #drop(id: string): void {
    const outgoing = this.#outgoing.get(id);
    this.#outgoing.delete(id);
    void outgoing?.reader.cancel().catch(() => undefined);
  }
}
