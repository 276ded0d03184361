import type { Sharp } from 'sharp';
import sharp from 'sharp';

/** Longer side of the picture that crops are cut from, in pixels. */
const CUT_SIDE = 1600;
const MOST_PIXELS = 200_000_000;
/** Share of a box that is added on each side of it. */
const MARGIN = 0.1;

/** A box in pixels of the item. */
export interface CropBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of a box with its margin, inside the picture; at least one. */
export function boxWithMargin(
  { x, y, width, height }: CropBox,
  scale: number,
  picture: { readonly width: number; readonly height: number },
): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const inside = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const left = inside(Math.floor((x - width * MARGIN) * scale), picture.width - 1);
  const top = inside(Math.floor((y - height * MARGIN) * scale), picture.height - 1);
  const right = inside(Math.ceil((x + width * (1 + MARGIN)) * scale), picture.width);
  const bottom = inside(Math.ceil((y + height * (1 + MARGIN)) * scale), picture.height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Cuts squares of RGB pixels out of a picture: the whole picture for an absent box. */
export type CutPicture = (boxes: readonly (CropBox | undefined)[], side: number) => Promise<readonly Uint8Array[]>;

/**
 * Decodes the bytes of a picture. `itemWidth` is the width in whose pixels boxes are given.
 * @throws Error when the picture cannot be read.
 */
export async function openPicture(bytes: Buffer, itemWidth: number): Promise<CutPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(CUT_SIDE, CUT_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels } as const;
  const cut = (box: CropBox | undefined): Sharp => {
    const picture = sharp(data, { raw });
    return box === undefined ? picture : picture.extract(boxWithMargin(box, info.width / itemWidth, info));
  };
  return async (boxes, side) => {
    const squares: Uint8Array[] = [];
    for (const box of boxes) squares.push(await cut(box).resize(side, side, { fit: 'cover' }).raw().toBuffer());
    return squares;
  };
}
