import type { Disposable } from '#core/base/common/index.ts';
import { Fault, toDisposable } from '#core/base/common/index.ts';
import type { BridgeResponse, HostAction, HostActions, HostEvent, HostEvents } from '../common/index.ts';
import { readMessage } from '../common/index.ts';
import type { BridgeTransport } from './bridge-transport.ts';

/** A host that does not answer in this time is as good as none, milliseconds. */
const ANSWER_MS = 30_000;

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (fault: Fault) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The editor's end of the bridge. */
export class BridgeClient implements Disposable {
  readonly #transport: BridgeTransport;
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Map<string, Set<(params: never) => void>>();
  readonly #listening: Disposable;
  #next = 1;

  constructor(transport: BridgeTransport) {
    this.#transport = transport;
    this.#listening = transport.onMessage(message => this.#receive(message));
  }

  /** Asks the host. @throws Fault with the host's code, or HOST_SILENT when there is no answer. */
  request<A extends HostAction>(action: A, args: HostActions[A]['args']): Promise<HostActions[A]['data']> {
    const id = String(this.#next++);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle({ id, state: 'rejected', error: { code: 'HOST_SILENT', message: `The page around the editor did not answer (${action}).` } }), ANSWER_MS);
      this.#waiting.set(id, { resolve: data => resolve(data as HostActions[A]['data']), reject, timer });
      this.#transport.send({ id, action, args });
    });
  }

  emit<E extends HostEvent>(event: E, params: HostEvents[E]): void {
    this.#transport.send({ event, params });
  }

  on<E extends HostEvent>(event: E, listener: (params: HostEvents[E]) => void): Disposable {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as (params: never) => void));
    return toDisposable(() => listeners.delete(listener as (params: never) => void));
  }

  dispose(): void {
    this.#listening.dispose();
    for (const id of this.#waiting.keys()) this.#settle({ id, state: 'rejected', error: { code: 'HOST_GONE', message: 'The page around the editor is gone.' } });
  }

  #receive(message: unknown): void {
    const read = readMessage(message);
    if (read === undefined) return;
    if ('response' in read) this.#settle(read.response);
    if ('event' in read) for (const each of this.#listeners.get(read.event.event) ?? []) each(read.event.params as never);
  }

  #settle(response: BridgeResponse): void {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    this.#waiting.delete(response.id);
    clearTimeout(waiting.timer);
    if (response.state === 'resolved') waiting.resolve(response.data);
    else waiting.reject(new Fault(response.error.code, response.error.message, response.error.status === undefined ? {} : { status: response.error.status }));
  }
}
