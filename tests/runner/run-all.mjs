// `npm test`: everything that must hold, on a fresh clone too; `npm run test:long` is the same with every case of every
// matrix. Plain JavaScript, because packages may not be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../core/shell/server/start.mjs';
import { failuresOf, printBudgets, printParts, printSlowest, testsOf, unluckyOf } from './report.mjs';
import { systemPackages } from './system-packages.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'));

const isLong = process.argv.includes('--long');
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
const seed = process.env['LOUPE_TEST_SEED'] ?? (commit.status === 0 ? commit.stdout.trim() : 'local');
const env = { LOUPE_TEST_SEED: seed, ...(isLong ? { LOUPE_TEST_RUN: 'long' } : {}) };
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
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

/** Runs one check that is no test runner; it counts as one test. */
function check(title, command, args) {
  const began = Date.now();
  console.log(`\n── ${title}`);
  const passed = run(command, args);
  if (!passed) failures.push(`${title}\n    Run again: ${command} ${args.join(' ')}`);
  results.push({
    title,
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    skipped: 0,
    seconds: (Date.now() - began) / 1000,
  });
}

/** Runs projects of the test runner and counts their tests; `level` is their column in the table of budgets. */
function tests(title, level, projects) {
  const began = Date.now();
  const file = join(reports, `${projects[0]}.json`);
  console.log(`\n── ${title}`);
  const ok = run('npx', [
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

prepare();
systemPackages();
console.log(`Seed of this run: ${seed}${isLong ? ', every case of every matrix' : ''}`);
check('type check', 'npx', ['tsc', '-p', '.']);
check('lint', 'npx', ['oxlint']);
check('format', 'npx', ['oxfmt', '--check']);
tests('unit tests and import rules', 'unit', ['unit']);
tests('component tests', 'component', ['dom', 'mocked']);
tests('server tests on PGlite and PostgreSQL', 'server', ['server']);
tests('browser tests on the production build', 'browser', ['e2e']);
if (isLong) tests('browser tests that run alone', 'browser', ['e2e-alone']);

printBudgets(timed);
printSlowest(timed);
console.log('');
for (const each of unlucky) console.log(`Passed at the second attempt only: ${each}\n`);
for (const each of failures) console.log(`✗ ${each}\n`);
printParts(results);
rmSync(reports, { recursive: true, force: true });
const sum = key => results.reduce((total, each) => total + each[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') === 0 ? 0 : 1);
