import { Readable } from 'node:stream';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';

/** Largest file of a picture, in bytes, and the side of what is kept, in pixels. */
export const AVATAR_BYTES = 2 * 1024 * 1024;
const SIDE = 256;
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp'];

/**
 * Keeps the picture of a person or team as a square WebP of 256 pixels, without the file's other data; answers its
 * blob.
 * @throws Fault TYPE_NOT_SUPPORTED (415) for what is no PNG, JPEG or WebP, TOO_LARGE (413).
 */
export async function keepAvatar(blobs: BlobDriver, source: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.length;
    if (size > AVATAR_BYTES)
      throw new Fault('TOO_LARGE', 'The picture is larger than 2 MB.', {
        status: 413,
        details: { maxBytes: AVATAR_BYTES },
      });
    parts.push(part);
  }
  try {
    const picture = sharp(Buffer.concat(parts), { limitInputPixels: 50_000_000 });
    if (!FORMATS.includes((await picture.metadata()).format ?? '')) throw unsupported();
    const square = await picture.rotate().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 85 }).toBuffer();
    return (await blobs.put(Readable.from([square]))).hash;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw unsupported(error);
  }
}

const unsupported = (cause?: unknown): Fault =>
  new Fault('TYPE_NOT_SUPPORTED', 'A picture must be a PNG, JPEG or WebP file that can be read.', {
    status: 415,
    cause,
  });
