import type { Disposable } from '#core/base/common/index.ts';
import { isFault, toDisposable } from '#core/base/common/index.ts';
import type { BridgeRequest, BridgeResponse, HostAction, HostActions, HostEvent, HostEvents } from '../common/index.ts';
import { readMessage } from '../common/index.ts';
import type { BridgeTransport } from './bridge-transport.ts';

/** One function per action a host provides. */
export type HostHandlers = { readonly [A in HostAction]: (args: HostActions[A]['args']) => Promise<HostActions[A]['data']> | HostActions[A]['data'] };

/** The host's end of the bridge: answers requests, hears and tells events. */
export class BridgeHost implements Disposable {
  readonly #transport: BridgeTransport;
  readonly #handlers: ReadonlyMap<string, (args: never) => unknown>;
  readonly #listeners = new Map<string, Set<(params: never) => void>>();
  readonly #listening: Disposable;

  constructor(transport: BridgeTransport, handlers: HostHandlers) {
    this.#transport = transport;
    this.#handlers = new Map(Object.entries(handlers) as [string, (args: never) => unknown][]);
    this.#listening = transport.onMessage(message => this.#receive(message));
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
  }

  #receive(message: unknown): void {
    const read = readMessage(message);
    if (read === undefined) return;
    if ('request' in read) void this.#answer(read.request).then(response => this.#transport.send(response));
    if ('event' in read) for (const each of this.#listeners.get(read.event.event) ?? []) each(read.event.params as never);
  }

  async #answer({ id, action, args }: BridgeRequest): Promise<BridgeResponse> {
    const handler = this.#handlers.get(action);
    if (handler === undefined) return { id, state: 'rejected', error: { code: 'UNKNOWN_ACTION', message: `The host does not know ${action}.` } };
    try {
      return { id, state: 'resolved', data: await handler(args as never) };
    } catch (error) {
      const fault = isFault(error) ? { code: error.code, message: error.message, status: error.status } : { code: 'INTERNAL', message: String(error) };
      return { id, state: 'rejected', error: fault };
    }
  }
}
