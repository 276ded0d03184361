import { inject } from 'inversify';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import type { BlobDriver, IncomingFiles, JobRun } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import { sniffLength, sniffMediaType } from '#plugins/workspace/items/common/index.ts';
import type { FileSize, ReceivedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { firstBytes, ItemWriter, lastingFailure, withStoredFile } from '#plugins/workspace/items/server/kit/index.ts';
import type { PyramidShape } from '../common/pyramid.ts';
import { imageShape, levelTiles, rowCount } from '../common/pyramid.ts';
import { openArchivePyramid } from './archive-pyramid.ts';
import type { ReadyPyramid } from './checked-tile.ts';
import type { CutRow } from './cut-rows.ts';
import { finishedRows, removeRow, rowBytes, rowSizes } from './cut-rows.ts';
import { readGeoreference } from './geotiff.ts';
import { imageFacts, unreadableImage } from './image-facts.ts';
import { PyramidRows } from './pyramid-rows.ts';
import { pictureSource } from './pyramid-source.ts';
import type { PyramidRow } from './pyramid-tables.ts';
import { inOrder } from './in-order.ts';
import { RemoteImages } from './remote-pyramid.ts';
import { runCutter } from './run-cutter.ts';
import type { MeasuredSlide } from './slides/slides.ts';
import { Slides } from './slides/slides.ts';

const subject = z.object({ project_id: z.int(), pyramid_id: z.int(), name: z.string() });

/** Message of a failure whose reason is not one for people. */
const FAILED = 'Something went wrong while the image was cut. Cut it again.';

/** Milliseconds in which a slide that is uploaded is unpacked and measured. */
const EXAMINED_MS = 600_000;

/** Milliseconds between two looks for rows that the cutter has written. */
const LOOK_MS = 300;

const isArchive = async (file: string): Promise<boolean> =>
  sniffMediaType(await firstBytes(file, sniffLength)) === 'application/zip';

/** Cuts images into tile pyramids, as a job. Rows of tiles can be read as soon as they are stored. */
export class PyramidCutting {
  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
    @inject(PyramidRows) private readonly rows: PyramidRows,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(Egress) private readonly egress: Egress,
    @inject(Slides) private readonly slides: Slides,
  ) {}

  /** Measures a file that is about to become an item. @throws Fault ASSET_UNREADABLE, TOO_LARGE, ARCHIVE_REFUSED, DECODER_UNAVAILABLE. */
  async examine({ path, name }: ReceivedFile): Promise<FileSize> {
    const slide = await this.slides.with({ path, name }, AbortSignal.timeout(EXAMINED_MS), ({ facts }) =>
      Promise.resolve(facts),
    );
    if (slide !== undefined) return { width: slide.result.width, height: slide.result.height };
    if (!(await isArchive(path))) return imageFacts(path, name);
    const archive = await openArchivePyramid(path);
    archive.close();
    return { width: archive.shape.width, height: archive.shape.height };
  }

  /**
   * The job. Begun again after a crash it keeps the rows that are stored.
   * @throws Fault ASSET_UNREADABLE, STORAGE_FULL.
   */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly rows: number; readonly missing: number }> {
    const asked = subject.parse(run.subject);
    const pyramid = await this.rows.get(context, asked.pyramid_id);
    if (pyramid === undefined) throw new Fault('NOT_FOUND', `${asked.name} is no longer there.`, { status: 404 });
    await this.rows.set(context, pyramid.id, { state: 'cutting' });
    try {
      const missing = await this.#cut(run, context, asked.name, pyramid);
      const complete = (await this.rows.get(context, pyramid.id))!;
      const pictures = await this.rows.pictures(context, complete);
      await this.writer.setPictures(context, asked.project_id, pictureSource(complete), pictures);
      await this.rows.set(context, pyramid.id, {
        state: 'ready',
        thumbnail_hash: pictures.thumbnailHash,
        lores_hash: pictures.loresHash,
      });
      return { rows: rowCount(shapeOf(complete)), missing };
    } catch (error) {
      const failure = lastingFailure(run, error, FAILED);
      if (failure !== undefined) await this.rows.set(context, pyramid.id, { state: 'failed', error: failure });
      throw error;
    }
  }

  /** Answers how many tiles the source lacks. */
  async #cut(run: JobRun, context: RequestContext, name: string, pyramid: PyramidRow): Promise<number> {
    const { blob_hash: hash, address } = pyramid;
    const cut = (path: string): Promise<number> => this.#cutFile(run, context, { path, name }, pyramid);
    if (hash !== null) return withStoredFile({ blobs: this.blobs, incoming: this.incoming }, { hash, name }, run, cut);
    const images = new RemoteImages(this.egress, run.signal);
    const ready = await images.open(address!.trim(), pyramid);
    if (ready !== undefined) return this.#take(run, context, ready, pyramid);
    const file = await this.incoming.file();
    try {
      run.progress(0, 1, `Fetching ${name}`);
      await file.receive(await images.file(address!.trim()));
      return await cut(file.path);
    } finally {
      await file.drop();
    }
  }

  async #cutFile(run: JobRun, context: RequestContext, file: ReceivedFile, pyramid: PyramidRow): Promise<number> {
    const slide = await this.slides.with(file, run.signal, found => this.#cutSlide(run, context, file, pyramid, found));
    if (slide !== undefined) return 0;
    if (await isArchive(file.path)) return this.#take(run, context, await openArchivePyramid(file.path), pyramid);
    await this.#cutImage(run, context, file, pyramid);
    return 0;
  }

  async #cutImage(
    run: JobRun,
    context: RequestContext,
    { path, name }: ReceivedFile,
    pyramid: PyramidRow,
  ): Promise<void> {
    const { turned, width, height } = await imageFacts(path, name);
    const shape = await this.#sized(context, pyramid, { width, height });
    // A turned image is no map: its file would give the place of its pixels before the turn.
    const georeference = turned ? undefined : await readGeoreference(path);
    if (georeference !== undefined) await this.rows.place(context, pyramid.id, georeference);
    await this.#keepRows(run, context, { path, name }, { id: pyramid.id, shape }, output =>
      runCutter({ input: path, output, tileSize: shape.tileSize, turned, dicom: false }, run.signal),
    );
  }

  async #cutSlide(
    run: JobRun,
    context: RequestContext,
    file: ReceivedFile,
    pyramid: PyramidRow,
    { facts: { metresPerPixel, width, height }, cut }: MeasuredSlide,
  ): Promise<void> {
    const shape = await this.#sized(context, pyramid, { width, height });
    await this.rows.set(context, pyramid.id, { metres_per_pixel: metresPerPixel ?? null });
    await this.#keepRows(run, context, file, { id: pyramid.id, shape }, output =>
      cut(output, shape.tileSize, run.signal),
    );
  }

  /** Stores the size that the file has: a client may have given the item another one. */
  async #sized(
    context: RequestContext,
    pyramid: PyramidRow,
    { width, height }: { readonly width: number; readonly height: number },
  ): Promise<PyramidShape> {
    const shape = imageShape(width, height);
    await this.rows.set(context, pyramid.id, { width, height, tile_size: shape.tileSize, levels: shape.levels });
    return shape;
  }

  /** Stores rows of tiles as they are cut. `cut` writes below the name that it is given. */
  async #keepRows(
    run: JobRun,
    context: RequestContext,
    { path, name }: ReceivedFile,
    { id, shape }: { readonly id: number; readonly shape: PyramidShape },
    cut: (output: string) => Promise<void>,
  ): Promise<void> {
    const stored = await this.rows.stored(context, id);
    // Under the name of the file, so that what a crash leaves is removed with it.
    const output = `${path}-tiles`;
    let ended = false;
    const cutting = cut(output)
      .catch((error: unknown) => {
        throw run.signal.aborted ? (run.signal.reason as Error) : unreadableImage(name, error);
      })
      .finally(() => (ended = true));
    try {
      for (;;) {
        await Promise.race([cutting, setTimeout(LOOK_MS)]);
        const complete = ended;
        for (const row of await finishedRows(`${output}_files`, shape, complete))
          await this.#keep(run, context, id, shape, row, stored);
        if (complete) break;
      }
    } finally {
      await cutting.catch(() => undefined);
      await rm(`${output}_files`, { recursive: true, force: true });
      await rm(`${output}.dzi`, { force: true });
    }
    if (stored.size < rowCount(shape)) throw unreadableImage(name, undefined);
  }

  async #keep(
    run: JobRun,
    context: RequestContext,
    id: number,
    shape: PyramidShape,
    row: CutRow,
    stored: Set<string>,
  ): Promise<void> {
    run.signal.throwIfAborted();
    const key = `${row.level}/${row.row}`;
    if (!stored.has(key)) await this.rows.store(context, id, row, rowBytes(row), await rowSizes(row));
    stored.add(key);
    await removeRow(row);
    run.progress(stored.size, rowCount(shape), `${stored.size} of ${rowCount(shape)} rows of tiles`);
  }

  async #take(run: JobRun, context: RequestContext, ready: ReadyPyramid, pyramid: PyramidRow): Promise<number> {
    try {
      const { shape, layout } = ready;
      await this.rows.set(context, pyramid.id, {
        width: shape.width,
        height: shape.height,
        tile_size: shape.tileSize,
        overlap: shape.overlap,
        levels: shape.levels,
        format: layout.format,
        scheme: layout.scheme,
      });
      const stored = await this.rows.stored(context, pyramid.id);
      const total = rowCount(shape);
      let missing = 0;
      for (let level = 0; level < shape.levels; level += 1) {
        const { columns, rows } = levelTiles(shape, level);
        for (let row = 0; row < rows; row += 1) {
          run.signal.throwIfAborted();
          if (stored.has(`${level}/${row}`)) continue;
          const sizes: number[] = [];
          const bytes = async function* (): AsyncGenerator<Uint8Array> {
            for await (const tile of inOrder(columns, ready.atOnce, column => ready.tile({ level, column, row }))) {
              sizes.push(tile?.length ?? 0);
              if (tile !== undefined) yield tile;
            }
          };
          await this.rows.store(context, pyramid.id, { level, row }, bytes(), sizes);
          missing += sizes.filter(size => size === 0).length;
          stored.add(`${level}/${row}`);
          run.progress(stored.size, total, `${stored.size} of ${total} rows of tiles`);
        }
      }
      return missing;
    } finally {
      ready.close();
    }
  }
}

const shapeOf = ({ width, height, tile_size: tileSize, overlap, levels }: PyramidRow): PyramidShape => ({
  width,
  height,
  tileSize,
  overlap,
  levels,
});
