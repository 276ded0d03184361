import { FrameTable, mediaLimits, MICRO } from '#plugins/annotate/editor-video/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';

/** Frames a second that are assumed of a video whose file is not stored here. */
export const ASSUMED_RATE = 30;
/** Most steps of a table that replaces unknown frames. */
const MOST_STEPS = 1_000_000;
/** Steps a second where times are in milliseconds. */
const FINE_RATE = 1000;

/**
 * Regular frames for a file that says how many there are.
 *
 * @throws ExchangeError for more frames than a video may have
 */
export function assumedFrames(count: number, path: string, rate = ASSUMED_RATE): FrameTable {
  if (!(count <= mediaLimits.frames))
    throw new ExchangeError(path, `names frame ${count}; a video has ${mediaLimits.frames} at most`);
  const known = Number.isFinite(rate) && rate >= 1 && rate <= FINE_RATE ? rate : ASSUMED_RATE;
  return FrameTable.regular(known, (Math.max(1, count) * MICRO) / known);
}

/**
 * Steps for a file that gives times only, as fine as its length allows.
 *
 * @param seconds where the last thing of the file ends
 * @throws ExchangeError for times beyond the longest video
 */
export function assumedSteps(seconds: number, path: string): FrameTable {
  if (!(seconds <= mediaLimits.hours * 3600))
    throw new ExchangeError(
      path,
      `ends after ${Math.round(seconds / 3600)} hours; a video has ${mediaLimits.hours} at most`,
    );
  const length = Math.max(1 / FINE_RATE, seconds);
  return FrameTable.regular(Math.min(FINE_RATE, MOST_STEPS / length), Math.ceil(length * MICRO));
}
