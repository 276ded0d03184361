import { rgbMatrix } from './grab-cut.ts';
import type { OpenCv } from './opencv.ts';
import type { VisionPicture } from './vision-calls.ts';

/** Pixels that hang together with the one at (x, y) and differ from it by at most `tolerance` in each colour. */
export function wandMask(cv: OpenCv, picture: VisionPicture, x: number, y: number, tolerance: number): Uint8Array {
  const { width, height } = picture;
  const matrix = rgbMatrix(cv, picture);
  // The library wants a frame of one pixel around the mask.
  const framed = cv.matFromArray(height + 2, width + 2, cv.CV_8UC1, new Uint8Array((width + 2) * (height + 2)));
  try {
    const reach = new cv.Scalar(tolerance, tolerance, tolerance, 0);
    cv.floodFill(
      matrix,
      framed,
      new cv.Point(x, y),
      new cv.Scalar(0, 0, 0, 0),
      {},
      reach,
      reach,
      4 | cv.FLOODFILL_MASK_ONLY | cv.FLOODFILL_FIXED_RANGE | (1 << 8),
    );
    const mask = new Uint8Array(width * height);
    for (let row = 0; row < height; row++)
      mask.set(framed.data.subarray((row + 1) * (width + 2) + 1, (row + 1) * (width + 2) + 1 + width), row * width);
    return mask;
  } finally {
    matrix.delete();
    framed.delete();
  }
}
