import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { BlobDriver } from '#core/data/server/index.ts';
import type { Exposure, Pixels } from '../../common/picture-measures.ts';
import { DESCRIPTOR_SIDE, descriptorOf, differenceHash, exposureOf, HASH_SIZE } from '../../common/picture-measures.ts';

/** Most pixels and bytes of a picture that is measured. */
const MOST_PIXELS = 200_000_000;
const MOST_BYTES = 128 * 1024 * 1024;
/** Longer side of the grey picture whose sharpness is measured: measures of pictures of any size can be compared. */
const GREY_SIDE = 512;

/** Measures of a picture. */
export interface PictureMeasures extends Exposure {
  /** 16 hexadecimal digits. */
  readonly hash: string;
  readonly descriptor: Uint8Array;
}

/** Measures the picture of a stored file; undefined when it is missing, too large or cannot be read. */
export async function measurePicture(blobs: BlobDriver, file: string): Promise<PictureMeasures | undefined> {
  const bytes = await pictureBytes(blobs, file);
  if (bytes === undefined) return undefined;
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const grey = await pixelsOf(
      picture.clone().resize(GREY_SIDE, GREY_SIDE, { fit: 'inside', withoutEnlargement: true }).greyscale(),
    );
    const rows = await pixelsOf(picture.clone().resize(HASH_SIZE.width, HASH_SIZE.height, { fit: 'fill' }).greyscale());
    const colours = await pixelsOf(picture.clone().resize(DESCRIPTOR_SIDE, DESCRIPTOR_SIDE, { fit: 'fill' }));
    return { ...exposureOf(grey), hash: differenceHash(rows), descriptor: descriptorOf(colours) };
  } catch {
    return undefined;
  }
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Returns the bytes of a stored picture; undefined when it is missing or too large. */
export async function pictureBytes(blobs: BlobDriver, file: string): Promise<Buffer | undefined> {
  const stream = await blobs.get(file);
  if (stream === undefined) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) {
      stream.destroy();
      return undefined;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
