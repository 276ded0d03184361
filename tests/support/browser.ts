import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { artifact } from './artifacts.ts';
import type { BuiltServer, ServerPlace } from './built-server.ts';
import { freePort, runBuiltCommand, startBuiltServer } from './built-server.ts';
import { fromTemplate } from './site-templates.ts';

const CHROMIUM = process.env['LOUPE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
/** Keeps the browser from connecting ahead of time. */
const QUIET = '--disable-background-networking';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', QUIET, '--disable-component-update', '--disable-sync', '--allow-loopback-in-peer-connection'];

/** The password of every account tests make. */
export const PASSWORD = 'correct horse battery';

/** A browser window with one page, and what went wrong on it. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, page errors and policy violations that the test says are meant, e.g. while the network is cut. */
  allow(pattern: RegExp): void;
  /** One more tab in the same window, watched as well. */
  tab(): Promise<Page>;
}

/** The production build with a browser before it. */
export interface Site {
  readonly url: string;
  readonly place: ServerPlace;
  readonly server: BuiltServer;
  /** A new window, watched: the test fails when anything goes wrong on its pages. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** A new window of a person who is signed in; leads to `path`. */
  signedIn(email: string, path?: string, options?: BrowserContextOptions): Promise<Visit>;
  /** Stops the server and starts it anew on the same data. */
  restart(): Promise<void>;
}

/** An account made before the server starts. */
export interface Account {
  readonly email: string;
  readonly name: string;
  readonly admin?: boolean;
  readonly organization?: string;
  readonly team?: string;
}

/** True where the browser tests can run. */
export const canBrowse = existsSync(CHROMIUM);

/**
 * Starts the built server on an empty data folder and a browser, for the tests of a file; `settings` are more of its configuration, a
 * `speculative` browser connects ahead of time, as those of people do, and `product` is the folder of another copy that was built:
 *
 *     const site = openSite([{ email: 'olive@north.test', name: 'Olive North', team: 'North' }]);
 *     it('…', async () => { const { page } = await site().signedIn('olive@north.test'); … });
 */
export function openSite(accounts: readonly Account[] | 'demo', settings: Readonly<Record<string, string>> = {}, speculative = false, product?: string): () => Site {
  let site: Site | undefined;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    [site, close] = await open(accounts, settings, speculative, product);
  }, 180_000);
  afterAll(async () => close?.(), 60_000);
  return () => {
    if (site === undefined) throw new Error('The site is not open.');
    return site;
  };
}

async function open(accounts: readonly Account[] | 'demo', settings: Readonly<Record<string, string>>, speculative: boolean, product: string | undefined): Promise<readonly [Site, () => Promise<void>]> {
  if (!canBrowse) throw new Error(`No browser at ${CHROMIUM}. Install it (apt-get install chromium) or name one in LOUPE_TEST_CHROMIUM.`);
  const folder = await mkdtemp(join(tmpdir(), 'loupe-e2e-'));
  const place: ServerPlace = { dataDir: folder, port: await freePort(), settings, ...(product === undefined ? {} : { product }) };
  await begin(folder, accounts === 'demo' ? [] : accounts);
  let server = await startBuiltServer(place);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.filter(each => !speculative || each !== QUIET), ...(speculative ? { ignoreDefaultArgs: [QUIET] } : {}) });
  const site: Site = {
    url: server.url,
    place,
    get server() {
      return server;
    },
    visit: options => visit(browser, server.url, options),
    async signedIn(email, path = '/', options = {}) {
      const made = await visit(browser, server.url, options);
      await signIn(made.page, email, path);
      return made;
    },
    async restart() {
      await server.stop();
      server = await startBuiltServer(place);
    },
  };
  return [site, async () => {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }];
}

/** A migrated database with the accounts, made before the server starts: it would make the demo otherwise. */
async function begin(folder: string, accounts: readonly Account[]): Promise<void> {
  const templates = inject('siteTemplates');
  const empty = (to: string): Promise<void> => fromTemplate(templates, 'empty', to, dataDir => runBuiltCommand<void>({ dataDir, port: 0 }, ['migrate']));
  await fromTemplate(templates, JSON.stringify(accounts), folder, async dataDir => {
    await empty(dataDir);
    for (const { email, name, admin, organization, team } of accounts) {
      await runBuiltCommand({ dataDir, port: 0 }, [
        'user', 'create', '--email', email, '--name', name, '--password', PASSWORD,
        ...(admin === true ? ['--admin'] : []), ...(organization === undefined ? [] : ['--organization', organization]), ...(team === undefined ? [] : ['--team', team]),
      ]);
    }
  });
}

/** Signs in as a person does, on the page that asks for it. */
export async function signIn(page: Page, email: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(email.endsWith('@loupe.local') ? 'loupe-demo-1' : PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').waitFor({ state: 'detached' });
}

async function visit(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(15_000);
  const faults: string[] = [];
  const allowed: RegExp[] = [];
  await context.exposeBinding('loupeTestViolation', (_, text: string) => void faults.push(`policy: ${text}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => (globalThis as unknown as { loupeTestViolation(text: string): void }).loupeTestViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
  });
  context.on('page', page => {
    page.on('console', message => {
      if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', error => faults.push(`page: ${error.stack ?? error.message}`));
  });
  onTestFinished(async ({ task }) => {
    const found = faults.filter(each => !allowed.some(pattern => pattern.test(each)));
    if (found.length > 0 || task.result?.state === 'fail') await shoot(context, task.name);
    await context.close();
    if (found.length > 0) throw new Error(`On the page:\n${[...new Set(found)].join('\n')}`);
  });
  const page = await context.newPage();
  return { context, page, allow: pattern => void allowed.push(pattern), tab: () => context.newPage() };
}

async function shoot(context: BrowserContext, name: string): Promise<void> {
  for (const [index, page] of context.pages().entries()) await page.screenshot({ path: artifact(`failed ${name} ${index}.png`) }).catch(() => undefined);
}
