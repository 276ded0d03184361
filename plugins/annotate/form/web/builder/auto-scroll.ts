/**
 * Distance from the edge at which a list begins to scroll under a drag, and the speed at the very edge in pixels a
 * frame.
 */
const EDGE = 56;
const SPEED = 18;

/** Scrolls an element while something is dragged near its upper or lower edge. */
export function autoScroller(element: HTMLElement): { readonly at: (y: number) => void; readonly stop: () => void } {
  let frame: number | undefined;
  let speed = 0;
  const step = (): void => {
    element.scrollTop += speed;
    frame = speed === 0 ? undefined : requestAnimationFrame(step);
  };
  return {
    at(y) {
      const { top, bottom } = element.getBoundingClientRect();
      const depth = y < top + EDGE ? (y - top - EDGE) / EDGE : y > bottom - EDGE ? (y - bottom + EDGE) / EDGE : 0;
      speed = Math.max(-1, Math.min(1, depth)) * SPEED;
      if (speed !== 0) frame ??= requestAnimationFrame(step);
    },
    stop() {
      speed = 0;
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
