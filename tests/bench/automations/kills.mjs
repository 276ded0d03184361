import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const API = '/services/automations/zimmer/api/v1';
const ITEMS = 200;
/** Milliseconds after the start of a pipeline within which the server is killed. */
const WITHIN_MS = 1_500;
/** Milliseconds without a new run after which one that is missing is lost. */
const STILL_MS = 20_000;
const EMAIL = 'kim@bench.test';
const CODE = `export default (event, context, { item }) => { item.setStatus(context.after.annotation_status === 'InProgress' ? 'QualityCheck' : 'InProgress'); };\n`;

/**
 * Kills the built server at random moments while code changes the status of items, and starts it again. Each change
 * starts a second pipeline, whose runs are counted: one for each item and round, no fewer and no more.
 */
export async function killed(moments) {
  const dataDir = await mkdtemp(join(tmpdir(), 'loupe-bench-kills-'));
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  env.PORT = String(await freePort());
  const command = async (...words) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`${root}dist/server/command.js`, ...words, '--json'],
      { cwd: root, env },
    );
    return JSON.parse(stdout.trim().split('\n').at(-1));
  };
  const made = ['--email', EMAIL, '--name', 'Kim', '--password', 'correct horse battery', '--team', 'Kills'];
  const { team_id: teamId } = await command('user', 'create', ...made);
  const { token } = await command('sdk-token', '--team', String(teamId), '--user', EMAIL);
  let server = await start(env);
  try {
    const call = caller(env.PORT, token, teamId);
    const project = await call('POST', '/project', { name: 'Killed', type: 8 });
    const folder = await call('GET', `/folder/getFolderByName?project_id=${project.id}&name=root`);
    const items = await call('POST', '/image/ext-create', {
      project_id: project.id,
      folder_id: folder.id,
      upload_state: 3,
      images: Array.from({ length: ITEMS }, (_, at) => ({ name: `item ${at}`, path: 'custom_llm' })),
      meta: {},
    });
    const task = await call('POST', `${API}/custom_task`, {
      name: 'Move on',
      description: '',
      draft: { source: CODE, hosts: [], writes: ['set_status'], secrets: [], time_limit: 10, memory: 64 },
    });
    await call('POST', `${API}/custom_task/${task.id}/deploy`, { revision: task.revision });
    const first = await pipeline(call, 'Move', 'item fired', 'custom', { custom_task_id: task.id });
    const counting = await pipeline(call, 'Count', 'item u:annotation_status', 'set_approval', {
      approval: 'approved',
    });
    let [lost, doubled] = [0, 0];
    for (let moment = 0; moment < moments; moment += 1) {
      const body = { pipeline_id: first, project_id: project.id, item_ids: items.map(each => each.id) };
      await call('POST', `${API}/trigger`, body);
      await new Promise(resolve => setTimeout(resolve, Math.random() * WITHIN_MS));
      server.kill('SIGKILL');
      await once(server, 'exit');
      server = await start(env);
      await rested(call, first, (moment + 1) * ITEMS);
      const expected = (moment + 1) * ITEMS + doubled - lost;
      const counted = await settled(call, counting, expected);
      lost += Math.max(0, expected - counted);
      doubled += Math.max(0, counted - expected);
    }
    return { lost, doubled, moments };
  } finally {
    server.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function start(env) {
  const child = spawn(process.execPath, [`${root}dist/server/main.js`], { cwd: root, env, stdio: 'ignore' });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    const ready = await fetch(`http://localhost:${env.PORT}/ready`).catch(() => undefined);
    if (ready?.ok === true) return child;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

const caller = (port, token, teamId) => async (method, path, body) => {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: {
      authorization: token,
      authtype: 'sdk',
      'x-sa-entity-context': Buffer.from(JSON.stringify({ team_id: teamId })).toString('base64'),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

async function pipeline(call, name, event, type, settings) {
  const scope = { all: true, projects: [] };
  const start = event === 'item fired' ? { name: 'Go' } : { from: 'any', to: 'any' };
  const graph = {
    nodes: [
      { id: 'start', kind: 'event', type: event, settings: start, scope, x: 0, y: 0 },
      { id: 'step', kind: 'action', type, settings, x: 300, y: 0 },
    ],
    edges: [{ from: 'start', to: 'step' }],
  };
  return (await call('POST', `${API}/workflow`, { name, description: '', graph })).id;
}

/** Waits until a pipeline has at least so many runs, and none that is unfinished. */
async function rested(call, pipelineId, least) {
  for (;;) {
    const of = async state =>
      (await call('GET', `${API}/history?pipeline_id=${pipelineId}&limit=1${state}`)).total_count;
    const unfinished = (await of('&state=NOT_STARTED')) + (await of('&state=IN_PROGRESS'));
    if (unfinished === 0 && (await of('')) >= least) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** Returns how many runs a pipeline has, once it has so many or none was added for a while. */
async function settled(call, pipelineId, expected) {
  let [count, since] = [-1, Date.now()];
  for (;;) {
    const { total_count: now } = await call('GET', `${API}/history?pipeline_id=${pipelineId}&limit=1`);
    if (now !== count) [count, since] = [now, Date.now()];
    if (count >= expected || Date.now() - since > STILL_MS) return count;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
