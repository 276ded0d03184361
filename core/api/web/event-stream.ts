import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { EventDefinition, EventEnvelope } from '../common/index.ts';

type Listener = (envelope: EventEnvelope) => void;
type Message =
  | { readonly type: 'event'; readonly event: EventEnvelope }
  | { readonly type: 'reload' }
  | { readonly type: 'ready'; readonly seq: number }
  | { readonly type: string };

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** The tab's one socket: connects again by itself and asks for what it missed. */
export class EventStream implements Disposable {
  readonly state = proxy({ connected: false });
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #messages = new Set<(message: Message) => void>();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: number | undefined;
  #wait = FIRST_WAIT;
  #generation = 0;

  /** `ticket` asks the server for a single-use ticket of the current team. */
  constructor(private readonly ticket: () => Promise<string>) {}

  /** Starts afresh, for another team or session. */
  open(): void {
    this.close();
    this.#last = undefined;
    void this.#connect(this.#generation);
  }

  close(): void {
    this.#generation++;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
    this.state.connected = false;
  }

  dispose(): void {
    this.close();
    this.#listeners.clear();
    this.#messages.clear();
  }

  /** Calls back for each event of this definition, in order, each once. */
  on<T>(event: EventDefinition<T>, listener: (payload: T, envelope: EventEnvelope) => void): Disposable {
    const own: Listener = envelope => {
      const payload = event.schema.safeParse(envelope.payload);
      if (payload.success) listener(payload.data, envelope);
    };
    const listeners = this.#listeners.get(event.name) ?? new Set();
    this.#listeners.set(event.name, listeners.add(own));
    return toDisposable(() => listeners.delete(own));
  }

  /** Calls back for messages that are no team events: `reload` (too much was missed), `session`, `ready`. */
  onMessage(listener: (message: Message) => void): Disposable {
    this.#messages.add(listener);
    return toDisposable(() => this.#messages.delete(listener));
  }

  /** Number of listeners, to events and to messages. */
  get listening(): number {
    return [...this.#listeners.values()].reduce((sum, each) => sum + each.size, this.#messages.size);
  }

  async #connect(generation: number): Promise<void> {
    try {
      const ticket = await this.ticket();
      if (generation !== this.#generation) return;
      const since = this.#last === undefined ? '' : `&since=${this.#last}`;
      const address = new URL(`/events?ticket=${encodeURIComponent(ticket)}${since}`, location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      const socket = new WebSocket(address);
      this.#socket = socket;
      socket.onmessage = message => this.#receive(JSON.parse(String(message.data)) as Message);
      socket.onclose = () => {
        if (generation === this.#generation) this.#again(generation);
      };
    } catch {
      if (generation === this.#generation) this.#again(generation);
    }
  }

  #again(generation: number): void {
    this.state.connected = false;
    this.#timer = setTimeout(() => void this.#connect(generation), this.#wait + Math.random() * 250);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #receive(message: Message): void {
    if (message.type === 'ready') {
      this.state.connected = true;
      this.#wait = FIRST_WAIT;
      if ('seq' in message) this.#last ??= message.seq;
    }
    if (message.type === 'event' && 'event' in message) {
      const { event } = message;
      if (this.#last !== undefined && event.seq <= this.#last) return;
      this.#last = event.seq;
      for (const each of this.#listeners.get(event.name) ?? []) each(event);
    }
    for (const each of this.#messages) each(message);
  }
}
