import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
/** What the page is ready with. */
const READY = 'a[href="/t/1/projects/new"]';
const PERSON = ['owner@bench.test', 'correct horse battery'];

/** Writes plugins with both halves, a page, a command, a menu entry and a call each. */
async function writePlugins(folder, count) {
  for (let index = 0; index < count; index++) {
    const id = `made-${index}`;
    await mkdir(join(folder, id), { recursive: true });
    const manifest = { id, title: `Made ${index}`, description: 'Made for a measurement.', routes: { page: { path: `/t/:teamId/${id}`, title: `Made ${index}`, access: 'team-member' } }, commands: { run: { title: `Run ${index}`, access: 'team-member' } }, menus: { main: ['page'] } };
    await writeFile(join(folder, id, 'plugin.json'), JSON.stringify({ sdk: 1, version: '1.0.0', manifest, server: 'server.js', web: 'web.js' }));
    await writeFile(join(folder, id, 'server.js'), `export default loupe => { const { z } = loupe.module('@loupe/sdk/plugin'); return { activate({ implement }) { implement({ service: 'main', operations: { call: { method: 'GET', path: '/api/v1/${id}', summary: 'Call', access: 'team-member', reply: z.object({ id: z.string() }) } } }, { call: () => ({ id: '${id}' }) }); } }; };\n`);
    await writeFile(join(folder, id, 'web.js'), `export default loupe => { const { createElement } = loupe.module('react'); return { activate({ page, command }) { page('page', async () => ({ default: () => createElement('p', null, '${id}') })); command('run', () => undefined); } }; };\n`);
  }
}

async function freePort() {
  const server = createServer();
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

function spawnServer(file, args, env) {
  const child = spawn(process.execPath, [join(root, 'dist/server', file), ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env } });
  return { child, ended: new Promise(resolve => child.once('close', resolve)) };
}

/** Starts the delivered server; answers it and the milliseconds until it answered. */
async function start(dataDir, plugins) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const { child, ended } = spawnServer('main.js', [], { DATA_DIR: dataDir, PORT: String(port), ...(plugins === undefined ? {} : { PLUGINS_DIR: plugins }) });
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok === true) break;
    if (child.exitCode !== null) throw new Error('The server ended.');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  const milliseconds = performance.now() - began;
  return { url, milliseconds, async stop() { child.kill('SIGTERM'); await ended; } };
}

/** Keeps when the page was ready: what it is ready with stands there, is painted, and the page has nothing to do. Milliseconds since the address was opened. */
function keepReadyTime(selector) {
  if (window !== top) return;
  const look = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    look.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.readyAt = performance.now(); }));
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
 * Milliseconds from the address to a page that can be worked with, in a browser whose files are kept; the processor is slowed. The page itself takes the time, and is asked for it
 * seldom: what a tool does in the page to look for an element would be counted four times.
 */
async function open(browser, url, rounds) {
  const page = await openPlainPage(browser, await signIn(browser, url));
  const load = async () => {
    await page.goto('about:blank');
    await page.goto(`${url}/t/1/projects`);
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, 200));
      const time = await page.evaluate('globalThis.readyAt');
      if (time !== undefined) return time;
    }
  };
  await page.prepare(keepReadyTime, READY);
  await load();
  await page.slow(SLOWER);
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(await load());
  await page.close();
  return times;
}

/** Bytes after gzip of all that the page needs before its first screen: the entry and what it imports at once, with styles. */
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

/** Start of server and page, alone and with 200 plugins from outside; needs `npm run build`. */
export async function run(args) {
  const figures = new Figures('start');
  const rounds = args.includes('--quick') ? 3 : 7;
  figures.print('shell, gzip', (await shellBytes()) / 1024, 'kB', { bar: 350 });
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-start-'));
  const browser = await launchChromium();
  try {
    const plugins = join(folder, 'plugins');
    await writePlugins(plugins, PLUGINS);
    const dataDir = join(folder, 'data');
    const made = spawnServer('command.js', ['user', 'create', '--email', PERSON[0], '--name', 'Olive Owner', '--password', PERSON[1], '--team', 'Bench'], { DATA_DIR: dataDir });
    if ((await made.ended) !== 0) throw new Error('The account was not made.');
    const times = { plain: [], many: [] };
    // Taken in turns, so that what else the machine does falls on both.
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['plain', 'many']) {
        const server = await start(dataDir, kind === 'many' ? plugins : undefined);
        times[kind].push(server.milliseconds);
        await server.stop();
      }
    }
    const pages = { plain: [], many: [] };
    for (const kind of ['plain', 'many', 'many', 'plain']) {
      const server = await start(dataDir, kind === 'many' ? plugins : undefined);
      pages[kind].push(...await open(browser, server.url, rounds));
      await server.stop();
    }
    const growth = ({ plain, many }) => (percentile(many, 0.5) / percentile(plain, 0.5) - 1) * 100;
    figures.print('server ready', percentile(times.plain, 0.5), 'ms');
    figures.print(`server ready with ${PLUGINS} plugins`, percentile(times.many, 0.5), 'ms');
    figures.print('growth of the server’s start', growth(times), '%', { bar: 10 });
    figures.print(`page to work with, processor ${SLOWER} times slower`, percentile(pages.plain, 0.5), 'ms', { bar: 1500 });
    figures.print(`the same with ${PLUGINS} plugins`, percentile(pages.many, 0.5), 'ms');
    figures.print('growth of the page’s start', growth(pages), '%', { bar: 10 });
    return figures.held;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
