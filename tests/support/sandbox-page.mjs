import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ASSETS = join(ROOT, 'dist/web/assets');

/** Address of the page on the server. */
export const SANDBOX_PAGE = '/assets/sandbox-page.html';

/**
 * Puts a page that has the product's sandboxes beside the built pages, built as they are, so that the real server gives
 * it and its worker the headers that the product's own have. Answers the way to take it back.
 */
export async function addSandboxPage() {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-sandbox-page-'));
  const alias = { '#core': `${ROOT}core`, '#plugins': `${ROOT}plugins`, '#sdk': `${ROOT}sdk` };
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: join(ROOT, 'tests/e2e/sandbox-page/index.html') },
    },
  });
  const name = SANDBOX_PAGE.slice('/assets/'.length);
  await rename(join(folder, 'tests/e2e/sandbox-page/index.html'), join(folder, 'assets', name));
  const there = new Set(await readdir(ASSETS));
  // Files that the product has as well are left to it.
  const made = (await readdir(join(folder, 'assets'))).filter(each => !there.has(each) || each === name);
  for (const each of made) await cp(join(folder, 'assets', each), join(ASSETS, each));
  await rm(folder, { recursive: true });
  return async () => {
    for (const each of made) await rm(join(ASSETS, each), { force: true });
  };
}
