import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { Fault } from '#core/base/common/index.ts';
import { InstalledProgram } from '#plugins/workspace/items/server/kit/index.ts';
import { TILE_QUALITY } from '../../common/pyramid.ts';
import { demandSize, unreadableImage } from '../image-facts.ts';
import type { CutRequest } from '../tile-cutter.ts';
import { slideFacts } from './slide-facts.ts';
import type { SlideFacts } from './slide-facts.ts';

/** Bytes of address space of a reader. */
const MEMORY = 3 * 1024 ** 3;
/** Bytes of one file that it may write. */
const FILE_BYTES = 64 * 1024 * 1024;
/** Milliseconds in which a header is read, and a slide is cut. */
const HEADER_MS = 60_000;
const CUT_MS = 6 * 3_600_000;

/**
 * Reads whole-slide images with the programs `vips` and `vipsheader` of this machine, where they are installed and can
 * read slides through OpenSlide.
 */
export class SlideReader {
  readonly #vips = new InstalledProgram('vips');
  readonly #header = new InstalledProgram('vipsheader');

  /** @throws Fault ASSET_UNREADABLE, TOO_LARGE, naming the file; DECODER_UNAVAILABLE */
  async facts(path: string, name: string, signal: AbortSignal): Promise<SlideFacts> {
    if (!(await this.#vips.available()) || !(await this.#header.available())) throw readerUnavailable(name);
    let said = '';
    try {
      await this.#header.run({
        args: ['-a', path],
        memory: MEMORY,
        fileBytes: 0,
        limitMs: HEADER_MS,
        signal,
        onOutput: async output => {
          said = await text(output);
        },
      });
    } catch (error) {
      signal.throwIfAborted();
      throw unreadableImage(name, error);
    }
    const facts = slideFacts(said);
    // Another loader of vips would read it as an ordinary image, or as something it should not be.
    if (facts === undefined)
      throw new Fault('ASSET_UNREADABLE', `${name} is no whole-slide image that OpenSlide can read.`, { status: 422 });
    demandSize(name, facts);
    return facts;
  }

  /**
   * Cuts a slide as {@link cutTiles} cuts an image. Rejects with the message of the program, or the reason of the
   * signal.
   */
  async cut({ input, output, tileSize }: Omit<CutRequest, 'turned' | 'dicom'>, signal: AbortSignal): Promise<void> {
    await this.#vips.run({
      args: [
        '--vips-concurrency=1',
        'dzsave',
        input,
        output,
        '--layout=dz',
        '--depth=onetile',
        `--tile-size=${tileSize}`,
        '--overlap=0',
        `--suffix=.jpeg[Q=${TILE_QUALITY},strip]`,
        '--background=255',
      ],
      memory: MEMORY,
      fileBytes: FILE_BYTES,
      limitMs: CUT_MS,
      temporary: dirname(output),
      signal,
    });
  }
}

const readerUnavailable = (name: string): Fault =>
  new Fault(
    'DECODER_UNAVAILABLE',
    `${name} is a whole-slide image, and this server has no reader for them. Its operator can install vips with OpenSlide.`,
    { status: 503 },
  );
