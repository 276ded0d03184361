import { inject } from 'inversify';
import type { IncomingFiles } from '#core/data/server/index.ts';
import { IncomingToken } from '#core/kernel/server/index.ts';
import { extensionOf, isSlideName, mediaTypeOfFile, sniffMediaType } from '#plugins/workspace/items/common/index.ts';
import type { ReceivedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { firstBytes } from '#plugins/workspace/items/server/kit/index.ts';
import { badSlide, dicomSlide } from '../dicom/dicom-slide.ts';
import { runCutter } from '../run-cutter.ts';
import type { SlideFacts } from './slide-facts.ts';
import { SlideReader } from './slide-reader.ts';
import { withSlideArchive } from './unpacked-slide.ts';

/** Bytes that say what a file is: DICOM has its mark behind a preamble. */
const HEAD = 132;

/** A slide that was measured. */
export interface MeasuredSlide {
  readonly facts: SlideFacts;
  /** Cuts it into the tiles `OUTPUT_files/LEVEL/COLUMN_ROW.jpeg`. Rejects with the reader's message. */
  cut(output: string, tileSize: number, signal: AbortSignal): Promise<void>;
}

/** Opens whole-slide images: files of scanners, DICOM, and archives of slides that have several files. */
export class Slides {
  constructor(
    @inject(SlideReader) private readonly reader: SlideReader,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
  ) {}

  /**
   * Calls `work` with the slide in a file; undefined of a file that is none.
   * @throws Fault ASSET_UNREADABLE, TOO_LARGE, ARCHIVE_REFUSED, STORAGE_FULL, DECODER_UNAVAILABLE, naming the file
   */
  async with<T>(
    { path, name }: ReceivedFile,
    signal: AbortSignal,
    work: (slide: MeasuredSlide) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    if (isSlideName(name)) return { result: await work(await this.#ofScanner(path, name, signal)) };
    const head = await firstBytes(path, HEAD);
    if (mediaTypeOfFile(name, head) === 'application/dicom') return { result: await work(await ofDicom(path, name)) };
    if (extensionOf(name) !== 'zip' && sniffMediaType(head) !== 'application/zip') return undefined;
    return withSlideArchive({ path, name }, this.incoming, signal, async ({ kind, main }) =>
      work(kind === 'dicom' ? await ofDicom(main, name) : await this.#ofScanner(main, name, signal)),
    );
  }

  async #ofScanner(path: string, name: string, signal: AbortSignal): Promise<MeasuredSlide> {
    return {
      facts: await this.reader.facts(path, name, signal),
      cut: (output, tileSize, until) => this.reader.cut({ input: path, output, tileSize }, until),
    };
  }
}

async function ofDicom(path: string, name: string): Promise<MeasuredSlide> {
  const facts = await dicomSlide(path, name);
  if (facts === undefined) throw badSlide(name, 'is no whole-slide image, or only the label or overview of one');
  return {
    facts,
    cut: (output, tileSize, signal) => runCutter({ input: path, output, tileSize, turned: false, dicom: true }, signal),
  };
}
