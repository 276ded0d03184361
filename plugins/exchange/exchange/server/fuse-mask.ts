import sharp from 'sharp';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { parsePartColor, partColors } from '#plugins/annotate/annotations/common/raster/index.ts';

/** Grey of objects without a class. */
const plain = 0x9aa0a6;

/**
 * A mask as a picture for people: instances in the colours of their classes, the rest transparent.
 *
 * @param colors `#RRGGBB` of classes by name
 */
export async function fuseMask(
  mask: Buffer,
  instances: readonly JsonRecord[],
  colors: ReadonlyMap<string, string>,
): Promise<Buffer> {
  const {
    data,
    info: { width, height },
  } = await sharp(mask).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const shown = new Map(
    instances.flatMap(instance => {
      const color = parsePartColor(colors.get(String(instance['className'] ?? ''))) ?? plain;
      return partColors(instance).map(part => [part, color] as const);
    }),
  );
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    data.writeUIntBE(shown.get(data.readUIntBE(at, 3)) ?? plain, at, 3);
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}
