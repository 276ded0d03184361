// `npm run test:changed [-- --since REVISION] [--unit]`: the tests that a change can break, by the import graph and by
// plugin folder. The change is what differs from REVISION (HEAD by default), with files git does not track yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../core/shell/server/start.mjs';
import { BROWSER_AREAS, browserArea, pluginOf } from './areas.mjs';
import { beginBuild, beginChecks } from './checks.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'));

const { argv } = process;
const since = argv.includes('--since') ? argv[argv.indexOf('--since') + 1] : 'HEAD';
const git = (...args) =>
  spawnSync('git', args, { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(each => each !== '');

/** Returns the test files below a folder, except in packages. */
function testFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile() && each.name.endsWith('.test.ts'))
    .map(each => join(each.parentPath, each.name));
}

/** Returns the folder of a plugin, which lies in one of the groups. */
function folderOf(id) {
  const group = readdirSync('plugins').find(each => existsSync(join('plugins', each, id)));
  return join('plugins', group, id);
}

/** Returns the server tests of changed plugins: those in their folders, and others that import them. */
function serverTests(changed, plugins) {
  const own = plugins.flatMap(each => testFiles(folderOf(each))).filter(each => each.includes('/server/'));
  const names = new RegExp(`#plugins/[^/]+/(${plugins.join('|')})/`);
  const importing =
    plugins.length === 0
      ? []
      : [...testFiles('tests/conformance/wire'), ...testFiles('tests/conformance/server')].filter(each =>
          names.test(readFileSync(each, 'utf8')),
        );
  const core = [
    ...new Set(
      changed.map(each => /^core\/[^/]+\/(?=server|common)/.exec(each)?.[0]).filter(each => each !== undefined),
    ),
  ].flatMap(folder => testFiles(join(folder, 'server')));
  const themselves = changed.filter(
    each =>
      each.endsWith('.test.ts') && (each.includes('/server/') || /^tests\/(conformance\/wire|durability)\//.test(each)),
  );
  return [...new Set([...own, ...importing, ...core, ...themselves])];
}

/** Returns the browser tests whose screens belong to changed plugins, or that changed themselves. */
function browserTests(changed, plugins) {
  const isTouched = path => plugins.some(each => BROWSER_AREAS[browserArea(path)]?.includes(each));
  const core = changed.some(each => /^(core|sdk)\/.*\/web\//.test(each)) ? ['tests/e2e/journey.test.ts'] : [];
  return [
    ...new Set([
      ...testFiles('tests/e2e').filter(
        path => browserArea(path) !== undefined && (isTouched(path) || changed.includes(path)),
      ),
      ...core,
    ]),
  ];
}

const changed = [
  ...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]),
].filter(existsSync);
const sources = changed.filter(each => /\.(ts|tsx|css|mjs)$/.test(each));
if (sources.length === 0) {
  console.log(`No source file differs from ${since}.`);
  process.exit(0);
}
const plugins = [...new Set(sources.map(pluginOf).filter(each => each !== undefined))];
console.log(`${sources.length} changed files${plugins.length === 0 ? '' : ` in ${plugins.join(', ')}`}`);

let passed = true;
/** Runs tests, beside what was begun; compiled modules are kept from one run to the next. */
const tests = async (title, args) => {
  console.log(`\n── ${title}`);
  const child = spawn('npx', ['vitest', ...args, '--experimental.fsModuleCache'], { stdio: 'inherit' });
  passed = (await new Promise(resolve => child.once('close', code => resolve(code === 0)))) && passed;
};
const isUnitOnly = argv.includes('--unit');
const server = isUnitOnly ? [] : serverTests(sources, plugins);
const browser = isUnitOnly ? [] : browserTests(sources, plugins);
installPackages();
const checks = isUnitOnly ? [] : [...(browser.length === 0 ? [] : beginBuild()), ...beginChecks()];
const levels = ['unit', 'dom', 'mocked'].flatMap(each => ['--project', each]);
await tests('unit and component tests', ['related', '--run', '--passWithNoTests', ...levels, ...sources]);
for (const finished of checks) passed = (await finished()).passed && passed;
if (server.length > 0) await tests(`server tests (${server.length} files)`, ['run', '--project', 'server', ...server]);
if (browser.length > 0)
  await tests(`browser tests (${browser.length} files)`, [
    'run',
    ...['e2e', 'e2e-alone'].flatMap(each => ['--project', each]),
    ...browser,
  ]);
process.exit(passed ? 0 : 1);
