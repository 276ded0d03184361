/** Microseconds in a second: the unit of all times in video documents. */
export const MICRO = 1_000_000;

/** Frames a second in media that have none, such as audio: the step of its timeline. */
const AUDIO_STEPS = 100;

/**
 * The frames of a video in the order in which they are shown, and the moments they begin. Frame numbers count from 0.
 *
 * A frame covers the time after its beginning up to and including the beginning of the next one, since documents
 * write times one microsecond after the boundary and round up to find the frame.
 */
export class FrameTable {
  /** Microseconds from the start of the media, strictly ascending. */
  readonly starts: Float64Array;
  /** Microseconds. */
  readonly duration: number;

  /**
   * @param starts in the order of presentation; equal or falling times are moved one microsecond on. @throws RangeError
   * without frames
   */
  constructor(starts: ArrayLike<number>, duration: number) {
    if (starts.length === 0) throw new RangeError('A frame table needs at least one frame');
    this.starts = Float64Array.from(starts);
    for (let at = 1; at < this.starts.length; at += 1)
      this.starts[at] = Math.max(this.starts[at]!, this.starts[at - 1]! + 1);
    this.duration = Math.max(Math.round(duration), this.starts.at(-1)! + 1);
  }

  /** A table of equally long frames. `rate` is in frames a second. */
  static regular(rate: number, duration: number): FrameTable {
    const count = Math.max(1, Math.ceil(Number(((duration / MICRO) * rate).toFixed(6))));
    return new FrameTable(
      Float64Array.from({ length: count }, (_, frame) => Math.floor((frame * MICRO) / rate)),
      duration,
    );
  }

  /** The steps of media without pictures. */
  static ofAudio(duration: number): FrameTable {
    return FrameTable.regular(AUDIO_STEPS, duration);
  }

  get count(): number {
    return this.starts.length;
  }

  get last(): number {
    return this.starts.length - 1;
  }

  /** Frames a second on average. */
  get rate(): number {
    return (this.count * MICRO) / this.duration;
  }

  clamp(frame: number): number {
    return Math.min(Math.max(Math.round(frame), 0), this.last);
  }

  /** The frame that a document's time belongs to; the first and last one for times outside of the media. */
  frameOf(time: number): number {
    let [low, high] = [0, this.last];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! < time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The frame that begins nearest to a time, in microseconds. */
  nearestTo(time: number): number {
    const before = this.frameOf(time);
    const after = Math.min(before + 1, this.last);
    return Math.abs(this.starts[after]! - time) < Math.abs(time - this.starts[before]!) ? after : before;
  }

  /** The time that documents write for a frame, in microseconds. */
  timeOf(frame: number): number {
    return frame <= 0 ? 0 : this.starts[Math.min(frame, this.last)]! + 1;
  }

  /** The last time that belongs to a frame, in microseconds. */
  endOf(frame: number): number {
    return frame >= this.last ? this.duration : Math.max(this.starts[frame + 1]!, this.timeOf(frame));
  }
}
