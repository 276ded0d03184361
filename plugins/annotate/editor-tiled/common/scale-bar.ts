/** A length that is easy to read, and how many CSS pixels it takes. */
export interface ScaleBar {
  /** In the unit. */
  readonly length: number;
  /** CSS pixels. */
  readonly width: number;
}

/**
 * The longest of 1, 2 and 5 times a power of ten that fits into `most` CSS pixels.
 * @param perUnit CSS pixels of one unit at the present zoom
 */
export function scaleBar(perUnit: number, most: number): ScaleBar {
  const limit = most / perUnit;
  const power = 10 ** Math.floor(Math.log10(limit));
  const length = [5, 2, 1].map(step => step * power).find(each => each <= limit) ?? power;
  return { length, width: length * perUnit };
}
