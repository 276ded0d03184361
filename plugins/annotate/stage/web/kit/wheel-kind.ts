/** The fields of a wheel event that identify the device. */
export interface WheelMovement {
  readonly deltaX: number;
  readonly deltaY: number;
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly timeStamp: number;
}

/** `pinch` and `wheel` zoom, `swipe` pans. */
export type WheelKind = 'pinch' | 'wheel' | 'swipe';

/** A gesture on a trackpad keeps its kind as long as its events follow each other within so many milliseconds. */
const gestureGap = 300;

/**
 * Distinguishes a mouse wheel from a trackpad: browsers report both as wheel events, a pinch with Ctrl held. A wheel
 * turns in big whole steps along one axis.
 */
export class WheelDetector {
  #last: { readonly kind: WheelKind; readonly at: number } | undefined;

  kindOf(event: WheelMovement): WheelKind {
    const kind = event.ctrlKey ? 'pinch' : this.#plainKind(event);
    this.#last = { kind, at: event.timeStamp };
    return kind;
  }

  #plainKind(event: WheelMovement): WheelKind {
    const last = this.#last;
    if (last !== undefined && last.kind !== 'pinch' && event.timeStamp - last.at < gestureGap) return last.kind;
    if (event.deltaMode !== 0) return 'wheel';
    return event.deltaX === 0 && Math.abs(event.deltaY) >= 40 ? 'wheel' : 'swipe';
  }
}

/** The factor to zoom by for one event. */
export function zoomFactor(event: WheelMovement, kind: WheelKind): number {
  const pixels = event.deltaY * (event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1);
  const clamped = Math.min(Math.max(pixels, -240), 240);
  return Math.exp(-clamped * (kind === 'pinch' ? 0.01 : 0.0018));
}
