// `loupe plugin new` without the build of the product: it only writes sources, which would make a build out of date.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
await runnerImport(join(here, 'plugin-tool-main.ts'), {
  root,
  resolve: { alias: { '#core': join(root, 'core') } },
  logLevel: 'error',
});
