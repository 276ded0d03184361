// `npm start` on a fresh clone: plain JavaScript, because nothing is installed yet. Installs what is missing, builds
// when sources are newer than the build, makes the demo at the first start, and runs the server. `--v8-pool-size=0` in
// package.json lets V8 compile and collect in as many threads as there are processors to spare; four, as it takes by
// itself, keep a small machine from the start.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
process.chdir(root);

/** Newest change in a folder, milliseconds since 1970. */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(path)
      .filter(name => name !== 'node_modules')
      .map(name => newest(join(path, name))),
  );
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages when they are missing or older than their list. */
export function installPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Loupe needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed) || newest('package-lock.json') > newest(installed))
    run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** The command that makes the build, and its arguments. */
export const BUILD = ['npx', ['vite', 'build', '--app', '--logLevel', 'warn']];

/** Returns whether there is a build that is newer than the sources. */
export function isBuilt() {
  const built = newest('dist/server/main.js');
  const sources = ['core', 'plugins', 'sdk', 'vite.config.ts', 'package-lock.json'];
  return built > 0 && sources.every(each => newest(each) <= built);
}

/** Makes sure that packages and build are there. */
export function prepare() {
  installPackages();
  if (!isBuilt()) run(...BUILD);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  prepare();
  await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
}
