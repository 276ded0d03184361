import type { BridgeRequest, BridgeTransport } from '#sdk/bridge/index.ts';
import { readMessage } from '#sdk/bridge/index.ts';

/**
 * An editor's channel to a host, with the app itself behind it: what the host does not provide (UNKNOWN_ACTION) is
 * asked of the app. Events go to both and come from both. Requests come from the host only.
 */
export class LayeredTransport implements BridgeTransport {
  readonly #host: BridgeTransport;
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #asked = new Map<string, BridgeRequest>();
  #app: BridgeTransport | undefined;
  #leaveApp: () => void = () => undefined;

  constructor(host: BridgeTransport) {
    this.#host = host;
    host.listen(message => this.#fromHost(message));
  }

  /** Puts the app behind the host, in place of the one before. */
  stand(app: BridgeTransport): void {
    this.#leaveApp();
    this.#app = app;
    this.#leaveApp = app.listen(message => {
      const read = readMessage(message);
      if (read !== undefined && ('response' in read || 'event' in read)) this.#deliver(message);
    });
  }

  send(message: object): void {
    const read = readMessage(message);
    if (read !== undefined && 'request' in read) this.#asked.set(read.request.id, read.request);
    this.#host.send(message);
    if (read !== undefined && 'event' in read) this.#app?.send(message);
  }

  listen(listener: (message: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#leaveApp();
    this.#host.close();
  }

  #fromHost(message: unknown): void {
    const read = readMessage(message);
    if (read !== undefined && 'response' in read) {
      const request = this.#asked.get(read.response.id);
      this.#asked.delete(read.response.id);
      const unknown = read.response.state === 'rejected' && read.response.error.code === 'UNKNOWN_ACTION';
      if (request !== undefined && unknown && this.#app !== undefined) {
        this.#app.send(request);
        return;
      }
    }
    this.#deliver(message);
  }

  #deliver(message: unknown): void {
    for (const each of this.#listeners) each(message);
  }
}
