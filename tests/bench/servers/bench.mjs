import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { buildServer, startBeside, startServer } from '../support/bench-server.mjs';
import { Figures, percentile } from '../support/figures.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ROUNDS = 20;
/** Most milliseconds until a tab of one server knows what was done on the other. */
const BAR = 1_000;
/** Address of the pages that the servers of a benchmark report. */
const PUBLIC_ORIGIN = 'http://localhost';
/** When a round is given up, in milliseconds. */
const LATEST = 20_000;

/**
 * Measures the time from a call to one server until a tab of another one shows it, on one PostgreSQL: from sending the
 * call to the message. Options: `--rounds NUMBER`. Answers whether the slowest round of each kind held the bar.
 */
export async function run(options) {
  const rounds = options.includes('--rounds') ? Number(options[options.indexOf('--rounds') + 1]) : ROUNDS;
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a number of at least 1.');
  const figures = new Figures('servers');
  const folder = `${root}node_modules/.cache/loupe-bench-servers-${process.pid}`;
  await buildServer(folder);
  try {
    await measureServers(folder, figures, rounds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

/** Prints the slowest of some rounds of each kind, with two servers that are built in `folder`. */
export async function measureServers(folder, figures, rounds = ROUNDS) {
  const one = await startServer(folder, 'postgres');
  try {
    const other = await startBeside(folder, one);
    try {
      for (const [figure, timeOf] of Object.entries(await measures(one, other))) {
        const times = [];
        // The first round makes connections and compiles code.
        for (let round = 0; round <= rounds; round += 1) {
          const time = await timeOf(round);
          if (round > 0) times.push(time);
        }
        figures.print(`${figure} of another server, slowest`, Math.max(...times), 'ms', {
          bar: BAR,
          median: Math.round(percentile(times, 0.5) * 10) / 10,
          rounds,
        });
      }
    } finally {
      await other.stop();
    }
  } finally {
    await one.stop();
  }
}

/** Returns the rounds of each kind; answers its milliseconds. */
async function measures(one, other) {
  const ticketOf = async session =>
    (await one.call('POST', '/api/v1/event-ticket', { as: 'browser', session, body: {} })).ticket;
  const tab = await openTab(other, await ticketOf());
  const project = await one.call('POST', '/project', { body: { name: 'Two servers', type: 1 } });
  await one.sql(`insert into items.item (team_id, project_id, folder_id, name, source, url)
    values (${one.teamId}, ${project.id}, ${project.folder_id}, 'a.jpg', 2, 'https://files.test/a')`);
  /** Milliseconds from sending a call to the message that `isIt` waits for. */
  const until = async (isIt, call) => {
    const began = performance.now();
    const seen = tab.next(isIt);
    await call();
    return (await seen) - began;
  };
  return {
    'an event': round =>
      until(
        ({ event }) => event?.name === 'projects.changed',
        () => one.call('PUT', `/project/${project.id}`, { body: { name: `Two servers ${round}` } }),
      ),
    'a ticket': async () => {
      const began = performance.now();
      const own = await openTab(other, await ticketOf());
      const took = performance.now() - began;
      own.socket.terminate();
      return took;
    },
    'a plugin switch': round =>
      until(
        ({ type }) => type === 'plugins',
        () =>
          one.call('PUT', `/api/v1/organizations/${one.organizationId}/plugins/skeletons`, {
            as: 'browser',
            body: { choice: round % 2 === 0 ? 'off' : 'on' },
          }),
      ),
    'an expulsion': async round => {
      const email = `leaving${round}@bench.test`;
      const leaving = await openTab(other, await ticketOf(await one.member(email)));
      const began = performance.now();
      await one.call('DELETE', `/team/${one.teamId}/members/bulk`, { as: 'browser', body: { data: [{ email }] } });
      return (await leaving.closed) - began;
    },
    'progress of a job': async () => {
      // What is left of a job must not count for the next.
      const ended = tab.next(({ job }) => ['COMPLETED', 'FAILED', 'CANCELED'].includes(job?.state));
      const took = await until(
        ({ type }) => type === 'job',
        () =>
          one.call('POST', `/export?project_id=${project.id}`, {
            body: { fuse: 0, is_pinned: 0, coco: 0, time: 'Nov 20 2026 03:52' },
          }),
      );
      await ended;
      return took;
    },
  };
}

/** A tab of a server, open once it said that it is ready. */
async function openTab({ address }, ticket) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/events?ticket=${encodeURIComponent(ticket)}`, {
    origin: PUBLIC_ORIGIN,
  });
  const waiting = new Set();
  socket.on('message', data => {
    const message = JSON.parse(String(data));
    for (const each of waiting) if (each.isIt(message)) each.resolve(performance.now());
  });
  const closed = within(new Promise(resolve => socket.on('close', () => resolve(performance.now()))), 'close');
  closed.catch(() => undefined);
  const next = isIt => {
    let entry;
    return within(
      new Promise(resolve => waiting.add((entry = { isIt, resolve }))).finally(() => waiting.delete(entry)),
      'message',
    );
  };
  const failed = new Promise((_, reject) => {
    socket.on('error', reject);
    socket.on('unexpected-response', (__, response) =>
      reject(new Error(`The tab was answered ${response.statusCode}.`)),
    );
  });
  await Promise.race([next(({ type }) => type === 'ready'), failed]);
  failed.catch(() => undefined);
  return { socket, next, closed };
}

async function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No ${what} within ${LATEST} ms.`)), LATEST);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
