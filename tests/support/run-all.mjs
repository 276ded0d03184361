// `npm test`: everything that must hold, on a fresh clone too. Plain JavaScript, because packages may not be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../core/shell/server/start.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'));

const results = [];
/** What failed, in the words of the tests: said once more at the end, where it is found in a long output. */
const failures = [];
const reports = join(tmpdir(), `loupe-test-${process.pid}`);
mkdirSync(reports, { recursive: true });

const run = (command, args, env = {}) => spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const has = (...paths) => paths.some(existsSync);

/** One check that is no test runner: counts as one. */
function check(title, command, args) {
  const began = Date.now();
  console.log(`\n── ${title}`);
  const passed = run(command, args);
  results.push({ title, passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, seconds: (Date.now() - began) / 1000 });
}

/** One project of the test runner: counts its tests. */
function tests(title, project, args = []) {
  const began = Date.now();
  const file = join(reports, `${project}.json`);
  console.log(`\n── ${title}`);
  const ok = run('npx', ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args]);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const failed = report?.numFailedTests ?? 0;
  failures.push(...failuresOf(report));
  results.push({
    title,
    passed: report?.numPassedTests ?? 0,
    // A file that does not load has no failed test; the run failed all the same.
    failed: ok ? failed : Math.max(1, failed),
    skipped: report?.numPendingTests ?? 0,
    seconds: (Date.now() - began) / 1000,
  });
}

/** The tests and files of a report that failed, with the beginning of why. */
function failuresOf(report) {
  const shown = message => (message ?? '').split('\n').slice(0, 12).join('\n    ');
  return (report?.testResults ?? []).flatMap(file => {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(each => each.status === 'failed').map(each => `${name} > ${each.fullName}\n    ${shown(each.failureMessages[0])}`);
    return failed.length === 0 && file.status === 'failed' ? [`${name}\n    ${shown(file.message)}`] : failed;
  });
}

/** Debian's packages the tests use; installed when we may, named when we may not. */
function systemPackages() {
  let missing = [
    ...(has('/usr/bin/chromium') ? [] : ['chromium']),
    ...(has('/usr/lib/postgresql/15/bin/initdb', '/usr/lib/postgresql/16/bin/initdb', '/usr/lib/postgresql/17/bin/initdb') ? [] : ['postgresql']),
    ...(has('/usr/bin/radosgw') && has('/usr/bin/ceph-mon') && has('/usr/bin/ceph-osd') && has('/usr/bin/ceph-authtool') ? [] : ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']),
  ];
  if (missing.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && has('/usr/bin/apt-get');
  if (mayInstall) {
    console.log(`Installing ${missing.join(' and ')} …`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], env);
    // One after another: a package that is not to be had here must not keep the others away.
    missing = missing.filter(each => !run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', each], env));
  }
  if (missing.length > 0) console.log(`Missing: ${missing.join(', ')}. Install with: sudo apt-get install ${missing.join(' ')}`);
}

systemPackages();
prepare();
check('type check', 'npx', ['tsc', '-p', '.']);
check('lint', 'npx', ['oxlint', '--quiet']);
tests('unit tests and import rules', 'unit');
tests('component tests', 'dom');
tests('server tests on PGlite and PostgreSQL', 'server');
tests('browser tests on the production build', 'e2e');
tests('browser tests that run alone', 'e2e-alone');

console.log('');
for (const each of failures) console.log(`✗ ${each}\n`);
for (const each of results) console.log(`${each.title.padEnd(44)} ${String(each.passed).padStart(5)} passed ${String(each.failed).padStart(3)} failed ${String(each.skipped).padStart(3)} skipped ${each.seconds.toFixed(0).padStart(5)} s`);
const sum = key => results.reduce((total, each) => total + each[key], 0);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') === 0 ? 0 : 1);
