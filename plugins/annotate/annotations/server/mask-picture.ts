import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import type { MaskFacts } from '../common/mask-facts.ts';

/** Most pixels of a mask: decoding takes four bytes for each. */
export const mostMaskPixels = 32_000_000;
/** Colours of a mask at most; a picture with more was smoothed and is no mask. */
const MOST_COLORS = 65_535;
/** Pixels looked at before other work gets its turn. */
const AT_ONCE = 250_000;

const refused = (text: string): Fault => new Fault('MASK_INVALID', text, { status: 422 });

/** A mask as it is kept: RGBA of 8 bits, background (0, 0, 0, 0), painted pixels opaque. */
export interface MaskPicture extends Omit<MaskFacts, 'hash'> {
  readonly png: Buffer;
}

/**
 * Reads a PNG as a mask and gives it the form of formats/pixel: RGB, palette and grey pictures count by their resulting
 * colour, with black as background; alpha from 128 on counts as painted. Bytes that have this form already are kept as
 * they are.
 *
 * @throws Fault MASK_INVALID (422) for what is no PNG, TOO_LARGE (413)
 */
export async function readMask(bytes: Buffer): Promise<MaskPicture> {
  if (bytes.length === 0) throw refused('The mask is not a PNG picture.');
  const { format, width, height, channels, depth, isPalette, isProgressive } = await sharp(bytes, {
    limitInputPixels: false,
  })
    .metadata()
    .catch(() => {
      throw refused('The mask is not a PNG picture.');
    });
  if (format !== 'png') throw refused('The mask is not a PNG picture.');
  if (width * height > mostMaskPixels)
    throw new Fault(
      'TOO_LARGE',
      `The mask has ${Math.round((width * height) / 1e6)} megapixels; at most ${mostMaskPixels / 1e6} are read.`,
      { status: 413 },
    );
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw refused(`The mask cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    });
  if (info.channels !== 4) throw refused('The mask is not a picture in red, green, blue and alpha.');
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const { counts, softAlpha, changed } = await lookThrough(pixels, width);
  const asSent = channels === 4 && depth === 'uchar' && !isPalette && !isProgressive && !changed;
  const png = asSent
    ? bytes
    : await sharp(data, { raw: { width, height, channels: 4 } })
        .png({ compressionLevel: 6, palette: false, adaptiveFiltering: false })
        .toBuffer();
  return {
    png,
    width,
    height,
    colors: [...counts].map(([pixel, count]) => [colorOf(pixel), count] as const),
    ...(softAlpha === undefined ? {} : { softAlpha }),
  };
}

/** The PNG of a mask without the pixels of some 24-bit colours. */
export async function withoutColors(bytes: Buffer, colors: ReadonlySet<number>): Promise<Buffer> {
  const {
    data,
    info: { width, height },
  } = await sharp(bytes).ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let start = 0; start < pixels.length; start += AT_ONCE) {
    if (start > 0) await setImmediate();
    for (let at = start; at < Math.min(pixels.length, start + AT_ONCE); at += 1)
      if (colors.has(colorOf(pixels[at]!))) pixels[at] = 0;
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6, palette: false, adaptiveFiltering: false })
    .toBuffer();
}

interface Look {
  /** Pixels by their value in memory, opaque ones only. */
  readonly counts: Map<number, number>;
  readonly softAlpha: MaskFacts['softAlpha'];
  readonly changed: boolean;
}

/**
 * Counts colours and puts every pixel that has not the form of a mask into it. A pixel in memory is alpha, blue, green,
 * red from the highest byte down.
 */
async function lookThrough(pixels: Uint32Array, width: number): Promise<Look> {
  const counts = new Map<number, number>();
  let softAlpha: MaskFacts['softAlpha'];
  let changed = false;
  let [last, run] = [0, 0];
  const note = (): void => {
    if (last !== 0) counts.set(last, (counts.get(last) ?? 0) + run);
    if (counts.size > MOST_COLORS)
      throw refused(`The mask has more than ${MOST_COLORS} colours. Save it without smoothing of its edges.`);
  };
  for (let start = 0; start < pixels.length; start += AT_ONCE) {
    if (start > 0) await setImmediate();
    const end = Math.min(pixels.length, start + AT_ONCE);
    for (let at = start; at < end;) {
      const pixel = pixels[at]!;
      const from = at;
      do at += 1;
      while (at < end && pixels[at] === pixel);
      const alpha = pixel >>> 24;
      if (alpha !== 0 && alpha !== 255) softAlpha ??= { x: from % width, y: Math.floor(from / width), alpha };
      const painted = alpha >= 128 && (pixel & 0xffffff) !== 0;
      const kept = painted ? (pixel | 0xff000000) >>> 0 : 0;
      if (kept !== pixel) {
        pixels.fill(kept, from, at);
        changed = true;
      }
      if (kept !== last) {
        note();
        [last, run] = [kept, 0];
      }
      run += at - from;
    }
  }
  note();
  return { counts, softAlpha, changed };
}

const colorOf = (pixel: number): number => ((pixel & 255) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 255);
