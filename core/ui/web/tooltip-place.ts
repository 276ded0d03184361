export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in CSS pixels of the window, as `getBoundingClientRect` answers it. */
export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

const GAP = 5;
const OPPOSITE: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Returns the place of a tooltip, in CSS pixels of the window: in the middle of the wished side of its thing, on the
 * other side where there is no room, and never outside of the window.
 * @param window size of the window
 */
export function placeTooltip(
  thing: Rectangle,
  tooltip: Size,
  window: Size,
  wished: Side,
): { readonly left: number; readonly top: number } {
  const space: Readonly<Record<Side, number>> = {
    top: thing.top,
    left: thing.left,
    right: window.width - thing.left - thing.width,
    bottom: window.height - thing.top - thing.height,
  };
  const needed = (wished === 'top' || wished === 'bottom' ? tooltip.height : tooltip.width) + 2 * GAP;
  const side = space[wished] < needed && space[OPPOSITE[wished]] > space[wished] ? OPPOSITE[wished] : wished;
  const middle = {
    left: thing.left + (thing.width - tooltip.width) / 2,
    top: thing.top + (thing.height - tooltip.height) / 2,
  };
  const places: Readonly<Record<Side, { left: number; top: number }>> = {
    top: { ...middle, top: thing.top - tooltip.height - GAP },
    bottom: { ...middle, top: thing.top + thing.height + GAP },
    left: { ...middle, left: thing.left - tooltip.width - GAP },
    right: { ...middle, left: thing.left + thing.width + GAP },
  };
  const within = (value: number, most: number): number => Math.round(Math.max(GAP, Math.min(value, most - GAP)));
  return {
    left: within(places[side].left, window.width - tooltip.width),
    top: within(places[side].top, window.height - tooltip.height),
  };
}
