import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import type { Site, Visit } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ASSETS = join(ROOT, 'dist/web/assets');
const PAGE = 'sandbox-page.html';

/**
 * Puts a page that has the product's sandboxes beside the built pages for the tests of a file, built as they are, so that the real server gives it and its
 * worker the headers that the product's own have. It goes when the tests end.
 */
export function sandboxPage(): void {
  let made: readonly string[] = [];
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loupe-sandbox-page-'));
    const alias = { '#core': `${ROOT}core`, '#plugins': `${ROOT}plugins`, '#sdk': `${ROOT}sdk` };
    await build({
      root: ROOT, configFile: false, logLevel: 'error', publicDir: false, resolve: { alias }, worker: { format: 'es' },
      build: { outDir: folder, emptyOutDir: true, target: 'es2023', rolldownOptions: { input: join(ROOT, 'tests/e2e/sandbox-page/index.html') } },
    });
    await rename(join(folder, 'tests/e2e/sandbox-page/index.html'), join(folder, 'assets', PAGE));
    const there = new Set(await readdir(ASSETS));
    // Files that the product has as well are left to it.
    made = (await readdir(join(folder, 'assets'))).filter(each => !there.has(each) || each === PAGE);
    for (const each of made) await cp(join(folder, 'assets', each), join(ASSETS, each));
    await rm(folder, { recursive: true });
  }, 60_000);
  afterAll(async () => {
    for (const each of made) await rm(join(ASSETS, each), { force: true });
  });
}

/** A window with that page, in which everything that a guest says on the console, or a policy says of it, is meant. */
export async function openSandboxPage(site: Site): Promise<Visit> {
  const visit = await site.visit();
  visit.allow(/./);
  await visit.page.goto(`/assets/${PAGE}`);
  await visit.page.waitForFunction(() => 'sandboxBench' in window);
  return visit;
}

/** Compiles files; `main.ts` is the entry. */
export function bundle(page: Page, files: Readonly<Record<string, string>>, guard = true): ReturnType<Window['sandboxBench']['bundle']> {
  return page.evaluate(([own, guarded]) => window.sandboxBench.bundle({
    entry: 'main.ts', files: own, modules: { '@loupe/sdk/form': { 'index.ts': 'export { send } from "./send.ts";', 'send.ts': 'declare const transport: { send(message: object): void };\nexport const send = (message: object): void => transport.send(message);' } },
    ...(guarded ? { guard: { milliseconds: 2000 } } : {}),
  }), [files, guard] as const);
}
