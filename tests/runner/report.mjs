// Reads what the test runner wrote about a part of a run, and prints the tables at its end.
import { relative } from 'node:path';
import { areaOf } from './areas.mjs';
import { BUDGETS, EXCEPTIONS, RUN_WARNING_SECONDS } from './budgets.mjs';

const nameOf = file => relative(process.cwd(), file.name);
const shown = message => (message ?? '').split('\n').slice(0, 12).join('\n    ');

/**
 * Returns the tests and files of a report that failed, each with the beginning of the reason and the command that
 * repeats it alone.
 */
export function failuresOf(report, project, settings) {
  const again = (file, title) =>
    `    Run again: ${settings}npx vitest run --project ${project} ${file}${title === undefined ? '' : ` -t '${title.replaceAll("'", "'\\''")}'`}`;
  return (report?.testResults ?? []).flatMap(file => {
    const name = nameOf(file);
    const failed = file.assertionResults
      .filter(each => each.status === 'failed')
      .map(
        each =>
          `${name} > ${each.fullName}\n    ${each.failureMessages.map(shown).join('\n    At the next attempt: ')}\n${again(name, each.fullName)}`,
      );
    return failed.length === 0 && file.status === 'failed'
      ? [`${name}\n    ${shown(file.message)}\n${again(name)}`]
      : failed;
  });
}

/**
 * Returns the tests of a report that failed first and passed when they were repeated, each with the beginning of the
 * reason.
 */
export function unluckyOf(report) {
  return (report?.testResults ?? []).flatMap(file =>
    file.assertionResults
      .filter(each => each.status === 'passed' && each.failureMessages.length > 0)
      .map(each => `${nameOf(file)} > ${each.fullName}\n    ${shown(each.failureMessages[0])}`),
  );
}

/** Returns every test of a report with its file, level and seconds. */
export function testsOf(report, level) {
  return (report?.testResults ?? []).flatMap(file => {
    const path = nameOf(file);
    const tests = file.assertionResults.map(each => ({
      path,
      level,
      title: each.fullName,
      seconds: (each.duration ?? 0) / 1000,
    }));
    // Set-up of a file belongs to no test: opening databases, servers and browsers.
    const setUp = (file.endTime - file.startTime) / 1000 - tests.reduce((sum, each) => sum + each.seconds, 0);
    return setUp > 0.1 ? [...tests, { path, level, title: '(set-up of the file)', seconds: setUp }] : tests;
  });
}

/** Prints the twenty slowest tests. */
export function printSlowest(tests) {
  console.log('\nSlowest tests');
  for (const each of tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20))
    console.log(`${each.seconds.toFixed(1).padStart(7)} s  ${each.path} > ${each.title}`);
}

/** Prints the seconds of each part of the product at each level, most first, and marks what passes its budget. */
export function printBudgets(tests) {
  const levels = Object.keys(BUDGETS);
  const areas = new Map();
  for (const { path, level, seconds } of tests) {
    const sums = areas.get(areaOf(path)) ?? {};
    sums[level] = (sums[level] ?? 0) + seconds;
    areas.set(areaOf(path), sums);
  }
  const total = sums => Object.values(sums).reduce((sum, each) => sum + each, 0);
  console.log(
    `\n${'Seconds of test time'.padEnd(30)}${levels.map(each => each.padStart(12)).join('')}   (! over budget)`,
  );
  for (const [area, sums] of [...areas].sort(([, one], [, other]) => total(other) - total(one))) {
    const cells = levels.map(level => {
      const over = (sums[level] ?? 0) > (EXCEPTIONS[area]?.[level] ?? BUDGETS[level]);
      return `${sums[level] === undefined ? '' : sums[level].toFixed(1)}${over ? ' !' : ''}`.padStart(12);
    });
    console.log(`${area.padEnd(30)}${cells.join('')}`);
  }
}

/**
 * Prints a row for each part of the run, some of which run side by side, and a warning where the `seconds` of all of it
 * are more than they should be.
 */
export function printParts(results, seconds) {
  for (const each of results)
    console.log(
      `${each.title.padEnd(44)} ${String(each.passed).padStart(5)} passed ${String(each.failed).padStart(3)} failed ${String(each.skipped).padStart(3)} skipped ${each.seconds.toFixed(0).padStart(5)} s`,
    );
  console.log(`${'all parts'.padEnd(78)} ${seconds.toFixed(0).padStart(5)} s`);
  if (seconds > RUN_WARNING_SECONDS)
    console.log(
      `Warning: the run took ${Math.round(seconds / 60)} minutes. Above ${RUN_WARNING_SECONDS / 60} minutes, find out which tests of the tables above can be proven more cheaply.`,
    );
}
