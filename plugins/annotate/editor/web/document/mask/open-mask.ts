import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { pictureSize } from './picture-size.ts';
import { MaskFiles } from './mask-files.ts';
import { MaskKeeper } from './mask-keeper.ts';

/** Opens the mask of a pixel item; `send` stores one and returns its name. */
export async function openMask(opened: OpenedItem, send: (png: Blob) => Promise<string>): Promise<MaskKeeper> {
  const files = new MaskFiles();
  // The picture comes while the mask is unpacked; the stage then takes it from the browser's cache.
  if (opened.mask !== null && opened.asset.url !== null)
    void fetch(opened.asset.url, { credentials: 'same-origin' })
      .then(answer => answer.blob())
      .catch(() => undefined);
  const open = async ({ mask, asset: { width, height, url } }: OpenedItem): ReturnType<MaskFiles['open']> =>
    files.open(
      mask?.url,
      width !== null && height !== null ? { width, height } : mask === null ? await pictureSize(url) : undefined,
    );
  try {
    return new MaskKeeper(
      await open(opened),
      { open, encode: mask => files.encode(mask), send, dispose: () => files.dispose() },
      opened,
    );
  } catch (error) {
    files.dispose();
    throw error;
  }
}
