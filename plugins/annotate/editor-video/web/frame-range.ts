import { proxy } from 'valtio';

/** Frames from one up to and including another. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** The frames of a video that a person marked, for comments and for repeating a state. */
export class MarkedRange {
  readonly state = proxy<{ range: FrameRange | null }>({ range: null });

  get range(): FrameRange | undefined {
    return this.state.range ?? undefined;
  }

  /** Begins the range at a frame; one that ends before it becomes that frame alone. */
  begin(frame: number): void {
    this.state.range = { from: frame, to: Math.max(frame, this.state.range?.to ?? frame) };
  }

  /** Ends the range with a frame; one that begins after it becomes that frame alone. */
  end(frame: number): void {
    this.state.range = { from: Math.min(frame, this.state.range?.from ?? frame), to: frame };
  }

  clear(): void {
    this.state.range = null;
  }
}
