import { spawn } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launchChromium } from '../support/chromium.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { openPlainPage } from '../support/plain-page.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SLOWER = 4;
const PLUGINS = 200;
/** Element that shows that the page is ready. */
const READY = 'a[href="/t/1/projects/new"]';
const PERSON = ['owner@bench.test', 'correct horse battery'];

/** Writes plugins with both halves, a page, a command, a menu entry and a call each. */
async function writePlugins(folder, count) {
  for (let index = 0; index < count; index++) {
    const id = `made-${index}`;
    await mkdir(join(folder, id), { recursive: true });
    const manifest = {
      id,
      title: `Made ${index}`,
      description: 'Made for a measurement.',
      routes: { page: { path: `/t/:teamId/${id}`, title: `Made ${index}`, access: 'team-member' } },
      commands: { run: { title: `Run ${index}`, access: 'team-member' } },
      menus: { main: ['page'] },
    };
    await writeFile(
      join(folder, id, 'plugin.json'),
      JSON.stringify({ sdk: 1, version: '1.0.0', manifest, server: 'server.js', web: 'web.js' }),
    );
    await writeFile(
      join(folder, id, 'server.js'),
      `export default loupe => { const { z } = loupe.module('@loupe/sdk/plugin'); return { activate({ implement }) { implement({ service: 'main', operations: { call: { method: 'GET', path: '/api/v1/${id}', summary: 'Call', access: 'team-member', reply: z.object({ id: z.string() }) } } }, { call: () => ({ id: '${id}' }) }); } }; };\n`,
    );
    await writeFile(
      join(folder, id, 'web.js'),
      `export default loupe => { const { createElement } = loupe.module('react'); return { activate({ page, command }) { page('page', async () => ({ default: () => createElement('p', null, '${id}') })); command('run', () => undefined); } }; };\n`,
    );
  }
}

async function freePort() {
  const server = createServer();
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Arguments that `npm start` gives to node before its file. */
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const NODE_OPTIONS = scripts.start.split(' ').filter(word => word.startsWith('--'));

function spawnServer(file, args, env) {
  const child = spawn(process.execPath, [...NODE_OPTIONS, join(root, 'dist/server', file), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  return { child, ended: new Promise(resolve => child.once('close', resolve)) };
}

/** Starts the delivered server; answers it and the milliseconds until it answered. */
async function start(dataDir, plugins) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const { child, ended } = spawnServer('main.js', [], {
    DATA_DIR: dataDir,
    PORT: String(port),
    ...(plugins === undefined ? {} : { PLUGINS_DIR: plugins }),
  });
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok === true) break;
    if (child.exitCode !== null) throw new Error('The server ended.');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  const milliseconds = performance.now() - began;
  return {
    url,
    milliseconds,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Keeps when the page was ready: its first content is painted, and the page has nothing to do. Milliseconds since the
 * address was opened.
 */
function keepReadyTime(selector) {
  if (window !== top) return;
  const look = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    look.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        globalThis.readyAt = performance.now();
      }),
    );
  });
  look.observe(document, { childList: true, subtree: true });
}

/** Signs in; answers the cookies. */
async function signIn(browser, url) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/t/1/projects');
  await page.getByLabel('E-mail').fill(PERSON[0]);
  await page.getByRole('textbox', { name: 'Password' }).fill(PERSON[1]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator(READY).first().waitFor();
  const { cookies } = await context.storageState();
  await context.close();
  return cookies.map(({ expires, ...cookie }) => cookie);
}

/**
 * A page that is opened again and again, in a browser whose files are kept; `load` answers the milliseconds from the
 * address to a page that can be worked with, the processor slowed. The page itself takes the time, and is asked for it
 * seldom: what a tool does in the page to look for an element would be counted four times.
 */
async function preparePage(browser, url) {
  const page = await openPlainPage(browser, await signIn(browser, url));
  await page.prepare(keepReadyTime, READY);
  const open = async () => {
    await page.goto(`${url}/t/1/projects`);
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, 200));
      const time = await page.evaluate('globalThis.readyAt');
      if (time !== undefined) return time;
    }
  };
  const leave = () => page.goto('about:blank');
  await open();
  await leave();
  return {
    async load() {
      await page.slow(SLOWER);
      const time = await open();
      // What it does after it is ready is not for the time of the other one.
      await leave();
      await page.slow(1);
      return time;
    },
    close: () => page.close(),
  };
}

/**
 * Bytes after gzip of all that the page needs before its first screen: the entry and what it imports at once, with
 * styles.
 */
async function shellBytes() {
  const manifest = JSON.parse(await readFile(join(root, 'dist/web/.vite/manifest.json'), 'utf8'));
  const entry = Object.keys(manifest).find(key => key.endsWith('core/shell/web/index.html'));
  const files = new Set();
  const take = key => {
    const { file, imports = [], css = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    for (const each of css) files.add(each);
    for (const each of imports) take(each);
  };
  take(entry);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(root, 'dist/web', file)), { level: 9 }).length;
  return bytes;
}

const KINDS = ['plain', 'many'];

/**
 * Measures both kinds in pairs, the first of which changes: what else the machine does, and how its speed drifts, falls
 * on both.
 */
async function inTurns(rounds, measure) {
  const times = { plain: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) times[kind].push(await measure(kind));
  }
  return times;
}

/** Median of how much longer the second of each pair took, percent. */
const growth = ({ plain, many }) =>
  (percentile(
    many.map((each, index) => each / plain[index]),
    0.5,
  ) -
    1) *
  100;

/** Start of server and page, alone and with 200 plugins from outside; needs `npm run build`. */
export async function run(args) {
  const figures = new Figures('start');
  const rounds = args.includes('--quick') ? 5 : 21;
  figures.print('shell, gzip', (await shellBytes()) / 1024, 'kB', { bar: 350 });
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-start-'));
  const browser = await launchChromium();
  try {
    const plugins = join(folder, 'plugins');
    await writePlugins(plugins, PLUGINS);
    const dataDir = join(folder, 'data');
    const made = spawnServer(
      'command.js',
      ['user', 'create', '--email', PERSON[0], '--name', 'Olive Owner', '--password', PERSON[1], '--team', 'Bench'],
      { DATA_DIR: dataDir },
    );
    if ((await made.ended) !== 0) throw new Error('The account was not made.');
    const folders = { plain: undefined, many: plugins };
    const times = await inTurns(rounds, async kind => {
      const server = await start(dataDir, folders[kind]);
      await server.stop();
      return server.milliseconds;
    });
    const places = { plain: dataDir, many: join(folder, 'copy') };
    // A stopped database leaves its socket behind, which is no file to copy.
    await cp(places.plain, places.many, { recursive: true, filter: async path => !(await lstat(path)).isSocket() });
    const servers = {},
      pages = {};
    for (const kind of KINDS) {
      servers[kind] = await start(places[kind], folders[kind]);
      pages[kind] = await preparePage(browser, servers[kind].url);
    }
    const opened = await inTurns(rounds, kind => pages[kind].load());
    for (const kind of KINDS) {
      await pages[kind].close();
      await servers[kind].stop();
    }
    figures.print('server ready', percentile(times.plain, 0.5), 'ms', { quarter: percentile(times.plain, 0.25) });
    figures.print(`server ready with ${PLUGINS} plugins`, percentile(times.many, 0.5), 'ms', {
      quarter: percentile(times.many, 0.25),
    });
    figures.print('growth of the server’s start', growth(times), '%', { bar: 10 });
    figures.print(`page to work with, processor ${SLOWER} times slower`, percentile(opened.plain, 0.5), 'ms', {
      bar: 1500,
      quarter: percentile(opened.plain, 0.25),
    });
    figures.print(`the same with ${PLUGINS} plugins`, percentile(opened.many, 0.5), 'ms', {
      quarter: percentile(opened.many, 0.25),
    });
    figures.print('growth of the page’s start', growth(opened), '%', { bar: 10 });
    return figures.held;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
