import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
import { InstalledProgram } from '#plugins/workspace/items/server/kit/index.ts';

/** Bytes of address space of a decoder process. */
const MEMORY = 3 * 1024 ** 3;
/** Bytes that it may write into one file. */
const FILE_BYTES = 16 * 1024 ** 3;

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
  /** Called when no line follows. */
  readonly onLogEnd?: () => void;
}

/** The ffmpeg of this machine, where it has one. It opens local files only. */
export class Ffmpeg {
  readonly #program = new InstalledProgram('ffmpeg');

  /** True where ffmpeg, and prlimit to bound it, are installed. */
  available(): Promise<boolean> {
    return this.#program.available();
  }

  /** @throws Fault DECODER_UNAVAILABLE, ASSET_UNREADABLE; the reason of `signal` */
  async run({ input, demuxer, beforeInput = [], args, ...run }: FfmpegRun): Promise<void> {
    if (!(await this.available())) throw decoderUnavailable();
    await this.#program.run({
      ...run,
      memory: MEMORY,
      fileBytes: FILE_BYTES,
      args: [
        '-nostdin',
        '-hide_banner',
        '-y',
        '-loglevel',
        run.onLine === undefined ? 'error' : 'info',
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
      ],
    });
  }
}

export const decoderUnavailable = (): Fault =>
  new Fault('DECODER_UNAVAILABLE', 'This server has no video decoder. Its operator can install ffmpeg.', {
    status: 503,
  });
