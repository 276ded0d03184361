import type { BundleResult } from '#core/sandbox/web/index.ts';
import { openCompiler } from '../support/compiler.ts';
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

/** Compiles files with the product's compiler, in this process; `main.ts` is the entry. */
export async function bundle(files: Readonly<Record<string, string>>): Promise<BundleResult> {
  return (await openCompiler()).bundle({
    entry: 'main.ts',
    files,
    modules: {
      '@loupe/sdk/form': {
        'index.ts': 'export { send } from "./send.ts";',
        'send.ts':
          'declare const transport: { send(message: object): void };\nexport const send = (message: object): void => transport.send(message);',
      },
    },
    guard: { milliseconds: 2000 },
  });
}
