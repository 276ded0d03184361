// Checks that are no tests: they run beside the tests that need no build, since neither keeps two processors busy.
import { spawn } from 'node:child_process';
import { BUILD, isBuilt } from '../../core/shell/server/start.mjs';

/** The compiler collects its memory less often, which saves a sixth of the processor time of a type check. */
const COLLECTING = { GOGC: '400' };

/** @typedef {{ title: string, command: string, args: string[], passed: boolean, seconds: number }} Checked */

/**
 * Begins a check. The returned function waits for it, prints what it wrote and returns how it ended.
 * @returns {() => Promise<Checked>}
 */
function begin(title, env, command, args) {
  const began = Date.now();
  const child = spawn(command, args, { env: { ...COLLECTING, ...process.env, ...env } });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk));
  const ended = new Promise(resolve =>
    child.once('close', code => resolve({ passed: code === 0, seconds: (Date.now() - began) / 1000 })),
  );
  return async () => {
    const end = await ended;
    console.log(`\n── ${title}\n${Buffer.concat(output)}`);
    return { title, command, args, ...end };
  };
}

/** Begins the build, where there is none that is newer than the sources. */
export const beginBuild = (env = {}) => (isBuilt() ? [] : [begin('production build', env, ...BUILD)]);

/** Begins the checks of types, lint and format. */
export const beginChecks = (env = {}) => [
  // Each checker works out shared types for itself.
  begin('type check', env, 'npx', ['tsc', '-p', '.', '--checkers', '1']),
  begin('lint', env, 'npx', ['oxlint']),
  begin('format', env, 'npx', ['oxfmt', '--check']),
];
