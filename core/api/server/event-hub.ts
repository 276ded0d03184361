import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { EventEnvelope } from '../common/index.ts';

/** Who may open a socket: made by an authenticated POST. */
export interface EventTicket {
  readonly userId: number;
  readonly teamId?: number | undefined;
  /** The session it was made in; absent for tokens, which have none. */
  readonly sessionId?: string | undefined;
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
  /** Returns what a ticket allows and uses it up; undefined when it is forged, late or used. */
  readonly redeem: (ticket: string) => Promise<EventTicket | undefined>;
  readonly failed: (error: unknown) => void;
}

interface Listener {
  readonly socket: WebSocket;
  readonly userId: number;
  readonly teamId: number | undefined;
  readonly sessionId: string | undefined;
  alive: boolean;
  /** Events that happen while the tab is caught up; they follow what it missed. Undefined once it is. */
  waiting: EventEnvelope[] | undefined;
}

const HEARTBEAT = 25_000;
const MAX_PAYLOAD = 64 * 1024;

/** One websocket per tab. Sends what happened to the team, and catches a tab up after it was away. */
export class EventHub {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  readonly #listeners = new Set<Listener>();
  readonly #timer: NodeJS.Timeout;
  #closing = false;

  constructor(private readonly options: EventHubOptions) {
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT);
    this.#timer.unref();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns true when a tab of the team is connected here. */
  follows(teamId: number): boolean {
    for (const each of this.#listeners) if (each.teamId === teamId) return true;
    return false;
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head).catch((error: unknown) => {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
      this.options.failed(error);
    }));
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

  /** Closes the sockets of a person whose sessions have ended; sockets of tokens have no session. */
  async pruneSessions(userId: number, stays: (sessionId: string | undefined) => Promise<boolean>): Promise<void> {
    for (const each of this.#listeners) if (each.userId === userId && !(await stays(each.sessionId))) each.socket.close(4001, 'the session has ended');
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
    const ticket = await this.options.redeem(url.searchParams.get('ticket') ?? '');
    if (ticket === undefined) return refuse('401 Unauthorized');
    this.#server.handleUpgrade(request, socket, head, connection => void this.#open(connection, ticket, url.searchParams.get('since')).catch((error: unknown) => {
      connection.close(1011, 'the log of events could not be read');
      this.options.failed(error);
    }));
  }

  async #open(socket: WebSocket, ticket: EventTicket, since: string | null): Promise<void> {
    const listener: Listener = { socket, userId: ticket.userId, teamId: ticket.teamId, sessionId: ticket.sessionId, alive: true, waiting: [] };
    socket.on('pong', () => (listener.alive = true));
    socket.on('close', () => this.#listeners.delete(listener));
    socket.on('error', () => socket.terminate());
    // Listening starts before the log is read, so that nothing falls between the two.
    this.#listeners.add(listener);
    const seq = ticket.teamId === undefined ? 0 : await this.options.head(ticket.teamId);
    const last = since === null ? undefined : Number(since);
    if (ticket.teamId !== undefined && last !== undefined && Number.isSafeInteger(last)) {
      const missed = await this.options.since(ticket.teamId, last);
      if (missed === undefined) socket.send(JSON.stringify({ type: 'reload' }));
      for (const event of missed ?? []) if (await this.options.delivers(event.teamId, event)) socket.send(JSON.stringify({ type: 'event', event }));
    }
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
