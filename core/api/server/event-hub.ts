import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { EventEnvelope } from '../common/index.ts';

/** Who may open a socket: made by an authenticated POST, used once, dead after 30 s (security, section 6). */
interface Ticket {
  readonly userId: number;
  readonly teamId: number | undefined;
  readonly expires: number;
}

export interface EventHubOptions {
  /** Origins whose pages may connect. */
  readonly origins: () => readonly string[];
  /** Events of a team after `seq`, oldest first, at most 1000; undefined when the log no longer reaches back. */
  readonly since: (teamId: number, seq: number) => Promise<readonly EventEnvelope[] | undefined>;
  /** Number of the newest event of a team; 0 when there is none. */
  readonly head: (teamId: number) => Promise<number>;
  /** False for events of plugins that are off for the team's organization. */
  readonly delivers: (teamId: number, event: EventEnvelope) => Promise<boolean>;
  readonly now?: () => number;
}

interface Listener {
  readonly socket: WebSocket;
  readonly userId: number;
  readonly teamId: number | undefined;
  alive: boolean;
  /** Events that happen while the tab is caught up; they follow what it missed. Undefined once it is. */
  waiting: EventEnvelope[] | undefined;
}

const TICKET_LIFE = 30_000;
const HEARTBEAT = 25_000;
const MAX_PAYLOAD = 64 * 1024;

/** One websocket per tab. Sends what happened to the team, and catches a tab up after it was away. */
export class EventHub {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  readonly #tickets = new Map<string, Ticket>();
  readonly #listeners = new Set<Listener>();
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  #closing = false;

  constructor(private readonly options: EventHubOptions) {
    this.#now = options.now ?? Date.now;
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT);
    this.#timer.unref();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** A single-use ticket for one socket of this person in this team. */
  ticket(userId: number, teamId: number | undefined): string {
    const now = this.#now();
    for (const [text, each] of this.#tickets) if (each.expires < now) this.#tickets.delete(text);
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
    this.#tickets.set(text, { userId, teamId, expires: now + TICKET_LIFE });
    return text;
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
  }

  /** Delivers a committed event to every socket of its team. */
  async deliver(event: EventEnvelope): Promise<void> {
    if (!(await this.options.delivers(event.teamId, event))) return;
    const text = JSON.stringify({ type: 'event', event });
    for (const each of this.#listeners) {
      if (each.teamId !== event.teamId) continue;
      if (each.waiting === undefined) each.socket.send(text);
      else each.waiting.push(event);
    }
  }

  /** Tells people something that is no event of a team: a changed session, changed plugin switches. */
  tell(match: (userId: number, teamId: number | undefined) => boolean, message: { readonly type: string } & Record<string, unknown>): void {
    const text = JSON.stringify(message);
    for (const each of this.#listeners) if (match(each.userId, each.teamId)) each.socket.send(text);
  }

  /** Closes the sockets of people who are no longer in a team; their tabs connect again as what they are now. */
  async prune(teamId: number, stays: (userId: number) => Promise<boolean>): Promise<void> {
    for (const each of this.#listeners) if (each.teamId === teamId && !(await stays(each.userId))) each.socket.close(4001, 'no longer in the team');
  }

  close(): void {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const each of this.#listeners) each.socket.close(1012, 'the server restarts');
    this.#server.close();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://hub');
    const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
    if (url.pathname !== '/events' || this.#closing) return refuse('404 Not Found');
    const origin = request.headers.origin;
    if (origin === undefined || !this.options.origins().includes(origin)) return refuse('403 Forbidden');
    const text = url.searchParams.get('ticket') ?? '';
    const ticket = this.#tickets.get(text);
    this.#tickets.delete(text);
    if (ticket === undefined || ticket.expires < this.#now()) return refuse('401 Unauthorized');
    this.#server.handleUpgrade(request, socket, head, connection => void this.#open(connection, ticket, url.searchParams.get('since')));
  }

  async #open(socket: WebSocket, ticket: Ticket, since: string | null): Promise<void> {
    const listener: Listener = { socket, userId: ticket.userId, teamId: ticket.teamId, alive: true, waiting: [] };
    socket.on('pong', () => (listener.alive = true));
    socket.on('close', () => this.#listeners.delete(listener));
    socket.on('error', () => socket.terminate());
    // Listening starts before the log is read, so that nothing falls between the two.
    this.#listeners.add(listener);
    const last = since === null ? undefined : Number(since);
    if (ticket.teamId !== undefined && last !== undefined && Number.isSafeInteger(last)) {
      const missed = await this.options.since(ticket.teamId, last);
      if (missed === undefined) socket.send(JSON.stringify({ type: 'reload' }));
      for (const event of missed ?? []) if (await this.options.delivers(event.teamId, event)) socket.send(JSON.stringify({ type: 'event', event }));
    }
    const seq = ticket.teamId === undefined ? 0 : await this.options.head(ticket.teamId);
    // What is in the log by now may be among those that waited: the client drops events it has.
    for (const event of listener.waiting ?? []) socket.send(JSON.stringify({ type: 'event', event }));
    listener.waiting = undefined;
    socket.send(JSON.stringify({ type: 'ready', seq }));
  }

  #beat(): void {
    for (const each of this.#listeners) {
      if (!each.alive) {
        each.socket.terminate();
        this.#listeners.delete(each);
        continue;
      }
      each.alive = false;
      each.socket.ping();
    }
  }
}
