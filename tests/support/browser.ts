import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { BuiltServer, ServerPlace } from './built-server.ts';
import { freePort, startBuiltServer } from './built-server.ts';
import { launch } from './chromium.ts';
import { SiteClient } from './site-client.ts';
import { keepUntilEnd } from './kept-sites.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { runOnServer } from './running-server.ts';
import type { Visit } from './windows.ts';
import { Windows } from './windows.ts';

export type { Visit } from './windows.ts';

/** The password of every account tests make. */
export const PASSWORD = 'correct horse battery';

/** The production build with a browser before it. */
export interface Site {
  readonly url: string;
  readonly place: ServerPlace;
  readonly server: BuiltServer;
  /** The first account's team. */
  readonly teamId: number;
  /** The team of an account. */
  teamOf(email: string): number;
  /** The API as one of the accounts. */
  client(email: string): Promise<SiteClient>;
  /** A window of nobody, watched: the test fails when anything goes wrong on its pages. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** A window of a person who is signed in; leads to `path`. */
  signedIn(email: string, path?: string, options?: BrowserContextOptions): Promise<Visit>;
  /** Signs somebody in who has a window already, without the page that asks for it. */
  admit(visit: Visit, email: string): Promise<void>;
  /** Stops the server and starts it again on the same data. Only a site of a file's own does. */
  restart(): Promise<void>;
}

/** An account of a site; its organization has the name of the team when none is given. */
export interface Account {
  readonly email: string;
  readonly name: string;
  readonly admin?: boolean;
  readonly organization?: string;
  readonly team?: string;
}

/** Options of tests that share pages. */
export interface SharedSite {
  /**
   * True when the application stays open between the tests of the file: a person's next visit goes on in the window of
   * the last one, led there by the application itself. That spends a third of a new page. Not for files that change
   * what the application reads as it starts (plugins, apps, rights, settings that it remembers).
   */
  readonly stays?: boolean;
  /** True when the file has a browser of its own, which connects ahead of time as those of people do. */
  readonly speculative?: boolean;
}

/** Options of a site of a file's own. */
export interface OwnSite extends SharedSite {
  /** More of the server's configuration, by the names of the page Configuration. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of another copy of the product, which was built. */
  readonly product?: string;
}

/** A server and its browser, before there are accounts. */
interface Running {
  readonly place: ServerPlace;
  /** Its database on PostgreSQL, where it has one. */
  readonly database: PostgresDatabase | undefined;
  readonly browser: Browser;
  readonly windows: Windows;
  server: BuiltServer;
}

/**
 * Opens organizations of their own for the tests of a file, on the server and in the browser that all files of a worker
 * share. Their e-mail addresses must be of no other file:
 *
 *     const OLIVE = 'olive@people-groups.test';
 *     const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }]);
 *     it('…', async () => { const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/projects`); … });
 */
export function openSite(
  accounts: readonly Account[],
  { stays = false, speculative = false }: SharedSite = {},
): () => Site {
  return siteOf(async () => {
    shared ??= startShared();
    const running = speculative ? await withSpeculativeBrowser(await shared) : await shared;
    // The same team in other files must be of another organization.
    const mark = randomBytes(3).toString('hex');
    return [
      await siteOn(
        running,
        accounts.map(each =>
          each.team === undefined ? each : { ...each, organization: `${each.organization ?? each.team} ${mark}` },
        ),
        stays,
      ),
      async () => {
        if (speculative) await running.browser.close();
      },
    ];
  });
}

/**
 * Opens a server and a browser for one test file: with its own settings, for tests of the entire installation. With
 * `empty` it has no organization.
 */
export function openOwnSite(accounts: readonly Account[] | 'empty', options: OwnSite = {}): () => Site {
  return siteOf(async () => {
    const empty = accounts === 'empty';
    const settings = { ...options.settings, ...(empty ? { DEMO: 'false' } : {}) };
    const running = await start({ ...options, settings, keep: false, empty });
    const close = async (): Promise<void> => {
      await running.browser.close();
      await running.server.stop();
      await running.database?.drop();
      await rm(running.place.dataDir, { recursive: true, force: true });
    };
    const site = await siteOn(running, empty ? [] : accounts, options.stays).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    return [site, close];
  });
}

async function withSpeculativeBrowser(running: Running): Promise<Running> {
  const browser = await launch(true);
  return { ...running, browser, windows: new Windows(browser, running.server.url) };
}

/**
 * The server and browser of this worker. It works with PostgreSQL where there is one, which spends a third of the
 * processor time of the embedded database; sites of a file's own have the embedded one, unless they begin empty.
 */
let shared: Promise<Running> | undefined;

/** Allows hosts that tests run, and a folder for integrations: INTEGRATION_FOLDERS of the site's settings. */
async function startShared(): Promise<Running> {
  const folder = await mkdtemp(join(dirname(inject('keptSites')), 'integrations-'));
  return start({
    keep: true,
    empty: false,
    settings: { EGRESS_ALLOW: 'localhost,127.0.0.1', INTEGRATION_FOLDERS: folder },
  });
}

function siteOf(open: () => Promise<readonly [Site, () => Promise<void>]>): () => Site {
  let site: Site | undefined;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    [site, close] = await open();
  }, 180_000);
  afterAll(async () => close?.(), 60_000);
  return () => {
    if (site === undefined) throw new Error('The site is not open.');
    return site;
  };
}

async function start({
  settings = {},
  product,
  keep,
  empty,
}: OwnSite & { readonly keep: boolean; readonly empty: boolean }): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-e2e-'));
  // An empty one makes all its tables first, which takes the embedded database seven times as long.
  const begun = keep || empty ? inject('begunOnPostgres') : undefined;
  const database =
    begun === undefined ? undefined : await createPostgresDatabase(begun.server, empty ? undefined : begun.template);
  const place: ServerPlace = {
    dataDir: folder,
    port: await freePort(),
    settings,
    ...(database === undefined ? {} : { databaseUrl: database.url }),
    ...(product === undefined ? {} : { product }),
  };
  const [server, browser] = await Promise.all([
    (empty ? Promise.resolve() : cp(begun?.folder ?? inject('begunSite'), folder, { recursive: true })).then(() =>
      startBuiltServer(place),
    ),
    launch(false),
  ]);
  if (keep) await keepUntilEnd(inject('keptSites'), server.pid, place);
  return { place, database, browser, windows: new Windows(browser, server.url), server };
}

async function siteOn(running: Running, accounts: readonly Account[], stays = false): Promise<Site> {
  const teams = new Map<string, number>();
  for (const each of accounts) {
    const made = await makeAccount(running.place, each);
    if (made.team_id !== undefined) teams.set(each.email, made.team_id);
  }
  const { place, windows } = running;
  const { url } = running.server;
  const clients = new Map<string, Promise<SiteClient>>();
  const admit = async (visit: Visit, email: string): Promise<void> => {
    const response = await fetch(`${url}/services/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'loupe-auth' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const [name, value] = (response.headers.get('set-cookie') ?? '').split(';')[0]!.split('=');
    if (name === undefined || value === undefined)
      throw new Error(`Signing in as ${email} was answered ${response.status} ${await response.text()}`);
    await visit.context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
    await windows.stay(visit, undefined);
  };
  const site: Site = {
    url,
    place,
    admit,
    get server() {
      return running.server;
    },
    get teamId() {
      return [...teams.values()][0] ?? 1;
    },
    teamOf: email => teams.get(email) ?? site.teamId,
    client(email) {
      const made = clients.get(email) ?? SiteClient.open(url, email, PASSWORD, site.teamOf(email));
      clients.set(email, made);
      return made;
    },
    visit: options => windows.open(options),
    async signedIn(email, path = '/', options) {
      const open = stays && options === undefined ? await windows.resume(email, path) : undefined;
      if (open !== undefined) return open;
      const visit = await windows.open(options);
      await admit(visit, email);
      if (stays && options === undefined) await windows.stay(visit, email);
      await visit.page.goto(path);
      return visit;
    },
    async restart() {
      await running.server.stop();
      running.server = await startBuiltServer(place);
    },
  };
  return site;
}

/** Makes an account on the running server. */
function makeAccount(
  place: ServerPlace,
  { email, name, admin, organization, team }: Account,
): Promise<{ readonly team_id?: number }> {
  return runOnServer(place, [
    'user',
    'create',
    '--email',
    email,
    '--name',
    name,
    '--password',
    PASSWORD,
    ...(admin === true ? ['--admin'] : []),
    ...(organization === undefined ? [] : ['--organization', organization]),
    ...(team === undefined ? [] : ['--team', team]),
  ]);
}

/** Signs in as a person does, on the page that asks for it. */
export async function signIn(page: Page, email: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').waitFor({ state: 'detached' });
}
