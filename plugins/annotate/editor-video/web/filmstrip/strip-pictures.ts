/** The picture of a strip that shows a frame: the last one at or before it. `frames` ascend and are not empty. */
export function pictureOf(frames: readonly number[], frame: number): number {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (frames[middle]! <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A picture of a strip in a row of them. */
export interface PlacedPicture {
  readonly picture: number;
  /** CSS pixels from the left edge of the row. */
  readonly left: number;
}

/**
 * Fills a row with pictures beside each other, each showing the frame in its middle.
 *
 * @param shown the first frame at the left edge, which may have a fraction, and CSS pixels of a frame and of the row
 * @param pictureWidth CSS pixels
 */
export function placedPictures(
  frames: readonly number[],
  { from, perFrame, width }: { readonly from: number; readonly perFrame: number; readonly width: number },
  pictureWidth: number,
): readonly PlacedPicture[] {
  // Bound to the video, not to the edge, so that pictures move with it.
  const first = Math.floor((from * perFrame) / pictureWidth);
  const count = Math.ceil(width / pictureWidth) + 1;
  return Array.from({ length: count }, (_, at) => {
    const begin = (first + at) * pictureWidth;
    return { picture: pictureOf(frames, (begin + pictureWidth / 2) / perFrame), left: begin - from * perFrame };
  }).filter(({ left }) => left < width);
}
