/** Top and bottom of something on screen, pixels from the top of the window. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** Gap between a toast and the controls below it, and the least gap to the edge of the window, pixels. */
const GAP = 8;
const EDGE = 12;

/**
 * Returns how far above the bottom of the window a toast of a height covers no control, pixels. Where controls fill the
 * lower half, as the rows of a list do, it stays at the edge.
 *
 * @param controls those that lie in the column of the toast
 */
export function toastBottom(controls: readonly Extent[], toastHeight: number, windowHeight: number): number {
  let bottom = EDGE;
  for (;;) {
    const lower = windowHeight - bottom;
    const covered = controls.filter(each => each.bottom > lower - toastHeight && each.top < lower);
    if (covered.length === 0) return bottom;
    bottom = windowHeight - Math.min(...covered.map(each => each.top)) + GAP;
    if (bottom + toastHeight > windowHeight / 2) return EDGE;
  }
}
