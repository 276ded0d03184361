import type { Page } from 'playwright-core';
import type { Site, Visit } from '../support/browser.ts';
import { SANDBOX_PAGE } from '../support/sandbox-page.mjs';

/**
 * A window with the page that has the product's sandboxes, in which all messages of a guest on the console, or of a
 * policy about it, are expected.
 */
export async function openSandboxPage(site: Site): Promise<Visit> {
  const visit = await site.visit();
  visit.allow(/./);
  await visit.page.goto(SANDBOX_PAGE);
  await visit.page.waitForFunction(() => 'sandboxBench' in window);
  return visit;
}

/**
 * Builds, by the text of their files: the compiler of a page takes seconds to start, and sandboxes of each kind run the
 * same code.
 */
const made = new Map<string, Awaited<ReturnType<Window['sandboxBench']['bundle']>>>();

/** Compiles files, the same ones once; `main.ts` is the entry. */
export async function bundle(
  page: Page,
  files: Readonly<Record<string, string>>,
  guard = true,
): ReturnType<Window['sandboxBench']['bundle']> {
  const key = JSON.stringify([files, guard]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const result = await page.evaluate(
    ([own, guarded]) =>
      window.sandboxBench.bundle({
        entry: 'main.ts',
        files: own,
        modules: {
          '@loupe/sdk/form': {
            'index.ts': 'export { send } from "./send.ts";',
            'send.ts':
              'declare const transport: { send(message: object): void };\nexport const send = (message: object): void => transport.send(message);',
          },
        },
        ...(guarded ? { guard: { milliseconds: 2000 } } : {}),
      }),
    [files, guard] as const,
  );
  made.set(key, result);
  return result;
}
