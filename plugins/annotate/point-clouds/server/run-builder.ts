import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Fault } from '#core/base/common/index.ts';
import type { BuildRequest } from './octree/build-cloud.ts';
import { buildCloud } from './octree/build-cloud.ts';

/** Characters kept of what a failed process says. */
const SAID = 2_000;
const UNREADABLE = 2;

/**
 * Builds octrees in a process of its own: it can be ended at any time, and its memory is bounded and freed with it. Run
 * from source, without a build, there is no such file and it runs here.
 * @throws Fault ASSET_UNREADABLE of a file that cannot be read; the reason of `signal`
 */
export async function runBuilder(
  request: BuildRequest,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  signal.throwIfAborted();
  const file = processFile();
  if (file === undefined) {
    await buildCloud(request, onProgress);
    signal.throwIfAborted();
    return;
  }
  // The list of a long sequence is longer than an argument may be.
  const list = `${request.output}-request.json`;
  await writeFile(list, JSON.stringify(request), { mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=256', file, list], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Of the environment nothing is needed, and the decoder must not see secrets.
      env: { MALLOC_ARENA_MAX: '2', TMPDIR: dirname(request.output) },
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-SAID)));
    createInterface({ input: child.stdout }).on('line', line => onProgress(Number(line)));
    const end = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('close', code => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else if (code === UNREADABLE) reject(new Fault('ASSET_UNREADABLE', said, { status: 422 }));
      else reject(new Error(said === '' ? 'the builder stopped' : said));
    });
  });
}

/** The built process lies beside the server's entry; this module may be in a chunk one folder below. */
function processFile(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, 'cloud-builder.js')).find(existsSync);
}
