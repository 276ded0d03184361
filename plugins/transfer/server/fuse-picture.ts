import sharp from 'sharp';

/** Pictures of more pixels are made smaller before shapes are drawn into them, so that memory stays bounded. */
const MOST_PIXELS = 50_000_000;

/**
 * An image with shapes drawn into it, as PNG, of the image's own upright size (at most 50 megapixels).
 *
 * @param draw the shapes as SVG for a picture of this size in pixels
 * @throws Error when the bytes are no picture
 */
export async function fusePicture(original: Buffer, draw: (size: { readonly width: number; readonly height: number }) => string): Promise<Buffer> {
  const { width, height } = (await sharp(original, { limitInputPixels: false }).metadata()).autoOrient;
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  const shapes = await sharp(Buffer.from(draw({ width, height })), { unlimited: true, limitInputPixels: false }).resize(size.width, size.height, { fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer();
  return sharp(original, { limitInputPixels: false }).autoOrient().resize(size.width, size.height, { fit: 'fill' }).composite([{ input: shapes }]).png({ compressionLevel: 4 }).toBuffer();
}
