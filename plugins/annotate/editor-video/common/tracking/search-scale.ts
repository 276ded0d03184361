import type { TrackBox } from './grey-image.ts';

/** Longest side of the pictures that are searched, in pixels. */
const SEARCHED_SIDE = 480;
/** Shortest side of an object in those pictures, where the video has so many pixels. */
const OBJECT_SIDE = 24;
/** Bytes of pictures that are held while an object is followed both ways. */
const HELD_BYTES = 192 * 1024 * 1024;

/**
 * By how much smaller than the video the pictures are in which an object is searched. `held` pictures are kept at once.
 */
export function searchScale(
  video: { readonly width: number; readonly height: number },
  boxes: readonly TrackBox[],
  held: number,
): number {
  const smallest = Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
  const wanted = Math.max(SEARCHED_SIDE / Math.max(video.width, video.height), OBJECT_SIDE / Math.max(smallest, 1));
  return Math.min(1, wanted, Math.sqrt(HELD_BYTES / (Math.max(held, 1) * video.width * video.height)));
}

/** A box in pictures of another size. */
export const scaledBox = ({ x, y, width, height }: TrackBox, scale: number): TrackBox => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});
