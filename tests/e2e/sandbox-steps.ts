import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Site, Visit } from '../support/browser.ts';
import { addSandboxPage, SANDBOX_PAGE } from '../support/sandbox-page.mjs';

/** Adds the page that has the product's sandboxes to the built ones, for the tests of a file. */
export function sandboxPage(): void {
  let remove: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    remove = await addSandboxPage();
  }, 60_000);
  afterAll(() => remove?.());
}

/** A window with that page, in which everything that a guest says on the console, or a policy says of it, is meant. */
export async function openSandboxPage(site: Site): Promise<Visit> {
  const visit = await site.visit();
  visit.allow(/./);
  await visit.page.goto(SANDBOX_PAGE);
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
