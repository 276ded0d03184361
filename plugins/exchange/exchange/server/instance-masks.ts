import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { partColors } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { MaskRuns } from '../common/mask/mask-runs.ts';
import { RunBuilder } from '../common/mask/mask-runs.ts';

/** Columns looked at before other work gets its turn. */
const AT_ONCE = 128;

/**
 * The masks of pixel instances, the parts of each together, as run lengths down the columns. Instances without a pixel
 * are left out.
 */
export async function instanceMasks(
  png: Buffer,
  instances: readonly JsonRecord[],
): Promise<ReadonlyMap<JsonRecord, MaskRuns>> {
  // Turned so that what was a column is a row: runs then lie one after the other in memory.
  const { data, info } = await sharp(png).ensureAlpha().flip().rotate(90).raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [info.height, info.width];
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const builders = new Map<number, RunBuilder>();
  const masks = instances.flatMap(instance => {
    const builder = new RunBuilder();
    const colors = partColors(instance);
    for (const color of colors) builders.set(((color & 255) << 16) | (color & 0xff00) | (color >>> 16), builder);
    return colors.length === 0 ? [] : [{ instance, builder }];
  });
  for (let column = 0; column < width; column += AT_ONCE) {
    if (column > 0) await setImmediate();
    const end = Math.min(width, column + AT_ONCE) * height;
    for (let at = column * height; at < end;) {
      const pixel = pixels[at]!;
      const from = at;
      do at += 1;
      while (at < end && pixels[at] === pixel);
      if (pixel >>> 24 !== 0) builders.get(pixel & 0xffffff)?.add(from, at - from);
    }
  }
  return new Map(
    masks
      .map(({ instance, builder }) => [instance, builder.build(width, height)] as const)
      .filter(([, { counts }]) => counts.length > 1),
  );
}
