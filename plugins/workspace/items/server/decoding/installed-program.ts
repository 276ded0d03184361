import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';

/** Characters kept of what a program says. */
const SAID = 2_000;

/** One run of a program. */
export interface ProgramRun {
  readonly args: readonly string[];
  /** Bytes of address space. */
  readonly memory: number;
  /** Bytes that it may write into one file. */
  readonly fileBytes: number;
  /** Milliseconds after which the process is ended. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Folder of its temporary files. */
  readonly temporary?: string;
  /** Reads what is written to standard output. */
  readonly onOutput?: (output: Readable) => Promise<void>;
  /** Called with each line of the log. */
  readonly onLine?: (line: string) => void;
  /** Called when no line follows. */
  readonly onLogEnd?: () => void;
}

async function inPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name);
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
}

/**
 * A program of this machine that decodes files, where it has it: a process of its own for each run, with bounded
 * memory, time and output, without environment.
 */
export class InstalledProgram {
  #found: Promise<{ readonly program: string; readonly prlimit: string } | undefined> | undefined;

  /** @param name as in the path */
  constructor(private readonly name: string) {}

  /** True where it, and prlimit to bound it, are installed. */
  async available(): Promise<boolean> {
    return (await this.#find()) !== undefined;
  }

  /**
   * @throws Fault ASSET_UNREADABLE when it fails or takes too long, DECODER_UNAVAILABLE where it is not installed; the
   *   reason of the signal
   */
  async run({ args, memory, fileBytes, limitMs, signal, temporary, onOutput, ...log }: ProgramRun): Promise<void> {
    const found = await this.#find();
    if (found === undefined)
      throw new Fault('DECODER_UNAVAILABLE', `${this.name} is not installed on this server.`, { status: 503 });
    signal.throwIfAborted();
    const limits = [
      `--as=${memory}`,
      `--fsize=${fileBytes}`,
      `--cpu=${Math.ceil((limitMs * 2) / 1000)}`,
      '--core=0',
      '--nofile=64',
    ];
    const child = spawn(found.prlimit, [...limits, '--', found.program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: temporary === undefined ? {} : { TMPDIR: temporary },
    });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const end = (): void => void child.kill('SIGKILL');
    limit.addEventListener('abort', end, { once: true });
    let [said, rest] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID);
      const lines = (rest + text).split('\n');
      rest = lines.pop()!.slice(-SAID);
      for (const line of lines) log.onLine?.(line);
    });
    child.stderr.on('close', () => log.onLogEnd?.());
    const closed = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    try {
      const reading = onOutput?.(child.stdout) ?? Promise.resolve(void child.stdout.resume());
      // Who stops reading ends the process, which would wait for ever.
      const [code] = await Promise.all([
        closed,
        reading.catch((error: unknown) => {
          end();
          throw error;
        }),
      ]);
      signal.throwIfAborted();
      if (limit.aborted)
        throw new Fault('ASSET_UNREADABLE', `decoding took more than ${limitMs / 1000} seconds`, { status: 422 });
      if (code !== 0)
        throw new Fault('ASSET_UNREADABLE', `${this.name} could not decode it: ${lastLine(said)}`, { status: 422 });
    } finally {
      limit.removeEventListener('abort', end);
      end();
    }
  }

  #find(): Promise<{ readonly program: string; readonly prlimit: string } | undefined> {
    this.#found ??= Promise.all([inPath(this.name), inPath('prlimit')]).then(([program, prlimit]) =>
      program === undefined || prlimit === undefined ? undefined : { program, prlimit },
    );
    return this.#found;
  }
}

/** The last line of the log, without the paths of this server. */
const lastLine = (said: string): string =>
  (said.trim().split('\n').at(-1) ?? '').replaceAll(/\/\S+/g, 'the file') || 'it stopped without a reason';
