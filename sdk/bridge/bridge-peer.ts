import { BridgeError, failureOf } from './bridge-error.ts';
import { BridgeStreams } from './bridge-streams.ts';
import type { BridgeFailure, BridgeRequest, BridgeResponse } from './messages.ts';
import { readMessage } from './messages.ts';
import type { BridgeTransport } from './transport.ts';

/** One function per action a side provides; answers are plain data or a stream of bytes. */
export type BridgeHandlers<Actions> = {
  readonly [A in keyof Actions]?: (args: Args<Actions, A>) => Promise<Data<Actions, A>> | Data<Actions, A>;
};

type Args<Actions, A extends keyof Actions> = Actions[A] extends { readonly args: infer Given } ? Given : never;
type Data<Actions, A extends keyof Actions> = Actions[A] extends { readonly data: infer Answer } ? Answer : never;

/** A side that does not answer in this time is as good as gone, milliseconds. */
const ANSWER_MS = 30_000;

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * One side of the bridge between an editor and the page around it: asks the other side for `Theirs`, answers `Own`,
 * receives and sends events. What is no message of the bridge is ignored.
 */
export class BridgePeer<Own, Theirs, Events> {
  readonly #transport: BridgeTransport;
  readonly #handlers = new Map<string, (args: never) => unknown>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Map<string, Set<(params: never) => void>>();
  readonly #streams: BridgeStreams;
  readonly #stop: () => void;
  #next = 1;

  readonly #errorOf: (failure: BridgeFailure) => Error;

  readonly #answerMs: number;

  /**
   * `errorOf` makes the errors that are thrown here; a {@link BridgeError} when absent. `answerMs` is the longest wait
   * for an answer, milliseconds.
   */
  constructor(
    transport: BridgeTransport,
    handlers: BridgeHandlers<Own> = {},
    errorOf: (failure: BridgeFailure) => Error = failure => new BridgeError(failure),
    answerMs = ANSWER_MS,
  ) {
    this.#transport = transport;
    this.#answerMs = answerMs;
    this.#errorOf = errorOf;
    this.#streams = new BridgeStreams(message => transport.send(message), errorOf);
    this.provide(handlers);
    this.#stop = transport.listen(message => this.#receive(message));
  }

  /** Answers these actions from now on. */
  provide(handlers: BridgeHandlers<Own>): void {
    for (const [action, handler] of Object.entries(handlers))
      if (handler !== undefined) this.#handlers.set(action, handler as (args: never) => unknown);
  }

  /**
   * Asks the other side.
   * @throws BridgeError with its code; UNKNOWN_ACTION when it does not provide this, HOST_SILENT when no answer comes.
   */
  request<A extends keyof Theirs & string>(action: A, args: Args<Theirs, A>): Promise<Data<Theirs, A>> {
    const id = String(this.#next++);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          this.#settle({
            id,
            state: 'rejected',
            error: { code: 'HOST_SILENT', message: `The other page did not answer (${action}).` },
          }),
        this.#answerMs,
      );
      this.#waiting.set(id, { resolve: data => resolve(data as Data<Theirs, A>), reject, timer });
      this.#transport.send({ id, action, args });
    });
  }

  emit<E extends keyof Events & string>(event: E, params: Events[E]): void {
    this.#transport.send({ event, params });
  }

  /** Returns the way to stop. */
  on<E extends keyof Events & string>(event: E, listener: (params: Events[E]) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as (params: never) => void));
    return () => void listeners.delete(listener as (params: never) => void);
  }

  /** Ends this side: what waits is rejected, streams break. */
  close(): void {
    const gone: BridgeFailure = { code: 'HOST_GONE', message: 'The other page is gone.' };
    this.#stop();
    for (const id of this.#waiting.keys()) this.#settle({ id, state: 'rejected', error: gone });
    this.#streams.close(gone);
  }

  #receive(message: unknown): void {
    const read = readMessage(message);
    if (read === undefined) return;
    if ('response' in read) this.#settle(read.response);
    else if ('stream' in read) this.#streams.receive(read.stream);
    else if ('event' in read)
      for (const each of this.#listeners.get(read.event.event) ?? []) each(read.event.params as never);
    else void this.#answer(read.request).then(response => this.#transport.send(response));
  }

  async #answer({ id, action, args }: BridgeRequest): Promise<BridgeResponse> {
    const handler = this.#handlers.get(action);
    if (handler === undefined)
      return { id, state: 'rejected', error: { code: 'UNKNOWN_ACTION', message: `There is no ${action} here.` } };
    try {
      const data = await handler(args as never);
      if (!(data instanceof ReadableStream)) return { id, state: 'resolved', data };
      this.#streams.offer(id, data as ReadableStream<Uint8Array>);
      return { id, state: 'streaming' };
    } catch (error) {
      return { id, state: 'rejected', error: failureOf(error) };
    }
  }

  #settle(response: BridgeResponse): void {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    this.#waiting.delete(response.id);
    clearTimeout(waiting.timer);
    if (response.state === 'resolved') waiting.resolve(response.data);
    else if (response.state === 'streaming') waiting.resolve(this.#streams.open(response.id));
    else waiting.reject(this.#errorOf(response.error));
  }
}
