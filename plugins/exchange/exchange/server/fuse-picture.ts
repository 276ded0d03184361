import sharp from 'sharp';

/** Pictures of more pixels are made smaller before shapes are drawn into them, so that memory stays bounded. */
const MOST_PIXELS = 50_000_000;
/** Larger pictures are not opened: the largest plan takes no more, and decoding one takes four bytes a pixel. */
const limitInputPixels = 400_000_000;
const PICTURES: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff', 'gif', 'heif']);

/**
 * An image with shapes drawn into it, as PNG, of the image's own upright size (at most 50 megapixels).
 *
 * @param draw the shapes as SVG for a picture of this size in pixels
 * @throws Error when the bytes are no picture, or one too large
 */
export async function fusePicture(
  original: Buffer,
  draw: (size: { readonly width: number; readonly height: number }) => string,
): Promise<Buffer> {
  const {
    format,
    autoOrient: { width, height },
  } = await sharp(original, { limitInputPixels }).metadata();
  if (!PICTURES.has(format) || width * height > limitInputPixels)
    throw new Error(`${format} of ${width} × ${height} is not drawn into`);
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  const shapes = await sharp(Buffer.from(draw({ width, height })), { unlimited: true, limitInputPixels })
    .resize(size.width, size.height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(original, { limitInputPixels })
    .autoOrient()
    .resize(size.width, size.height, { fit: 'fill' })
    .composite([{ input: shapes }])
    .png({ compressionLevel: 4 })
    .toBuffer();
}
