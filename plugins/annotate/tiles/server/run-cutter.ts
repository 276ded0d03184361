import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CutRequest } from './tile-cutter.ts';
import { cutTiles } from './tile-cutter.ts';

/** Characters kept of what a failed process says. */
const SAID = 2_000;

/**
 * Cuts an image in a process of its own: it can be ended at any time, and what a hostile file does to the decoder ends
 * with it. Run from source, without a build, there is no such file and it runs here. Rejects with the decoder's
 * message, or with the reason of `signal`.
 */
export async function runCutter(request: CutRequest, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const file = processFile();
  if (file === undefined) {
    await cutTiles(request);
    signal.throwIfAborted();
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=128', file, JSON.stringify(request)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Of the environment nothing is needed, and the decoder must not see secrets.
      env: { MALLOC_ARENA_MAX: '2', TMPDIR: dirname(request.output) },
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-SAID)));
    const end = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('close', code => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(new Error(said === '' ? 'the decoder stopped' : said));
    });
  });
}

/** The built process lies beside the server's entry; this module may be in a chunk one folder below. */
function processFile(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, 'tile-cutter.js')).find(existsSync);
}
