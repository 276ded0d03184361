import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Size of the test picture and the place of its red rectangle, in image pixels. */
export const PICTURE = { width: 800, height: 600 } as const;
const RED = { left: 200, top: 150, right: 600, bottom: 450 } as const;

/** A grey picture with a red rectangle, so that a screenshot shows where each image pixel is drawn. */
export function markedPicture(): Promise<Buffer> {
  const red = {
    create: { width: RED.right - RED.left, height: RED.bottom - RED.top, channels: 3, background: '#ff0000' },
  } as const;
  return sharp({ create: { ...PICTURE, channels: 3, background: '#808080' } })
    .composite([{ input: red, left: RED.left, top: RED.top }])
    .png()
    .toBuffer();
}

/** From image pixels to pixels of the window and back. */
export interface Placement {
  readonly scale: number;
  toImage(x: number, y: number): readonly [x: number, y: number];
  toScreen(x: number, y: number): readonly [x: number, y: number];
}

/**
 * Finds the red rectangle in a screenshot of the stage, to a fraction of a pixel, and with it the placement of the
 * picture in the window. Thumbnails beside the stage show the same rectangle.
 */
export async function placementOf(page: Page): Promise<Placement> {
  const box = await page.locator('[data-stage]').boundingBox();
  if (box === null) throw new Error('There is no stage on the screen.');
  const stage = {
    x: Math.ceil(box.x),
    y: Math.ceil(box.y),
    width: Math.floor(box.width),
    height: Math.floor(box.height),
  };
  const { data, info } = await sharp(await page.screenshot({ clip: stage }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const redness = (x: number, y: number): number => {
    const at = (y * info.width + x) * 3;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return Math.max(0, Math.min(1, (red - Math.max(green, blue)) / 255));
  };
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < info.height; y += 3)
    for (let x = 0; x < info.width; x += 3)
      if (redness(x, y) > 0.9) {
        xs.push(x);
        ys.push(y);
      }
  if (xs.length < 100) throw new Error('The test picture is not on the screen.');
  const centre = {
    x: Math.round((Math.min(...xs) + Math.max(...xs)) / 2),
    y: Math.round((Math.min(...ys) + Math.max(...ys)) / 2),
  };
  // An edge pixel that is half red is half covered: the sum of redness is the length.
  const reach = (length: number, at: (step: number) => number): number => {
    let sum = 0;
    for (let step = 0; step < length; step++) {
      const red = at(step);
      if (red < 0.02) break;
      sum += red;
    }
    return sum;
  };
  const left = stage.x + centre.x - reach(centre.x, step => redness(centre.x - 1 - step, centre.y));
  const right = stage.x + centre.x + reach(info.width - centre.x, step => redness(centre.x + step, centre.y));
  const top = stage.y + centre.y - reach(centre.y, step => redness(centre.x, centre.y - 1 - step));
  const scale = (right - left) / (RED.right - RED.left);
  return {
    scale,
    toImage: (x, y) => [RED.left + (x - left) / scale, RED.top + (y - top) / scale],
    toScreen: (x, y) => [left + (x - RED.left) * scale, top + (y - RED.top) * scale],
  };
}
