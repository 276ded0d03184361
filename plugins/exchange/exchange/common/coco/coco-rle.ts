import type { MaskRuns } from '../mask/mask-runs.ts';

/** Run lengths as COCO files hold them: `size` is [height, width]. */
export interface CocoRle {
  readonly size: readonly [height: number, width: number];
  /** A list of numbers (uncompressed) or a string (compressed). */
  readonly counts: readonly number[] | string;
}

/**
 * Packs run lengths: groups of 5 bits, lowest first; from the fourth number on the difference to the one two before.
 */
export function packCounts(counts: readonly number[]): string {
  let text = '';
  counts.forEach((count, index) => {
    let value = index > 2 ? count - counts[index - 2]! : count;
    for (let more = true; more;) {
      const group = value & 31;
      value >>= 5;
      more = (group & 16) === 0 ? value !== 0 : value !== -1;
      text += String.fromCharCode(48 + (more ? group | 32 : group));
    }
  });
  return text;
}

/**
 * Unpacks a compressed string.
 *
 * @throws RangeError naming the place when it is no such string
 */
export function unpackCounts(text: string): number[] {
  const counts: number[] = [];
  for (let at = 0; at < text.length;) {
    let value = 0;
    for (let shift = 0, more = true; more; shift += 5) {
      const group = text.charCodeAt(at) - 48;
      if (!(group >= 0 && group < 64) || shift > 30) throw new RangeError(`counts are damaged at character ${at}`);
      value |= (group & 31) << shift;
      more = (group & 32) !== 0;
      if (!more && (group & 16) !== 0 && shift < 27) value |= -1 << (shift + 5);
      at += 1;
    }
    if (counts.length > 2) value += counts[counts.length - 2]!;
    counts.push(value);
  }
  return counts;
}

/** A mask in compressed form. */
export const writeRle = (mask: MaskRuns): CocoRle => ({
  size: [mask.height, mask.width],
  counts: packCounts(mask.counts),
});

/**
 * Reads run lengths of either form.
 *
 * @throws RangeError when counts or size are no run lengths, or `counts cover 230400 of 307200 pixels`
 */
export function readRle(rle: unknown): MaskRuns {
  const { size, counts } = rle as Partial<CocoRle>;
  if (!Array.isArray(size) || size.length !== 2 || !size.every(side => Number.isInteger(side) && side > 0))
    throw new RangeError('size must be [height, width]');
  const [height, width] = size as [number, number];
  if (typeof counts !== 'string' && !Array.isArray(counts))
    throw new RangeError('counts must be a string or a list of numbers');
  const runs = typeof counts === 'string' ? unpackCounts(counts) : (counts as readonly number[]);
  if (!runs.every(count => Number.isInteger(count) && count >= 0))
    throw new RangeError('counts must be whole numbers from 0');
  const covered = runs.reduce((sum, count) => sum + count, 0);
  if (covered !== width * height) throw new RangeError(`counts cover ${covered} of ${width * height} pixels`);
  return { width, height, counts: runs };
}
