import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { EventEnvelope } from '../common/index.ts';
import type { Subscriber } from './event-hub.ts';
import { EventHub } from './event-hub.ts';

const ORIGIN = 'https://loupe.test';
const event = (seq: number, teamId = 1, name = 'items.changed'): EventEnvelope => ({
  seq,
  teamId,
  name,
  payload: {},
  at: new Date(0).toISOString(),
});

let server: Server;
let hub: EventHub;
let log: EventEnvelope[];
/** `person seq` of events about projects that the person has no part in. */
let hidden: Set<string>;
let ended: Set<string>;
/** The person whose rights cannot be read. */
let unreadable: number | undefined;
let failures: unknown[];
/** Waited for before a ticket is looked up. */
let checking: (() => Promise<void>) | undefined;
const tickets = new Map<string, Subscriber>();
const ticket = (userId: number, teamId: number, sessionId?: string): string => {
  const text = String(tickets.size);
  tickets.set(text, { userId, teamId, sessionId });
  return text;
};

beforeEach(async () => {
  log = [];
  hidden = new Set();
  ended = new Set();
  unreadable = undefined;
  failures = [];
  checking = undefined;
  hub = new EventHub({
    origins: () => [ORIGIN],
    since: async (teamId, seq) => (seq < 0 ? undefined : log.filter(each => each.teamId === teamId && each.seq > seq)),
    head: async teamId => log.filter(each => each.teamId === teamId).length,
    delivers: async (_, each) => !each.name.startsWith('off.'),
    redeem: async text => {
      await checking?.();
      return tickets.get(text);
    },
    failed: error => void failures.push(error),
    sees: async ({ userId }, each) => {
      if (userId === unreadable) throw new Error('the database is away');
      return !hidden.has(`${userId} ${each.seq}`);
    },
    live: async ids => new Set(ids.filter(each => !ended.has(each))),
  });
  server = createServer();
  hub.attach(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  expect(failures).toEqual([]);
  hub.stop();
  server.close();
});

interface Tab {
  readonly socket: WebSocket;
  readonly messages: { type: string; event?: EventEnvelope; seq?: number }[];
  readonly closed: Promise<number>;
}

const open = (ticket: string, options: { origin?: string; since?: number } = {}): Promise<Tab> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/events?ticket=${ticket}${options.since === undefined ? '' : `&since=${options.since}`}`,
      { origin: options.origin ?? ORIGIN },
    );
    const messages: Tab['messages'] = [];
    const closed = new Promise<number>(end => socket.on('close', end));
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as Tab['messages'][number];
      messages.push(message);
      if (message.type === 'ready') resolve({ socket, messages, closed });
    });
    socket.on('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', reject);
  });

it('should go on when a connection is reset while its ticket is checked', async () => {
  const { port } = server.address() as AddressInfo;
  const closed = new Promise<void>(resolve =>
    server.once('connection', socket => socket.once('close', () => resolve())),
  );
  let goOn = (): void => undefined;
  const asked = new Promise<void>(resolve => {
    checking = () => {
      resolve();
      return new Promise(end => (goOn = end));
    };
  });
  const client = connect(port, '127.0.0.1');
  client.write(
    [
      `GET /events?ticket=${ticket(7, 1)} HTTP/1.1`,
      'Host: loupe.test',
      `Origin: ${ORIGIN}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  );
  await asked;
  client.resetAndDestroy();
  await closed;
  goOn();
  checking = undefined;
  const { socket } = await open(ticket(7, 1));
  expect(hub.size).toBe(1);
  socket.close();
});

it('should refuse a socket without a ticket and pages of others', async () => {
  await expect(open('none')).rejects.toThrow('401');
  await expect(open(ticket(7, 1), { origin: 'https://evil.test' })).rejects.toThrow('403');
});

it('should close the sockets of a session that ended and leave those of other sessions', async () => {
  const gone = await open(ticket(7, 1, 'ended'));
  const stays = await open(ticket(7, 1, 'live'));
  await hub.pruneSessions(7, async sessionId => sessionId === 'live');
  expect(await gone.closed).toBe(4001);
  expect(stays.socket.readyState).toBe(WebSocket.OPEN);
});

it('should deliver to the team only, and nothing of plugins that are off', async () => {
  const north = await open(ticket(7, 1));
  const south = await open(ticket(8, 2));
  await hub.deliver(event(1, 1));
  await hub.deliver(event(2, 1, 'off.changed'));
  await hub.deliver(event(1, 2));
  await vi.waitFor(() =>
    expect(north.messages.filter(each => each.type === 'event').map(each => each.event!.seq)).toEqual([1]),
  );
  await vi.waitFor(() =>
    expect(south.messages.filter(each => each.type === 'event').map(each => each.event!.teamId)).toEqual([2]),
  );
});

it('should send a tab what it missed, or ask it to reload when that is too much', async () => {
  log = [1, 2, 3, 4].map(seq => event(seq));
  const tab = await open(ticket(7, 1), { since: 2 });
  expect(tab.messages.map(each => each.event?.seq ?? each.type)).toEqual([3, 4, 'ready']);
  const lost = await open(ticket(7, 1), { since: -5 });
  expect(lost.messages.map(each => each.type)).toEqual(['reload', 'ready']);
});

it('should close the sockets of people who left the team and of a server that stops', async () => {
  const gone = await open(ticket(7, 1));
  const stays = await open(ticket(8, 1));
  await hub.prune(1, async userId => userId === 8);
  expect(await gone.closed).toBe(4001);
  hub.stop();
  expect(await stays.closed).toBe(1012);
});

it('should refuse a ticket whose session ended before the socket opens', async () => {
  ended.add('a');
  await expect(open(ticket(7, 1, 'a'))).rejects.toThrow('401');
});

it('should close sockets whose session does not go on when sessions are checked', async () => {
  const gone = await open(ticket(7, 1, 'a'));
  const stays = await open(ticket(8, 1, 'b'));
  ended.add('a');
  await hub.checkSessions();
  expect(await gone.closed).toBe(4001);
  expect(stays.socket.readyState).toBe(WebSocket.OPEN);
});

it('should deliver events about a project to those only who may see it, in order, also what was missed', async () => {
  hidden = new Set(['7 2', '7 4']);
  log = [1, 2].map(seq => event(seq));
  const tab = await open(ticket(7, 1), { since: 0 });
  for (const seq of [3, 4, 5]) await hub.deliver(event(seq));
  await vi.waitFor(() => expect(tab.messages.flatMap(each => each.event?.seq ?? [])).toEqual([1, 3, 5]));
});

it('should close the socket of somebody whose rights cannot be read, and deliver to the others once', async () => {
  const [failing, other] = [await open(ticket(7, 1)), await open(ticket(8, 1))];
  unreadable = 7;
  await hub.deliver(event(1));
  expect(await failing.closed).toBe(1011);
  expect(failures.splice(0)).toHaveLength(1);
  unreadable = undefined;
  await hub.deliver(event(2));
  await vi.waitFor(() => expect(other.messages.flatMap(each => each.event?.seq ?? [])).toEqual([1, 2]));
});
