import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { Figures, percentile } from '../support/figures.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ITEMS = 10_000;
const INSTANCES = 20;
/** As the public client sends them: up to so many bytes in one form, and so many requests at a time. */
const FORM_BYTES = 10 * 1024 * 1024;
const FORMS_AT_A_TIME = 3;
const STREAMS_AT_A_TIME = 8;
const CONNECTIONS = 20;
const LOAD_MS = 8_000;
const DELIMITER = '\\n;)\\n';

/** Annotations over HTTP against a built server in a process of its own; `--database postgres|pglite` measures one, `--items N` fewer. */
export async function run(options) {
  const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const figures = new Figures('api annotations');
  const folder = `${root}node_modules/.cache/loupe-bench-annotations-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of ['postgres', 'pglite'].filter(each => [undefined, each].includes(option('--database')))) {
      const server = await start(`${folder}/server.js`, database, Number(option('--items') ?? ITEMS));
      try {
        await measure(server, (figure, value, unit, details = {}) => figures.print(figure, value, unit, { ...details, database }));
      } finally {
        await server.stop();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

async function buildServer(outDir) {
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
  await build({
    configFile: false, root, logLevel: 'error', resolve: config.resolve, oxc: config.oxc, publicDir: false,
    build: {
      ssr: true, outDir, emptyOutDir: true, target: 'node20',
      rolldownOptions: { input: { server: `${root}tests/bench/api/annotations-server.ts`, 'database-worker': `${root}core/data/server/database-worker.ts` }, output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' } },
    },
  });
}

async function start(file, database, count) {
  const child = fork(file, [database, String(count)], { execArgv: ['--expose-gc', ...(process.env.BENCH_NODE ?? '').split(' ').filter(each => each !== '')] });
  const ended = once(child, 'exit');
  const heard = async kind => {
    for (;;) {
      const message = await Promise.race([once(child, 'message').then(([each]) => each), ended.then(([code]) => { throw new Error(`The server ended with code ${code}.`); })]);
      if (message.kind === kind) return message;
    }
  };
  const ask = (message, kind) => {
    const answer = heard(kind);
    child.send(message);
    return answer;
  };
  const ready = await heard('ready');
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const context = Buffer.from(JSON.stringify({ team_id: String(ready.teamId) })).toString('base64');
  return {
    count,
    ask,
    teamId: ready.teamId,
    /** One request; answers status and text. `as` a browser's session instead of a script's token. */
    send(method, path, { body, headers = {}, as = 'script' } = {}) {
      const own = as === 'script' ? { authorization: ready.token, authtype: 'sdk', 'content-type': 'application/json', 'x-sa-entity-context': context } : { authorization: `Bearer ${ready.session}`, 'x-entity-context': context, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      return new Promise((resolve, reject) => {
        const call = request(ready.origin + path, { method, agent, headers: { ...own, ...(bytes === undefined ? {} : { 'content-length': bytes.length }), ...headers } }, async answer => {
          const chunks = [];
          for await (const chunk of answer) chunks.push(chunk);
          resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() });
        });
        call.on('error', reject);
        call.end(bytes);
      });
    },
    async call(method, path, options) {
      const { status, text } = await this.send(method, path, options);
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 500)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async stop() {
      agent.destroy();
      child.send({ kind: 'stop' });
      await ended;
    },
  };
}

async function measure(server, report) {
  const { id: project } = await server.call('POST', '/project', { body: { team_id: String(server.teamId), name: 'Bench', type: 1 } });
  await server.call('POST', `/classes?project_id=${project}`, { body: { classes: ['Car', 'Bus', 'Lane'].map(name => ({ name, color: '#00AA44', type: 1, attribute_groups: [{ name: 'State', group_type: 'radio', attributes: [{ name: 'parked' }, { name: 'moving' }] }] })) } });
  const { items } = await server.ask({ kind: 'seed', project }, 'seeded');
  // A server in use, not one that has just started: its code is loaded and its connections are open.
  await together(1, [...forms(items.slice(0, 300))].map(body => () => send(server, project, body)));
  await uploading(server, project, items, report);
  await streaming(server, project, items, report);
  await loading(server, project, items, report);
}

function documentOf(name, seed) {
  const instances = Array.from({ length: INSTANCES }, (_, at) => {
    const x = (seed * 31 + at * 47) % 900;
    const shared = { className: ['Car', 'Bus', 'Lane'][at % 3], probability: 100, creationType: 'Preannotation', attributes: [{ groupName: 'State', name: at % 2 === 0 ? 'parked' : 'moving' }] };
    return at % 2 === 0 ? { type: 'bbox', points: { x1: x, y1: x / 2, x2: x + 50.25, y2: x / 2 + 40.5 }, ...shared } : { type: 'polygon', points: Array.from({ length: 24 }, (_point, index) => x + index * 1.5), exclude: [], ...shared };
  });
  return { metadata: { name, width: 1000, height: 1000, lastAction: { email: 'owner@bench.test', timestamp: 1_700_000_000_000 } }, instances, tags: [], comments: [] };
}

function* forms(items) {
  let parts = [];
  let bytes = 0;
  for (const { id, name } of items) {
    const content = JSON.stringify({ data: documentOf(name, id) });
    parts.push(`--bench\r\nContent-Type: application/json\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n${content}\r\n`);
    bytes += content.length;
    if (bytes < FORM_BYTES) continue;
    yield Buffer.from(`${parts.join('')}--bench--\r\n`);
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield Buffer.from(`${parts.join('')}--bench--\r\n`);
}

/** Does all of the work, so many at a time. */
async function together(atATime, work) {
  const source = work[Symbol.iterator]();
  await Promise.all(Array.from({ length: atATime }, async () => {
    for (let next = source.next(); !next.done; next = source.next()) await next.value();
  }));
}

async function growth(server, report, figure, work) {
  const { most: before } = await server.ask({ kind: 'rest' }, 'memory');
  const took = await work();
  const { most } = await server.ask({ kind: 'memory' }, 'memory');
  report(figure, (most - before) / 1_048_576, 'MB', { bar: 200, before: Math.round(before / 1_048_576) });
  return took;
}

async function send(server, project, body) {
  const { failedItems, failures } = await server.call('POST', `/services/assets/api/v4/items/annotations/upload?project_id=${project}`, { body, headers: { 'content-type': 'multipart/form-data; boundary=bench' } });
  if (failedItems.length > 0) throw new Error(`Not stored: ${JSON.stringify(failures[0])}`);
}

async function uploading(server, project, items, report) {
  const all = [...forms(items)];
  const bytes = all.reduce((sum, each) => sum + each.length, 0);
  for (const round of ['new', 'again']) {
    const took = await growth(server, report, `memory while documents are uploaded, ${round}`, async () => {
      const begun = performance.now();
      await together(FORMS_AT_A_TIME, all.map(body => () => send(server, project, body)));
      return performance.now() - begun;
    });
    report(`upload ${server.count} documents of ${INSTANCES} instances, ${round}`, took / 1000, 's', { bar: 60 * server.count / ITEMS, megabytes: Math.round(bytes / 1_048_576), requests: all.length });
  }
}

async function streaming(server, project, items, report) {
  const took = await growth(server, report, 'memory while documents are streamed', async () => {
    const begun = performance.now();
    const groups = [];
    for (let start = 0; start < items.length; start += 1000) {
      const { small } = await server.call('POST', '/services/assets/api/v4/items/annotations/download/method?limit=1000', { body: { project_id: project, item_ids: items.slice(start, start + 1000).map(each => each.id) } });
      groups.push(...Object.values(small).map(group => group.data.map(each => each.id)));
    }
    let documents = 0;
    await together(STREAMS_AT_A_TIME, groups.map(ids => async () => {
      const { text } = await server.send('POST', `/services/assets/api/v4/items/annotations/download?project_id=${project}&limit=${ids.length}`, { body: { image_ids: ids } });
      documents += text.split(DELIMITER).length;
    }));
    if (documents !== items.length) throw new Error(`${documents} documents came instead of ${items.length}.`);
    return performance.now() - begun;
  });
  report(`stream ${server.count} documents back`, took / 1000, 's', { bar: 20 * server.count / ITEMS });
}

/** Requests a second over the connections, and their times. */
async function load(make) {
  const times = [];
  let failed = 0;
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, async (_, lane) => {
    for (let index = lane; performance.now() - begun < LOAD_MS; index += CONNECTIONS) {
      const started = performance.now();
      const { status } = await make(index, lane);
      times.push(performance.now() - started);
      if (status >= 300) failed += 1;
    }
  }));
  const seconds = (performance.now() - begun) / 1000;
  if (failed > 0) throw new Error(`${failed} of ${times.length} requests failed.`);
  return { rate: times.length / seconds, p99: percentile(times, 0.99), n: times.length };
}

async function loading(server, project, items, report) {
  const at = index => items[index % items.length];
  const reads = [
    ['GET of an annotation, browser', index => server.send('GET', `/api/v1/project/${project}/item/${at(index).id}/annotation`, { as: 'browser' })],
    ['GET of an annotation, script', index => server.send('GET', `/services/assets/api/v4/items/${at(index).id}/annotations/download?project_id=${project}&team_id=${server.teamId}`)],
    ['GET of an item with its annotation and all the editor needs', index => server.send('GET', `/api/v1/project/${project}/item/${at(index).id}/editor`, { as: 'browser' })],
  ];
  for (const [figure, make] of reads) {
    await load(make).then(({ rate, p99, n }) => report(`${figure}, ${CONNECTIONS} connections`, rate, 'a second', { wanted: 2000, p99: Math.round(p99), n }));
  }
  const revisions = new Map();
  const revisionOf = async item => (await server.call('GET', `/api/v1/project/${project}/item/${item.id}/annotation`, { as: 'browser' })).revision;
  // Each connection has items of its own, as people have: saves of one item would only meet its revision.
  const saving = await load(async (index, lane) => {
    const item = at(index - lane + ((lane * 7) % CONNECTIONS));
    const revision = revisions.get(item.id) ?? await revisionOf(item);
    const answer = await server.send('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, { as: 'browser', body: { op: crypto.randomUUID(), base: revision, data: documentOf(item.name, revision) } });
    if (answer.status < 300) revisions.set(item.id, JSON.parse(answer.text).revision);
    return answer;
  });
  report(`save of an annotation, ${CONNECTIONS} connections`, saving.rate, 'a second', { wanted: 800, p99: Math.round(saving.p99), n: saving.n });
}
