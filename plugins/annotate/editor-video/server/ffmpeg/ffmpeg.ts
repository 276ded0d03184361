import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';

/** Bytes of address space of a decoder process. */
const MEMORY = 3 * 1024 ** 3;
/** Bytes that it may write into one file. */
const FILE_BYTES = 16 * 1024 ** 3;
/** Characters kept of what it says. */
const SAID = 2_000;

/** One run of ffmpeg. */
export interface FfmpegRun {
  /** The file that is read, as a path of this server. */
  readonly input: string;
  /** The demuxer that reads it, so that no file can pass as a playlist that names others. */
  readonly demuxer: string;
  readonly beforeInput?: readonly string[];
  /** All after the input. */
  readonly args: readonly string[];
  /** Milliseconds after which the process is ended. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Reads what is written to standard output. */
  readonly onOutput?: (output: Readable) => Promise<void>;
  /** Called with each line of the log; with it, the log contains frames as well. */
  readonly onLine?: (line: string) => void;
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
 * The ffmpeg of this machine, where it has one: a process of its own for each run, with bounded memory, time and
 * output, without environment, that opens local files only.
 */
export class Ffmpeg {
  #found: Promise<{ readonly ffmpeg: string; readonly prlimit: string } | undefined> | undefined;

  /** True where ffmpeg, and prlimit to bound it, are installed. */
  async available(): Promise<boolean> {
    return (await this.#find()) !== undefined;
  }

  /** @throws Fault DECODER_UNAVAILABLE, ASSET_UNREADABLE; the reason of `signal` */
  async run({ input, demuxer, beforeInput = [], args, limitMs, signal, onOutput, onLine }: FfmpegRun): Promise<void> {
    const found = await this.#find();
    if (found === undefined) throw decoderUnavailable();
    signal.throwIfAborted();
    const command = [
      `--as=${MEMORY}`,
      `--fsize=${FILE_BYTES}`,
      `--cpu=${Math.ceil((limitMs * 2) / 1000)}`,
      '--core=0',
      '--nofile=64',
      '--',
      found.ffmpeg,
      '-nostdin',
      '-hide_banner',
      '-y',
      '-loglevel',
      onLine === undefined ? 'error' : 'info',
      '-nostats',
      '-protocol_whitelist',
      'file',
      '-threads',
      '2',
      ...beforeInput,
      '-f',
      demuxer,
      '-i',
      input,
      '-protocol_whitelist',
      'file,pipe',
      ...args,
    ];
    const child = spawn(found.prlimit, command, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const end = (): void => void child.kill('SIGKILL');
    limit.addEventListener('abort', end, { once: true });
    let [said, rest] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID);
      const lines = (rest + text).split('\n');
      rest = lines.pop()!.slice(-SAID);
      for (const line of lines) onLine?.(line);
    });
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
        throw new Fault('ASSET_UNREADABLE', `ffmpeg could not decode it: ${lastLine(said)}`, { status: 422 });
    } finally {
      limit.removeEventListener('abort', end);
      end();
    }
  }

  #find(): Promise<{ readonly ffmpeg: string; readonly prlimit: string } | undefined> {
    this.#found ??= Promise.all([inPath('ffmpeg'), inPath('prlimit')]).then(([ffmpeg, prlimit]) =>
      ffmpeg === undefined || prlimit === undefined ? undefined : { ffmpeg, prlimit },
    );
    return this.#found;
  }
}

/** The last line of the log, without the paths of this server. */
const lastLine = (said: string): string =>
  (said.trim().split('\n').at(-1) ?? '').replaceAll(/\/\S+/g, 'the file') || 'it stopped without a reason';

export const decoderUnavailable = (): Fault =>
  new Fault('DECODER_UNAVAILABLE', 'This server has no video decoder. Its operator can install ffmpeg.', {
    status: 503,
  });
