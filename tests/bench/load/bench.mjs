import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Figures, percentile } from '../support/figures.mjs';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { measureAnnotators } from './annotators.mjs';
import { measureBesideJobs } from './beside-jobs.mjs';
import { measureServers } from '../servers/bench.mjs';
import { hostileBodies } from './hostile-bodies.mjs';
import { largestBodies } from './largest-bodies.mjs';
import { measureDeletions } from './team-deletions.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const DATABASES = ['postgres', 'pglite'];

/** Most milliseconds that one request may stall others, and the most a small call may take beside a hundred of them. */
const STALL_BAR = 250;
const BESIDE_BAR = 500;
const HOSTILE_AT_ONCE = 100;

/** Milliseconds between two looks at the server. */
const LOOK_MS = 10;

/** Parts of the benchmark; each is an option of its name that measures it alone. */
const PARTS = ['--bodies', '--largest', '--jobs', '--deletions', '--annotators', '--servers'];
const DELETIONS = 50;
const ROUNDS = 20;

/**
 * Measures the answers to others while bodies arrive that were made to keep the server busy (`--bodies`: each alone,
 * from strangers and from the owner of a team, then a hundred at once) or are as large as calls permit (`--largest`),
 * beside jobs of many items (`--jobs`), while teams are deleted whose jobs run (`--deletions`), of 200 annotators at
 * work (`--annotators`), and between two servers (`--servers`). Without one of these options it measures all. `--database NAME` measures one database, `--quick` takes
 * smaller bodies, fewer items and fewer rounds. Answers whether every bar held.
 */
export async function run(options) {
  const one = options.includes('--database') ? options[options.indexOf('--database') + 1] : undefined;
  if (one !== undefined && !DATABASES.includes(one)) throw new Error(`--database is one of ${DATABASES.join(', ')}.`);
  const chosen = PARTS.filter(each => options.includes(each));
  const takes = part => chosen.length === 0 || chosen.includes(part);
  const scale = options.includes('--quick') ? 0.1 : 1;
  const figures = new Figures('load');
  const folder = `${root}node_modules/.cache/loupe-bench-load-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of one === undefined ? DATABASES : [one]) {
      if (PARTS.slice(0, 5).some(takes)) {
        const server = await startServer(folder, database);
        try {
          if (takes('--bodies')) await measure(server, figures, database, scale);
          if (takes('--largest')) await measureLargest(server, figures, database, scale);
          if (takes('--jobs')) await measureBesideJobs(server, figures, database, scale);
          if (takes('--annotators')) await measureAnnotators(server, figures, database, scale);
          if (takes('--deletions')) await measureDeletions(server, figures, database, Math.round(DELETIONS * scale));
        } finally {
          await server.stop();
        }
      }
      if (takes('--servers') && database === 'postgres')
        await measureServers(folder, figures, Math.round(ROUNDS * scale));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

/** A project with one item, as bodies name them. */
async function makeItem(server, name) {
  const project = await server.call('POST', `/project?team_id=${server.teamId}`, {
    body: { name, type: 1, team_id: server.teamId, status: 1 },
  });
  const [item] = await server.call('POST', `/image/ext-create?team_id=${server.teamId}`, {
    body: {
      project_id: project.id,
      upload_state: 3,
      images: [{ name: 'a.jpg', path: 'https://example.org/a.jpg' }],
      meta: {},
    },
  });
  return { projectId: project.id, itemId: item.id };
}

/** Prints the ten bodies that blocked the event loop longest, the longest first. */
async function measureLargest(server, figures, database, scale) {
  const { projectId, itemId } = await makeItem(server, 'Largest bodies');
  const ids = { project_id: projectId, item_id: itemId, team_id: server.teamId };
  const found = [];
  for (const body of await largestBodies(server, ids, scale)) {
    await server.stalls();
    const status = await send(server, body);
    found.push({ body, status, ...(await server.longestStall()) });
  }
  const longest = found.toSorted((one, other) => other.most - one.most).slice(0, 10);
  for (const { body, status, most, processor } of longest)
    figures.print('event loop blocked by a body as large as its call permits, at most', most, 'ms', {
      bar: STALL_BAR,
      database,
      body: body.name,
      megabytes: Math.round(body.bytes.length / 1_048_576),
      status,
      processor,
      of: found.length,
    });
}

async function measure(server, figures, database, scale) {
  const { projectId, itemId } = await makeItem(server, 'Hostile bodies');
  const bodies = hostileBodies(projectId, itemId, scale);
  await longestAnswer(server.address, () => ping(server.address));
  for (const body of bodies) {
    let status = 0;
    await server.stalls();
    const longest = await longestAnswer(server.address, async () => (status = await send(server, body)));
    // The client works hard as well, on the same machine: the server's own event loop says what the body cost others.
    const { most, processor } = await server.longestStall();
    figures.print('event loop blocked by one body, at most', most, 'ms', {
      bar: STALL_BAR,
      database,
      body: body.name,
      megabytes: Math.round(body.bytes.length / 1_048_576),
      status,
      processor,
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
