import sharp from 'sharp';
import { TILE_QUALITY } from '../common/pyramid.ts';
import { cutDicom } from './dicom/cut-dicom.ts';

/** An image file and where its tiles go. */
export interface CutRequest {
  readonly input: string;
  /** The tiles of level L are written into `OUTPUT_files/L/COLUMN_ROW.jpeg`. */
  readonly output: string;
  readonly tileSize: number;
  /** True when the file asks for the image to be turned. */
  readonly turned: boolean;
  /** True of a slide in DICOM. */
  readonly dicom: boolean;
}

/**
 * Cuts an image into a pyramid from its top to its bottom; of the image a few rows of tiles are in memory at a time.
 * One that is to be turned is unpacked into a temporary file first. Rejects with the decoder's message.
 */
export async function cutTiles({ input, output, tileSize, turned, dicom }: CutRequest): Promise<void> {
  if (dicom) return cutDicom(input, output);
  const image = sharp(input, { limitInputPixels: false, failOn: 'error', sequentialRead: !turned });
  await (turned ? image.autoOrient() : image)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: TILE_QUALITY })
    .tile({ size: tileSize, overlap: 0, layout: 'dz', depth: 'onetile', container: 'fs' })
    .toFile(`${output}.dz`);
}
