import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Fault } from '#core/base/common/index.ts';

/** Characters kept of what a failed process writes. */
const MOST_OUTPUT = 2_000;

/** Exit code of a decoder whose file cannot be read, with the reason on the error stream. */
const UNREADABLE = 2;

interface DecoderRun {
  /** The argument of the process. */
  readonly argument: string;
  /** Most memory of its heap, in MB. */
  readonly memory: number;
  /** Folder of its own temporary files. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Receives each line of its output. */
  readonly onLine?: (line: string) => void;
}

/**
 * Returns the file of a decoder's process, undefined where the server runs from source. The built process lies beside
 * the server's entry; this module may be in a chunk one folder below.
 */
export function decoderFile(name: string): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, `${name}.js`)).find(existsSync);
}

/**
 * Runs a decoder in a process of its own: it can be ended at any time, its memory is bounded and freed with it, and
 * what a hostile file does to the decoder ends with it.
 * @throws Fault ASSET_UNREADABLE of a file that cannot be read; Error with the message of the decoder; the reason of
 *   the signal
 */
export async function runDecoder(
  file: string,
  { argument, memory, folder, signal, onLine }: DecoderRun,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, file, argument], {
      stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'pipe'],
      // Of the environment nothing is needed, and the decoder must not see secrets.
      env: { MALLOC_ARENA_MAX: '2', TMPDIR: folder },
    });
    let output = '';
    child.stderr!.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-MOST_OUTPUT)));
    if (onLine !== undefined) createInterface({ input: child.stdout! }).on('line', onLine);
    const end = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('close', code => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else if (code === UNREADABLE) reject(new Fault('ASSET_UNREADABLE', output, { status: 422 }));
      else reject(new Error(output === '' ? 'the decoder stopped' : output));
    });
  });
}
