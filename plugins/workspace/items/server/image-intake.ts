import { inject } from 'inversify';
import { open, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import pLimit from 'p-limit';
import { Fault, isFault } from '#core/base/common/index.ts';
import { limitBytes } from '#core/api/server/index.ts';
import type { BlobDriver, IncomingFile, IncomingFiles } from '#core/data/server/index.ts';
import { fileSource } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import { imageProblem, sniffLength, sniffMediaType } from '../common/media-kinds.ts';
import { bitmapSize, readBitmap } from './read-bitmap.ts';
import type { IntakeRules, TakenFile } from './taken-file.ts';

/** Longest sides of the smaller pictures in pixels. */
const THUMBNAIL = 256;
const LORES = 1600;

/** Largest side of a WebP image, in pixels. */
const WIDEST_WEBP = 16_383;

/** Formats browsers cannot show; a full-size picture is made for them. */
const NOT_SHOWN = new Set(['image/tiff', 'image/bmp']);

const unreadable = (name: string, cause?: unknown): Fault =>
  new Fault('ASSET_UNREADABLE', `${name} can't be read as an image. It may be damaged or cut off.`, {
    status: 422,
    cause,
  });
export const tooManyBytes = (name: string, maxBytes: number): Fault =>
  new Fault('TOO_LARGE', `${name} is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`, {
    status: 413,
    details: { maxBytes },
  });
export const tooManyPixels = (name: string, width: number, height: number, most: number): Fault =>
  new Fault(
    'TOO_LARGE',
    `${name} is larger than ${megapixels(most)} MP: it has ${megapixels(width * height)} MP (${width} × ${height}).`,
    { status: 413, details: { width, height, maxPixels: most } },
  );
const megapixels = (pixels: number): string => String(Number((pixels / 1_000_000).toFixed(1)));

/**
 * Takes uploaded images in: checks them by their bytes, decodes them once within the limits, makes the smaller pictures
 * and keeps everything in the blob store. Nothing is kept of a file that is refused. A few images at a time; no file is
 * held in memory.
 */
export class ImageIntake {
  readonly #turns = pLimit(Math.max(1, Math.min(4, cpus().length)));

  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
  ) {}

  /** @throws Fault TYPE_NOT_SUPPORTED, TOO_LARGE, ASSET_UNREADABLE, each naming the file; STORAGE_FULL. */
  async take(source: Readable, rules: IntakeRules): Promise<TakenFile> {
    const file = await this.incoming.file();
    try {
      await receive(source, file, rules);
      return await this.keep(file.path, rules);
    } finally {
      await file.drop();
    }
  }

  /** Keeps an image that lies in a file. @throws Fault TOO_LARGE, ASSET_UNREADABLE, naming it. */
  keep(file: string, rules: IntakeRules): Promise<TakenFile> {
    return this.#turns(() => this.#keep(file, rules));
  }

  async #keep(file: string, rules: IntakeRules): Promise<TakenFile> {
    const mime = sniffMediaType(await firstBytes(file, sniffLength))!;
    const image = await openImage(file, mime, rules);
    const { width, height, picture } = image;
    const small = Math.max(width, height) <= LORES;
    const display = NOT_SHOWN.has(mime) || image.shownTurned;
    let lores: Buffer | undefined;
    let thumbnail: Buffer;
    let full: Buffer | undefined;
    try {
      if (!small || display)
        lores = await picture()
          .resize(LORES, LORES, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 82, effort: 1 })
          .toBuffer();
      thumbnail = await (lores === undefined ? picture() : sharp(lores))
        .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 76, effort: 2 })
        .toBuffer();
      if (display && !small)
        full = await picture()
          .resize(WIDEST_WEBP, WIDEST_WEBP, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 92, effort: 1 })
          .toBuffer();
    } catch (error) {
      throw isFault(error) ? error : unreadable(rules.name, error);
    }
    const original = await this.blobs.put(fileSource(file));
    const keep = async (bytes: Buffer): Promise<string> => (await this.blobs.put(Readable.from([bytes]))).hash;
    const loresHash = lores === undefined ? null : await keep(lores);
    return {
      blob_hash: original.hash,
      mime,
      size: original.size,
      width,
      height,
      thumbnail_hash: await keep(thumbnail),
      lores_hash: loresHash,
      display_hash: !display ? null : full === undefined ? loresHash : await keep(full),
      content_length: null,
    };
  }
}

/** Writes the upload to a file; what is no image is refused at its first bytes. */
async function receive(source: Readable, file: IncomingFile, rules: IntakeRules): Promise<void> {
  async function* checked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer | undefined = Buffer.alloc(0);
    const check = (bytes: Buffer): void => {
      const problem = imageProblem(rules.name, bytes, rules.projectTypeName);
      if (problem !== undefined) throw new Fault(problem.code, problem.message, { status: 415 });
    };
    for await (const chunk of chunks) {
      if (head === undefined) {
        yield chunk;
        continue;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < sniffLength) continue;
      check(head.subarray(0, sniffLength));
      yield head;
      head = undefined;
    }
    if (head !== undefined) {
      check(head);
      yield head;
    }
  }
  const whole = limitBytes(source, rules.maxBytes, () => tooManyBytes(rules.name, rules.maxBytes));
  await pipeline(whole, checked, chunks => file.receive(chunks));
}

/** The first bytes of a file, fewer of a shorter one. */
export async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The upright size of an image, and a way to decode it. */
async function openImage(
  file: string,
  mime: string,
  rules: IntakeRules,
): Promise<{
  readonly width: number;
  readonly height: number;
  readonly picture: () => Sharp;
  readonly shownTurned: boolean;
}> {
  if (mime === 'image/bmp') return openBitmap(file, rules);
  const limit = Number.isFinite(rules.maxPixels) ? rules.maxPixels : 0x3fff * 0x3fff;
  let found;
  try {
    // The header alone; the limit is asked below so that the answer can name the size.
    found = await sharp(file, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw unreadable(rules.name, error);
  }
  const { width, height, orientation = 1 } = found;
  if (width * height > limit) throw tooManyPixels(rules.name, width, height, limit);
  const turned = orientation >= 5;
  return {
    width: turned ? height : width,
    height: turned ? width : height,
    picture: () =>
      sharp(file, { limitInputPixels: limit, failOn: 'error', sequentialRead: true }).rotate().toColourspace('srgb'),
    // Browsers do not know the EXIF orientation of WebP.
    shownTurned: mime === 'image/webp' && orientation > 1,
  };
}

async function openBitmap(
  file: string,
  rules: IntakeRules,
): Promise<{
  readonly width: number;
  readonly height: number;
  readonly picture: () => Sharp;
  readonly shownTurned: boolean;
}> {
  const size = bitmapSize(await firstBytes(file, 64));
  if (size === undefined) throw unreadable(rules.name);
  if (size.width * size.height > rules.maxPixels)
    throw tooManyPixels(rules.name, size.width, size.height, rules.maxPixels);
  const bitmap = readBitmap(await readFile(file));
  if (bitmap === undefined) throw unreadable(rules.name);
  const { width, height, channels, data } = bitmap;
  return { width, height, picture: () => sharp(data, { raw: { width, height, channels } }), shownTurned: false };
}
