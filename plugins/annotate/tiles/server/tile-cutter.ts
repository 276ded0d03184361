import sharp from 'sharp';

/** An image file and where its tiles go. */
export interface CutRequest {
  readonly input: string;
  /** The tiles of level L are written into `OUTPUT_files/L/COLUMN_ROW.jpeg`. */
  readonly output: string;
  readonly tileSize: number;
  /** True when the file asks for the image to be turned. */
  readonly turned: boolean;
}

/** Quality of the tiles, for JPEG. */
export const TILE_QUALITY = 88;

/**
 * Cuts an image into a pyramid from its top to its bottom; of the image a few rows of tiles are in memory at a time.
 * One that is to be turned is unpacked into a temporary file first. Rejects with the decoder's message.
 */
export async function cutTiles({ input, output, tileSize, turned }: CutRequest): Promise<void> {
  const image = sharp(input, { limitInputPixels: false, failOn: 'error', sequentialRead: !turned });
  await (turned ? image.autoOrient() : image)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: TILE_QUALITY })
    .tile({ size: tileSize, overlap: 0, layout: 'dz', depth: 'onetile', container: 'fs' })
    .toFile(`${output}.dz`);
}
