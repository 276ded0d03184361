import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { artifact } from './artifacts.ts';

/** A browser window with one page, and what went wrong on it. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, page errors and policy violations that the test expects, e.g. while the network is cut. */
  allow(pattern: RegExp): void;
  /** One more tab in the same window, watched as well. */
  tab(): Promise<Page>;
}

const SIZE = { width: 1440, height: 900 } as const;
/** Motion is off: what a test looks at does not move, and nothing is drawn in between. */
const BASIC: BrowserContextOptions = {
  viewport: SIZE,
  acceptDownloads: true,
  reducedMotion: 'reduce',
  // Routes of a test see no request that a service worker answers.
  serviceWorkers: 'block',
};
/** Changes of a window that cannot be undone: one where it was called is not used again. */
const LASTING = {
  context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'route', 'routeWebSocket'],
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket'],
} as const;

/** One window over its tests. */
interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  faults: string[];
  /** A test did something to it that lasts. */
  spent: boolean;
  /** The signed-in person, when the application may stay open for their next visit. */
  stays?: { readonly person: string; readonly cookies: string };
}

/** An address that no page of the application has. */
const NOWHERE = '/nowhere';

/**
 * The windows of one site. A test gets one as if it were new: signed out, with empty stores and on an empty page. It
 * may have been another test's before, since a browser that already has the application's code spends half as much on a
 * page.
 */
export class Windows {
  readonly #free: Window[] = [];
  readonly #used = new WeakMap<BrowserContext, Window>();
  /** Screenshots of failed tests so far, by which their files differ. */
  #shots = 0;

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  /**
   * A window for the running test, watched: the test fails when anything goes wrong on its pages. One with `options` is
   * made for it.
   */
  async open(options?: BrowserContextOptions): Promise<Visit> {
    const own = options !== undefined && Object.keys(options).length > 0;
    return this.#visit((own ? undefined : await this.#fresh()) ?? (await this.#make(options)), own);
  }

  /**
   * The window in which the application stayed open for a person (see {@link stay}), led to `path` by the application
   * itself; undefined when there is none.
   */
  async resume(person: string, path: string): Promise<Visit | undefined> {
    const at = this.#free.findIndex(each => each.stays?.person === person);
    if (at < 0) return undefined;
    const [window] = this.#free.splice(at, 1);
    const visit = this.#visit(window!, false);
    await lead(visit.page, path);
    return visit;
  }

  /**
   * Lets the application stay open for the next visit of the person who has just signed in: at the end of the test it
   * is led to an empty page instead of being closed, as long as it is the same session and still answers. `undefined`:
   * closed as ever.
   */
  async stay({ context }: Visit, person: string | undefined): Promise<void> {
    const window = this.#used.get(context)!;
    if (person === undefined) delete window.stays;
    else window.stays = { person, cookies: await cookiesOf(context) };
  }

  #visit(window: Window, own: boolean): Visit {
    const { context, page } = window;
    this.#used.set(context, window);
    const allowed: RegExp[] = [];
    onTestFinished(async ({ task }) => {
      const found = window.faults.filter(each => !allowed.some(pattern => pattern.test(each)));
      const failed = found.length > 0 || task.result?.state === 'fail';
      if (failed) await this.#shoot(context, task.name);
      const kept = !own && !failed && !window.spent && ((await this.#leave(window)) || (await this.#empty(window)));
      if (kept) this.#free.push(window);
      else await context.close();
      if (found.length > 0) throw new Error(`On the page:\n${[...new Set(found)].join('\n')}`);
    });
    return { context, page, allow: pattern => void allowed.push(pattern), tab: () => context.newPage() };
  }

  /** Keeps a screenshot of each page of a window, and prints their contents. */
  async #shoot(context: BrowserContext, name: string): Promise<void> {
    for (const page of context.pages()) {
      const number = this.#shots++;
      await page.screenshot({ path: artifact(`failed ${name} ${number}.png`) }).catch(() => undefined);
      const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
      console.error(`Page ${number} of “${name}”: ${page.url()}\n${shown.slice(0, 6_000)}`);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(each => each.context.close()));
  }

  async #make(options: BrowserContextOptions = {}): Promise<Window> {
    const context = await this.browser.newContext({ baseURL: this.url, ...BASIC, ...options });
    context.setDefaultTimeout(60_000);
    await context.exposeBinding('loupeTestViolation', (_, text: string) => void window.faults.push(`policy: ${text}`));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', event =>
        (globalThis as unknown as { loupeTestViolation(text: string): void }).loupeTestViolation(
          `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        ),
      );
    });
    context.on('page', page => watch(page, text => window.faults.push(text)));
    const page = await context.newPage();
    const window: Window = { context, page, faults: [], spent: false };
    spendBy(context, LASTING.context, window);
    spendBy(page, LASTING.page, window);
    return window;
  }

  /** A window as good as new; undefined when none is free. */
  async #fresh(): Promise<Window | undefined> {
    for (let window = this.#free.pop(); window !== undefined; window = this.#free.pop()) {
      if (window.stays === undefined || (await this.#empty(window))) return window;
      await window.context.close();
    }
    return undefined;
  }

  /**
   * Leads the application of a window where it {@link stay}s to an empty page. False when it must not stay, is not
   * there or does not go.
   */
  async #leave(window: Window): Promise<boolean> {
    const { context, page, stays } = window;
    if (stays === undefined || stays.cookies !== (await cookiesOf(context))) return false;
    try {
      await this.#calm(window);
      if (!page.url().startsWith(`${this.url}/`) || (await page.locator('#root header').count()) === 0) return false;
      await lead(page, NOWHERE);
      await page.getByText('There is no page at this address.').waitFor({ timeout: 3_000 });
      await page.evaluate(() => {
        for (const each of document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')) each.click();
      });
      if ((await page.getByRole('dialog').count()) > 0) return false;
      return this.#settled(window);
    } catch {
      return false;
    }
  }

  /** Makes a window as good as new. False when it cannot, e.g. because its page is gone or hangs. */
  async #empty(window: Window): Promise<boolean> {
    const { context, page } = window;
    delete window.stays;
    try {
      await this.#calm(window);
      // A page of the same origin without scripts: what the application does as it goes has happened when the stores
      // are emptied.
      await page.goto('/ready', { timeout: 5_000 });
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        await Promise.all(
          (await indexedDB.databases()).map(
            ({ name }) =>
              new Promise<void>((resolve, reject) => {
                const request = indexedDB.deleteDatabase(name!);
                request.onsuccess = () => resolve();
                request.onblocked = request.onerror = () => reject(new Error(`The database ${name} is still open.`));
              }),
          ),
        );
      });
      await context.clearCookies();
      return this.#settled(window);
    } catch {
      return false;
    }
  }

  /** Ends what a test did to a window from outside. */
  async #calm({ context, page }: Window): Promise<void> {
    for (const each of context.pages()) if (each !== page) await each.close();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    await page.setViewportSize(SIZE);
    await page.emulateMedia({
      colorScheme: null,
      reducedMotion: 'reduce',
      media: null,
      forcedColors: null,
      contrast: null,
    });
    await page.mouse.move(0, 0);
  }

  #settled(window: Window): true {
    window.faults = [];
    watch(window.page, text => window.faults.push(text));
    return true;
  }
}

/** Has the application that is open on a page go to another of its addresses, as the browser's buttons do. */
export async function lead(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(undefined, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function cookiesOf(context: BrowserContext): Promise<string> {
  return (await context.cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join();
}

function watch(page: Page, fault: (text: string) => void): void {
  page.on('console', message => {
    if (message.type() === 'error') fault(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', error => fault(`page: ${error.stack ?? error.message}`));
}

/** Marks a window as spent when one of these methods is called. */
function spendBy<T extends object>(target: T, names: readonly (keyof T & string)[], window: Window): void {
  for (const name of names) {
    const original = target[name] as (...args: unknown[]) => unknown;
    Object.assign(target, {
      [name](...args: unknown[]) {
        window.spent = true;
        return original.apply(target, args);
      },
    });
  }
}
