import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds code for Node as the server is delivered, into a folder that is emptied first. */
export async function buildForNode(outDir, rolldownOptions) {
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: config.resolve,
    oxc: config.oxc,
    publicDir: false,
    build: { ssr: true, outDir, emptyOutDir: true, target: 'node20', rolldownOptions },
  });
}

/** Builds one module of a benchmark, by its path in the repository, and imports it. */
export async function importBuilt(path, outDir) {
  await buildForNode(outDir, { input: root + path });
  return import(`${outDir}/${basename(path, '.ts')}.js`);
}
