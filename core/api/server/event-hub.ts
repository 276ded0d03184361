import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { EventEnvelope } from '../common/index.ts';

/** Whose socket it is: made by an authenticated POST. */
export interface Subscriber {
  readonly userId: number;
  readonly teamId?: number | undefined;
  /** The session whose call made the ticket, which the socket ends with; absent for tokens, which have none. */
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
  readonly redeem: (ticket: string) => Promise<Subscriber | undefined>;
  readonly failed: (error: unknown) => void;
  /** Returns whether an event is for a subscriber of its team: those about a project are for who may see it. */
  readonly sees: (subscriber: Subscriber, event: EventEnvelope) => Promise<boolean>;
  /** Returns those of the sessions that go on; asked when a socket opens and at each beat. */
  readonly live: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

interface Listener extends Subscriber {
  readonly socket: WebSocket;
  alive: boolean;
  /** Events that happen while the tab is caught up; they follow what it missed. Undefined once it is. */
  waiting: EventEnvelope[] | undefined;
  /** Events on their way, one after the other: asking for a right must not turn their order. */
  sent: Promise<void>;
}

const HEARTBEAT = 25_000;
const MAX_PAYLOAD = 64 * 1024;

/** One websocket per tab. Sends what happened to the team, and catches a tab up after it was away. */
export class EventHub {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(private readonly options: EventHubOptions) {}

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns true when a tab of the team is connected here. */
  follows(teamId: number): boolean {
    for (const each of this.#listeners) if (each.teamId === teamId) return true;
    return false;
  }

  attach(server: Server): void {
    this.#timer ??= setInterval(() => this.#beat(), HEARTBEAT).unref();
    server.on('upgrade', (request, socket, head) => {
      // The HTTP server listens to it no longer: a connection that is reset before it is answered would end the process.
      socket.on('error', () => socket.destroy());
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
        this.options.failed(error);
      });
    });
  }

  /** Delivers a committed event to the sockets of its team whose people may see it. */
  async deliver(event: EventEnvelope): Promise<void> {
    const listeners = [...this.#listeners].filter(each => each.teamId === event.teamId);
    if (listeners.length === 0) return;
    const delivers = this.options.delivers(event.teamId, event);
    // Tabs that are still opening ask for themselves.
    delivers.catch(() => undefined);
    const text = JSON.stringify({ type: 'event', event });
    const sending = listeners.map(each => {
      if (each.waiting !== undefined) return void each.waiting.push(event);
      const sent = each.sent.then(async () => {
        if ((await delivers) && (await this.options.sees(each, event))) each.socket.send(text);
      });
      // The tab connects again and reads from the log what it missed; the others got the event.
      return (each.sent = sent.catch((error: unknown) => {
        each.socket.close(1011, 'the rights could not be read');
        this.options.failed(error);
      }));
    });
    await Promise.all(sending);
  }

  /** Sends people a message that is no event of a team: a changed session, changed plugin switches. */
  send(
    match: (userId: number, teamId: number | undefined) => boolean,
    message: { readonly type: string } & Record<string, unknown>,
  ): void {
    const text = JSON.stringify(message);
    for (const each of this.#listeners) if (match(each.userId, each.teamId)) each.socket.send(text);
  }

  /** Closes the sockets of people who are no longer in a team; their tabs connect again as what they are now. */
  async prune(teamId: number, stays: (userId: number) => Promise<boolean>): Promise<void> {
    for (const each of this.#listeners)
      if (each.teamId === teamId && !(await stays(each.userId))) each.socket.close(4001, 'no longer in the team');
  }

  /** Closes the sockets of a person whose sessions have ended; sockets of tokens have no session. */
  async pruneSessions(userId: number, stays: (sessionId: string | undefined) => Promise<boolean>): Promise<void> {
    for (const each of this.#listeners)
      if (each.userId === userId && !(await stays(each.sessionId))) each.socket.close(4001, 'the session has ended');
  }

  /** Ends all sockets: the server stops. */
  stop(): void {
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
    if (ticket.sessionId !== undefined && (await this.options.live([ticket.sessionId])).size === 0)
      return refuse('401 Unauthorized');
    this.#server.handleUpgrade(
      request,
      socket,
      head,
      connection =>
        void this.#open(connection, ticket, url.searchParams.get('since')).catch((error: unknown) => {
          connection.close(1011, 'the log of events could not be read');
          this.options.failed(error);
        }),
    );
  }

  async #open(socket: WebSocket, ticket: Subscriber, since: string | null): Promise<void> {
    const listener: Listener = {
      socket,
      userId: ticket.userId,
      teamId: ticket.teamId,
      sessionId: ticket.sessionId,
      alive: true,
      waiting: [],
      sent: Promise.resolve(),
    };
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
      for (const event of missed ?? []) await this.#sendAllowed(listener, event);
    }
    // What is in the log by now may be among those that waited: the client drops events it has.
    for (let event = listener.waiting?.shift(); event !== undefined; event = listener.waiting?.shift())
      await this.#sendAllowed(listener, event);
    listener.waiting = undefined;
    socket.send(JSON.stringify({ type: 'ready', seq }));
  }

  async #sendAllowed(listener: Listener, event: EventEnvelope): Promise<void> {
    if ((await this.options.delivers(event.teamId, event)) && (await this.options.sees(listener, event)))
      listener.socket.send(JSON.stringify({ type: 'event', event }));
  }

  /** Ends sockets whose session ran out, or ended on another server. */
  async checkSessions(): Promise<void> {
    const ids = new Set([...this.#listeners].flatMap(each => each.sessionId ?? []));
    if (ids.size === 0) return;
    const live = await this.options.live([...ids]);
    for (const { socket, sessionId } of this.#listeners)
      if (sessionId !== undefined && ids.has(sessionId) && !live.has(sessionId))
        socket.close(4001, 'the session has ended');
  }

  #beat(): void {
    // A database that is away ends nobody's socket.
    void this.checkSessions().catch(() => undefined);
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
