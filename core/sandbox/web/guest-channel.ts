import type { BridgeTransport } from '#sdk/bridge/index.ts';
import type { FromGuest, ToGuest } from '../common/messages.ts';
import { GUEST_LIMITS } from '../common/messages.ts';

/** Messages of a guest are handled this long in one go, milliseconds; then the page has its turn. */
const SLICE_MS = 8;
/**
 * Most messages of any kind that are taken from a port before the page had its turn; a guest that keeps the rules stays
 * far below.
 */
const MOST_QUEUED = GUEST_LIMITS.window + 500;

/** Messages of a guest about itself. */
export type GuestWord = Exclude<FromGuest, { kind: 'message' }>;

/**
 * The page's end of the port to a guest. A guest has a number of messages that may be on their way; each that is
 * handled gives it one back. One that sends more has broken the rules: `onExcess` is called.
 */
export class GuestChannel {
  readonly #port: MessagePort;
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #queue: unknown[] = [];
  readonly #turn = new MessageChannel();
  #closed = false;
  #handling = false;
  #words = 0;

  /** The guest's transport, for the page. */
  readonly transport: BridgeTransport = {
    send: message => {
      if (!this.#closed) this.send({ kind: 'message', data: message });
    },
    listen: listener => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
    close: () => this.close(),
  };

  constructor(port: MessagePort, onWord: (word: GuestWord) => void, onExcess: () => void) {
    this.#port = port;
    this.#turn.port1.onmessage = () => this.#handle();
    port.onmessage = ({ data }: MessageEvent<FromGuest>) => {
      if (this.#closed) return;
      if (data?.kind === 'message') {
        this.#queue.push(data.data);
        if (this.#queue.length > MOST_QUEUED) onExcess();
        else this.#wake();
        return;
      }
      // Words are rare by the rules; pongs come one a second.
      if (++this.#words > MOST_QUEUED) onExcess();
      else {
        this.#wake();
        onWord(data);
      }
    };
  }

  send(message: ToGuest): void {
    this.#port.postMessage(message);
  }

  /** Ends it; what waits is not handled any more. */
  close(): void {
    this.#closed = true;
    this.#queue.length = 0;
    this.#listeners.clear();
    this.#port.onmessage = null;
    this.#port.close();
    this.#turn.port1.close();
    this.#turn.port2.close();
  }

  #wake(): void {
    if (this.#handling) return;
    this.#handling = true;
    this.#turn.port2.postMessage(0);
  }

  #handle(): void {
    this.#handling = false;
    this.#words = 0;
    const end = performance.now() + SLICE_MS;
    let count = 0;
    while (count < this.#queue.length && performance.now() < end && !this.#closed) {
      const message = this.#queue[count++];
      for (const each of this.#listeners) {
        try {
          each(message);
        } catch (error) {
          reportError(error);
        }
      }
    }
    if (this.#closed) return;
    this.#queue.splice(0, count);
    if (count > 0) this.send({ kind: 'handled', count });
    if (this.#queue.length > 0) this.#wake();
  }
}
