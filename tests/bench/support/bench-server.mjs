import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { buildForNode } from './build-for-node.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const CONNECTIONS = 20;
/** Owner of the team of the benchmark. */
export const OWNER = { email: 'owner@bench.test', password: 'correct horse' };
/** Milliseconds between samples of the server's memory. */
const LOOK_MS = 25;
const MEGABYTE = 1_048_576;

/** Milliseconds of processor time that a process and its threads have used. */
async function processorOf(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Builds the server as it is delivered, with the process of the benchmark around it, into a folder. */
export async function buildServer(outDir) {
  await buildForNode(outDir, {
    input: {
      server: `${root}tests/bench/support/server-process.ts`,
      'database-worker': `${root}core/data/server/database-worker.ts`,
      'guest-process': `${root}core/sandbox/server/code/guest-process.mjs`,
      'cloud-builder': `${root}plugins/annotate/point-clouds/server/cloud-builder-process.ts`,
      'tile-cutter': `${root}plugins/annotate/tiles/server/tile-cutter-process.ts`,
      'inference-worker': `${root}plugins/annotate/smart-tools/server/inference/inference-worker.ts`,
      'vector-worker': `${root}plugins/analyze/explore/server/embeddings/vector-worker.ts`,
    },
    output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  });
}

/**
 * Calls `work` with a new server, the database and the number of items for each database of `sizes`. Options:
 * `--database NAME` takes one, `--items N` another number, `--quick` the number `quick`.
 */
export async function onDatabases(folder, options, { sizes, quick }, work) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const one = option('--database');
  const databases = Object.keys(sizes).filter(each => one === undefined || each === one);
  if (databases.length === 0) throw new Error(`--database is one of ${Object.keys(sizes).join(', ')}.`);
  await buildServer(folder);
  for (const database of databases) {
    const items = Number(option('--items') ?? (options.includes('--quick') ? quick : sizes[database]));
    const server = await startServer(folder, database);
    try {
      await work(server, { database, items });
    } finally {
      await server.stop();
    }
  }
}

/** Bytes of memory a process holds now, from the system. */
async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** Starts one more server of the installation of `first`, which takes no jobs. Stop it before the first. */
export async function startBeside(folder, first) {
  const { address, stop } = await startServer(folder, 'postgres', undefined, first.installation);
  return { address, stop };
}

/**
 * Starts the built server on a new database, with the pages of the folder `web` if that is given; `stop` ends it and
 * removes the database.
 */
export async function startServer(folder, database, web, beside) {
  const child = fork(`${folder}/server.js`, [database, ...(web === undefined ? [] : [web])], {
    env: { ...process.env, ...(beside === undefined ? {} : { BENCH_BESIDE: JSON.stringify(beside) }) },
    // The number of helper threads is that of `npm start`.
    execArgv: [
      '--expose-gc',
      '--v8-pool-size=0',
      ...(process.env.BENCH_NODE ?? '').split(' ').filter(each => each !== ''),
    ],
  });
  const ended = once(child, 'exit');
  const messageOf = async kind => {
    for (;;) {
      const message = await Promise.race([
        once(child, 'message').then(([each]) => each),
        ended.then(([code]) => {
          throw new Error(`The server ended with code ${code}.`);
        }),
      ]);
      if (message.kind === 'failed') throw new Error(message.reason);
      if (message.kind === kind) return message;
    }
  };
  const ask = message => {
    const answer = messageOf('done');
    child.send(message);
    return answer;
  };
  const ready = await messageOf('ready');
  const { origin, token, teamId, organizationId, installation } = ready;
  let { session } = ready;
  child.on('message', message => {
    if (message.kind === 'session') ({ session } = message);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const server = {
    teamId,
    organizationId,
    installation,
    /** Adds a person to the team; answers their session. */
    member: async email => (await ask({ kind: 'member', email })).session,
    /** Headers of a browser's session of the owner. */
    get credentials() {
      return {
        authorization: `Bearer ${session}`,
        'x-entity-context': Buffer.from(JSON.stringify({ team_id: teamId })).toString('base64'),
      };
    },
    /** Address of the pages; a person signs in there as {@link OWNER}. */
    address: `http://localhost:${new URL(origin).port}`,
    /** Rows of a statement in a transaction of the team. */
    sql: async text => (await ask({ kind: 'sql', text })).rows,
    /** Id of the server's process. */
    pid: child.pid,
    /** Milliseconds of processor time of the server's process; those of PostgreSQL are not counted. */
    processor: () => processorOf(child.pid),
    settle: () => ask({ kind: 'settle' }),
    /** Most milliseconds the event loop stood still since this was asked before. */
    stalls: async () => (await server.longestStall()).most,
    /** The same, with the most processor time in milliseconds that its thread took in one piece. */
    async longestStall() {
      const { most, processor } = await ask({ kind: 'stalls' });
      return { most, processor: Math.round(processor) };
    },
    /**
     * One request; answers status, content, its text and number of bytes. `as` a browser's session, the owner's unless
     * `session` is another, instead of a script's token. `context` is put beside the team's id.
     */
    send(method, path, { body, headers = {}, as = 'script', session: whose = session, context = {} } = {}) {
      const entity = Buffer.from(JSON.stringify({ team_id: teamId, ...context })).toString('base64');
      const own =
        as === 'script'
          ? { authorization: token, authtype: 'sdk', 'content-type': 'application/json', 'x-sa-entity-context': entity }
          : {
              authorization: `Bearer ${whose}`,
              'x-entity-context': entity,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            };
      const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      return new Promise((resolve, reject) => {
        const call = request(
          origin + path,
          {
            method,
            agent,
            headers: { ...own, ...(bytes === undefined ? {} : { 'content-length': bytes.length }), ...headers },
          },
          async answer => {
            const chunks = [];
            for await (const chunk of answer) chunks.push(chunk);
            const whole = Buffer.concat(chunks);
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              content: whole,
              bytes: whole.length,
              get text() {
                return whole.toString();
              },
            });
          },
        );
        call.on('error', reject);
        call.end(bytes);
      });
    },
    /** The parsed body; throws when the call is refused. */
    async call(method, path, options) {
      const { status, text } = await server.send(method, path, options);
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 500)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    /** Does work and answers how many megabytes more the server held at most meanwhile than before. */
    async growth(work) {
      await ask({ kind: 'rest' });
      const before = await residentBytes(child.pid);
      let most = before;
      const timer = setInterval(
        () =>
          void residentBytes(child.pid).then(
            now => (most = Math.max(most, now)),
            () => undefined,
          ),
        LOOK_MS,
      );
      try {
        const result = await work();
        return { result, megabytes: (most - before) / MEGABYTE, before: Math.round(before / MEGABYTE) };
      } finally {
        clearInterval(timer);
      }
    },
    async stop() {
      agent.destroy();
      child.send({ kind: 'stop' });
      await ended;
    },
  };
  return server;
}
