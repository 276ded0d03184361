import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { SharedPixels } from '../common/statistics/shared-pixels.ts';

/** Pixels looked at before other work gets its turn. */
const AT_ONCE = 250_000;

/** A mask as its pixels lie in memory: alpha, blue, green, red from the highest byte down. */
export interface MaskPixels {
  readonly width: number;
  readonly pixels: Uint32Array;
}

/** Decodes the PNG of a mask. */
export async function maskPixels(png: Buffer): Promise<MaskPixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { width: info.width, pixels: new Uint32Array(data.buffer, data.byteOffset, info.width * info.height) };
}

/**
 * Counts the pixels of two masks of one picture by the parts they have there. Masks of different sizes share nothing.
 */
export async function sharedPixels(one: MaskPixels, other: MaskPixels): Promise<SharedPixels> {
  const found = new Map<number, Map<number, number>>();
  if (one.width === other.width && one.pixels.length === other.pixels.length) {
    for (let start = 0; start < one.pixels.length; start += AT_ONCE) {
      if (start > 0) await setImmediate();
      countPixels(one.pixels, other.pixels, start, Math.min(one.pixels.length, start + AT_ONCE), found);
    }
  }
  return new SharedPixels(
    [...found].flatMap(([mine, others]) =>
      [...others].map(([theirs, count]) => [colorOf(mine), colorOf(theirs), count] as const),
    ),
  );
}

/** Neighbours mostly have the same two parts, so runs are counted. */
function countPixels(
  one: Uint32Array,
  other: Uint32Array,
  from: number,
  to: number,
  found: Map<number, Map<number, number>>,
): void {
  for (let at = from; at < to;) {
    const [mine, theirs] = [one[at]!, other[at]!];
    const start = at;
    while (at < to && one[at] === mine && other[at] === theirs) at += 1;
    let others = found.get(mine);
    if (others === undefined) found.set(mine, (others = new Map()));
    others.set(theirs, (others.get(theirs) ?? 0) + at - start);
  }
}

/** 24-bit RRGGBB of a pixel; 0 where nothing is painted. */
const colorOf = (pixel: number): number =>
  pixel >>> 24 === 0 ? 0 : ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 0xff);
