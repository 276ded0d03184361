import { proxy } from 'valtio';
import type { Transport } from './transport.ts';

/** Header of an answer that the service worker kept of an earlier call; `service-worker.js` sets it. */
export const KEPT_HEADER = 'x-loupe-kept';

/** Reachability of the server, by what the browser and the last answer say. */
export class Connection {
  readonly state = proxy({ online: navigator.onLine });

  constructor(transport: Transport) {
    addEventListener('offline', () => (this.state.online = false));
    addEventListener('online', () => (this.state.online = true));
    transport.hooks.received.tap('core', response => this.#become(!response.headers.has(KEPT_HEADER)));
    transport.hooks.failed.tap('core', fault => {
      if (fault.code === 'NETWORK') this.#become(false);
      return undefined;
    });
  }

  #become(online: boolean): void {
    if (this.state.online !== online) this.state.online = online;
  }
}
