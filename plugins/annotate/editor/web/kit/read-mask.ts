import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';

/**
 * The mask at an address, read outside of an editor; an empty one of the given size where there is none.
 * @throws Fault MASK_UNREADABLE when it cannot be had, or has another size
 */
export async function readMask(url: string | undefined, size: Size | undefined): Promise<LabelRaster> {
  const { MaskFiles } = await import('../document/mask/mask-files.ts');
  const files = new MaskFiles();
  try {
    return await files.open(url, size);
  } finally {
    files.dispose();
  }
}
