import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Figures, percentile } from '../support/figures.mjs';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { measureBesideJobs } from './beside-jobs.mjs';
import { hostileBodies } from './hostile-bodies.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const DATABASES = ['postgres', 'pglite'];

/** Most milliseconds that one request may stall others, and the most a small call may take beside a hundred of them. */
const STALL_BAR = 250;
const BESIDE_BAR = 500;
const HOSTILE_AT_ONCE = 100;

/** Milliseconds between two looks at the server. */
const LOOK_MS = 10;

/**
 * Measures the answers to others while bodies arrive that were made to keep the server busy: each alone, from strangers
 * and from the owner of a team, then a hundred at once; and beside jobs of many items. Options: `--database NAME`
 * measures one, `--quick` takes smaller bodies and fewer items, `--jobs` measures the jobs only, `--bodies` the bodies
 * only. Answers whether every bar held.
 */
export async function run(options) {
  const one = options.includes('--database') ? options[options.indexOf('--database') + 1] : undefined;
  if (one !== undefined && !DATABASES.includes(one)) throw new Error(`--database is one of ${DATABASES.join(', ')}.`);
  const figures = new Figures('load');
  const folder = `${root}node_modules/.cache/loupe-bench-load-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of one === undefined ? DATABASES : [one]) {
      const server = await startServer(folder, database);
      try {
        const scale = options.includes('--quick') ? 0.1 : 1;
        if (!options.includes('--jobs')) await measure(server, figures, database, scale);
        if (!options.includes('--bodies')) await measureBesideJobs(server, figures, database, scale);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

async function measure(server, figures, database, scale) {
  const project = await server.call('POST', `/project?team_id=${server.teamId}`, {
    body: { name: 'Load', type: 1, team_id: server.teamId, status: 1 },
  });
  const [item] = await server.call('POST', `/image/ext-create?team_id=${server.teamId}`, {
    body: {
      project_id: project.id,
      upload_state: 3,
      images: [{ name: 'a.jpg', path: 'https://example.org/a.jpg' }],
      meta: {},
    },
  });
  const bodies = hostileBodies(project.id, item.id, scale);
  await longestAnswer(server.address, () => ping(server.address));
  for (const body of bodies) {
    let status = 0;
    await server.stalls();
    const longest = await longestAnswer(server.address, async () => (status = await send(server, body)));
    // The client works hard as well, on the same machine: the server's own event loop says what the body cost others.
    figures.print('event loop blocked by one body, at most', await server.stalls(), 'ms', {
      bar: STALL_BAR,
      database,
      body: body.name,
      megabytes: Math.round(body.bytes.length / 1_048_576),
      status,
      health: Math.round(longest),
    });
  }
  const times = await timesBeside(server.address, () =>
    Promise.all(
      Array.from({ length: HOSTILE_AT_ONCE }, (_, at) => send(server, bodies[at % bodies.length]).catch(() => 0)),
    ),
  );
  figures.print('small call beside a hundred bodies, p95', percentile(times, 0.95), 'ms', {
    bar: BESIDE_BAR,
    database,
    calls: times.length,
  });
}

/** The longest that /health took while work went on. */
const longestAnswer = async (address, work) => Math.max(...(await timesBeside(address, work)));

async function timesBeside(address, work) {
  const times = [];
  let going = true;
  const looking = (async () => {
    while (going) {
      const began = performance.now();
      await ping(address);
      times.push(performance.now() - began);
      await new Promise(resolve => setTimeout(resolve, LOOK_MS));
    }
  })();
  await work();
  going = false;
  await looking;
  return times;
}

function ping(address) {
  return new Promise((resolve, reject) => {
    request(`${address}/health`, answer => answer.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}

/** Sends a body; answers the status, 0 when the server ended the connection. */
function send(server, { method, path, bytes, signedIn }) {
  return new Promise(resolve => {
    const headers = {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'x-requested-with': 'loupe-auth',
      ...(signedIn ? server.credentials : {}),
    };
    const call = request(`${server.address}${path}`, { method, headers }, answer =>
      answer
        .resume()
        .on('end', () => resolve(answer.statusCode))
        .on('error', () => resolve(answer.statusCode)),
    );
    call.on('error', () => resolve(0));
    call.end(bytes);
  });
}
