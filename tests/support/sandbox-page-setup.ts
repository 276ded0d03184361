import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addSandboxPage } from './sandbox-page.mjs';

/**
 * Set-up of the browser tests: the page with the product's sandboxes is there as long as the run, as several files at a
 * time need it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Without a build the tests themselves say what to do.
  return existsSync(fileURLToPath(new URL('../../dist/web/assets', import.meta.url))) ? addSandboxPage() : undefined;
}
