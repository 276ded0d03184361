/** Pictures of a part, at most. */
const PART = 48;

/** Frames from one to another, both included. */
export interface FramePart {
  readonly from: number;
  readonly to: number;
}

/** Cuts a stretch into parts that share their border, so that each begins where the one before ended. */
export function trackedParts(from: number, to: number): readonly FramePart[] {
  const parts: FramePart[] = [];
  for (let begin = from; begin < to; begin += PART - 1) parts.push({ from: begin, to: Math.min(begin + PART - 1, to) });
  return parts;
}
