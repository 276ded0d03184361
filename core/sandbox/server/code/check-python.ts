import { z } from 'zod';
import checker from './check-python.py?raw';
import { codeInvalid } from './code-problem.ts';
import { CodeSandbox } from './code-sandbox.ts';
import { pythonProblem } from './guest-start.ts';
import type { CodeFile } from './own-files.ts';

const MAIN_FILE = 'main.py';
const MEMORY_MB = 128;
const TIME_MS = 10_000;

const found = z.array(z.object({ file: z.string(), line: z.int(), column: z.int(), message: z.string() }));

/**
 * Compiles Python without running it, in a sandbox as it runs in. Where Python cannot run, nothing is checked.
 * @throws Fault CODE_INVALID (422): `details.problems` has the files and lines; SANDBOX_FAILED
 */
export async function checkPython(source: string, files: readonly CodeFile[] = []): Promise<void> {
  if ((await pythonProblem()) !== undefined) return;
  const sources = [{ name: MAIN_FILE, text: source }, ...files.filter(each => each.name.endsWith('.py'))];
  const sandbox = await CodeSandbox.open({
    language: 'python',
    scripts: [{ name: 'check-python.py', text: checker }],
    memoryMb: MEMORY_MB,
    timeMs: TIME_MS,
    host: {},
  });
  try {
    const outcome = await sandbox.call(sources);
    // The compiler itself gave up, such as on code that is nested too deeply.
    if ('fault' in outcome)
      throw codeInvalid(
        [{ file: MAIN_FILE, line: 1, column: 1, message: `Python can’t compile the code. ${outcome.fault.message}` }],
        files.length > 0,
      );
    const [first, ...others] = found.parse(outcome.result);
    if (first !== undefined) throw codeInvalid([first, ...others], files.length > 0);
  } finally {
    sandbox.close();
  }
}
