// `npm test`: everything that must hold, on a fresh clone too; `npm run test:long` is the same with every case of every
// matrix. Plain JavaScript, because packages may not be installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../core/shell/server/start.mjs';
import { beginBuild, beginChecks } from './checks.mjs';
import { failuresOf, printBudgets, printParts, printSlowest, testsOf, unluckyOf } from './report.mjs';
import { systemPackages } from './system-packages.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'));

const isLong = process.argv.includes('--long');
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
const seed = process.env['LOUPE_TEST_SEED'] ?? (commit.status === 0 ? commit.stdout.trim() : 'local');
const env = { LOUPE_TEST_SEED: seed, ...(isLong ? { LOUPE_TEST_RUN: 'long' } : {}) };
/** Larger pages for what programs allocate, where glibc is: first touches of small ones cost a tenth of the run. */
const memory = { GLIBC_TUNABLES: process.env['GLIBC_TUNABLES'] ?? 'glibc.malloc.hugetlb=1' };
const childEnv = { ...memory, ...env };
const settings = Object.entries(env)
  .map(([name, value]) => `${name}=${value} `)
  .join('');

const results = [];
const failures = [];
const unlucky = [];
const timed = [];
const reports = join(tmpdir(), `loupe-test-${process.pid}`);
mkdirSync(reports, { recursive: true });

const run = (command, args) =>
  new Promise(resolve =>
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...childEnv } }).once('close', code =>
      resolve(code === 0),
    ),
  );

/** Runs projects of the test runner and counts their tests; `level` is their column in the table of budgets. */
async function tests(title, level, projects) {
  const began = Date.now();
  const file = join(reports, `${projects[0]}.json`);
  console.log(`\n── ${title}`);
  const ok = await run('npx', [
    'vitest',
    'run',
    ...projects.flatMap(each => ['--project', each]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const failed = report?.numFailedTests ?? 0;
  failures.push(...failuresOf(report, projects[0], settings));
  unlucky.push(...unluckyOf(report));
  timed.push(...testsOf(report, level));
  results.push({
    title,
    passed: report?.numPassedTests ?? 0,
    // A file that does not load has no failed test; the run failed all the same.
    failed: ok ? failed : Math.max(1, failed),
    skipped: report?.numPendingTests ?? 0,
    seconds: (Date.now() - began) / 1000,
  });
}

installPackages();
systemPackages();
console.log(`Seed of this run: ${seed}${isLong ? ', every case of every matrix' : ''}`);
const began = Date.now();
const checks = [...beginBuild(childEnv), ...beginChecks(childEnv)];
await tests('unit tests and import rules', 'unit', ['unit']);
await tests('component tests', 'component', ['dom', 'mocked']);
for (const finished of checks) {
  const { title, command, args, passed, seconds } = await finished();
  if (!passed) failures.push(`${title}\n    Run again: ${command} ${args.join(' ')}`);
  results.push({ title, passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, seconds });
}
await tests('server tests on PGlite and PostgreSQL', 'server', ['server']);
await tests('browser tests on the production build', 'browser', ['e2e']);
if (isLong) await tests('browser tests that run alone', 'browser', ['e2e-alone']);

printBudgets(timed);
printSlowest(timed);
console.log('');
for (const each of unlucky) console.log(`Passed at the second attempt only: ${each}\n`);
for (const each of failures) console.log(`✗ ${each}\n`);
printParts(results, (Date.now() - began) / 1000);
rmSync(reports, { recursive: true, force: true });
const sum = key => results.reduce((total, each) => total + each[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') === 0 ? 0 : 1);
