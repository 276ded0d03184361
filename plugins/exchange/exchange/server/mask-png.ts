import sharp from 'sharp';
import type { RasterPicture } from '../common/exchange/raster-picture.ts';

/** The mask of a pixel project as it is stored: colours on nothing. */
export function maskPng({ width, height, pixels }: RasterPicture): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < pixels.length; at += 1)
    if (pixels[at] !== 0) data.writeUInt32BE(((pixels[at]! << 8) | 255) >>> 0, at * 4);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
