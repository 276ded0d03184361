import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { artifact } from './artifacts.ts';

/** A browser window with one page, and what went wrong on it. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, page errors and policy violations that the test says are meant, e.g. while the network is cut. */
  allow(pattern: RegExp): void;
  /** One more tab in the same window, watched as well. */
  tab(): Promise<Page>;
}

const SIZE = { width: 1440, height: 900 } as const;
/** Motion is off: what a test looks at stands still, and nothing is drawn in between. */
const BASIC: BrowserContextOptions = { viewport: SIZE, acceptDownloads: true, reducedMotion: 'reduce' };
/** What cannot be taken back from a window: one where it was called is not used again. */
const LASTING = { context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'route', 'routeWebSocket'], page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket'] } as const;

/** One window over its tests. */
interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  faults: string[];
  /** A test did something to it that lasts. */
  spent: boolean;
}

/**
 * The windows of one site. A test gets one as if it were new: signed out, with empty stores and on an empty page. It may have been another
 * test's before, since a browser that already has the application's code spends half as much on a page.
 */
export class Windows {
  readonly #free: Window[] = [];

  constructor(private readonly browser: Browser, private readonly url: string) {}

  /** A window for the running test, watched: the test fails when anything goes wrong on its pages. One with `options` is made for it. */
  async open(options?: BrowserContextOptions): Promise<Visit> {
    const own = options !== undefined && Object.keys(options).length > 0;
    const window = (own ? undefined : this.#free.pop()) ?? await this.#make(options);
    const { context, page } = window;
    const allowed: RegExp[] = [];
    onTestFinished(async ({ task }) => {
      const found = window.faults.filter(each => !allowed.some(pattern => pattern.test(each)));
      const failed = found.length > 0 || task.result?.state === 'fail';
      if (failed) await shoot(context, task.name);
      const kept = !own && !failed && !window.spent && await this.#empty(window).then(() => true, () => false);
      if (kept) this.#free.push(window);
      else await context.close();
      if (found.length > 0) throw new Error(`On the page:\n${[...new Set(found)].join('\n')}`);
    });
    return { context, page, allow: pattern => void allowed.push(pattern), tab: () => context.newPage() };
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(each => each.context.close()));
  }

  async #make(options: BrowserContextOptions = {}): Promise<Window> {
    const context = await this.browser.newContext({ baseURL: this.url, ...BASIC, ...options });
    context.setDefaultTimeout(15_000);
    await context.exposeBinding('loupeTestViolation', (_, text: string) => void window.faults.push(`policy: ${text}`));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', event => (globalThis as unknown as { loupeTestViolation(text: string): void }).loupeTestViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
    });
    context.on('page', page => watch(page, text => window.faults.push(text)));
    const page = await context.newPage();
    const window: Window = { context, page, faults: [], spent: false };
    spendBy(context, LASTING.context, window);
    spendBy(page, LASTING.page, window);
    return window;
  }

  /** Makes a window as good as new. Fails when it cannot, e.g. because its page is gone or hangs. */
  async #empty(window: Window): Promise<void> {
    const { context, page } = window;
    for (const each of context.pages()) if (each !== page) await each.close();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    // A page of the same origin without scripts: what the application does as it goes has happened when the stores are emptied.
    await page.goto('/ready', { timeout: 5_000 });
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      await Promise.all((await indexedDB.databases()).map(({ name }) => new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name!);
        request.onsuccess = () => resolve();
        request.onblocked = request.onerror = () => reject(new Error(`The database ${name} is still open.`));
      })));
    });
    await context.clearCookies();
    await page.setViewportSize(SIZE);
    await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce', media: null, forcedColors: null, contrast: null });
    await page.mouse.move(0, 0);
    window.faults = [];
    watch(page, text => window.faults.push(text));
  }
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
    Object.assign(target, { [name](...args: unknown[]) {
      window.spent = true;
      return original.apply(target, args);
    } });
  }
}

async function shoot(context: BrowserContext, name: string): Promise<void> {
  for (const [index, page] of context.pages().entries()) await page.screenshot({ path: artifact(`failed ${name} ${index}.png`) }).catch(() => undefined);
}
