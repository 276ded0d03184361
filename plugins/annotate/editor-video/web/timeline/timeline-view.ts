import { proxy } from 'valtio';

/** Most pixels of one frame. */
const WIDEST = 40;

/** The part of a video that the timeline shows. Positions are CSS pixels from its left edge. */
export class TimelineView {
  readonly state = proxy({ from: 0, perFrame: 1, width: 0, count: 1 });

  /** Shows a video of so many frames, all of it. */
  setCount(count: number): void {
    this.state.count = count;
    this.fit();
  }

  /** The timeline has become so wide; the same part is shown, all of it where all was. */
  setWidth(width: number): void {
    const all = this.state.width === 0 || this.state.perFrame <= this.#narrowest + 1e-9;
    this.state.width = width;
    if (all) this.fit();
    else this.#set(this.state.from, this.state.perFrame);
  }

  fit(): void {
    this.#set(0, this.#narrowest);
  }

  xOf(frame: number): number {
    return (frame - this.state.from) * this.state.perFrame;
  }

  /** The frame at a position. */
  frameAt(x: number): number {
    const { from, perFrame, count } = this.state;
    return Math.min(Math.max(Math.floor(from + x / perFrame), 0), count - 1);
  }

  /** Zooms so that the frame at a position stays there. */
  zoomAt(x: number, factor: number): void {
    const { from, perFrame } = this.state;
    const next = Math.min(Math.max(perFrame * factor, this.#narrowest), Math.max(WIDEST, this.#narrowest));
    this.#set(from + x / perFrame - x / next, next);
  }

  pan(pixels: number): void {
    this.#set(this.state.from + pixels / this.state.perFrame, this.state.perFrame);
  }

  /** Brings a frame into view; nothing moves while it is. */
  reveal(frame: number): void {
    const x = this.xOf(frame);
    const { width, perFrame } = this.state;
    if (x < 0 || x + perFrame > width) this.#set(frame - (x < 0 ? 0.9 : 0.1) * (width / perFrame), perFrame);
  }

  get #narrowest(): number {
    const { width, count } = this.state;
    return Math.max(width, 1) / count;
  }

  #set(from: number, perFrame: number): void {
    const { width, count } = this.state;
    this.state.perFrame = perFrame;
    this.state.from = Math.min(Math.max(from, 0), Math.max(0, count - width / perFrame));
  }
}

/** Frames between two lines of the ruler that are at least so many pixels apart. */
export function rulerStep(perFrame: number, pixels: number): number {
  const least = pixels / perFrame;
  for (let scale = 1; ; scale *= 10) for (const step of [1, 2, 5]) if (step * scale >= least) return step * scale;
}
