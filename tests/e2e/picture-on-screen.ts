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
 * Finds the red rectangle on the canvas of the stage, to a fraction of a pixel, and with it the placement of the picture
 * in the window.
 */
export async function placementOf(page: Page): Promise<Placement> {
  const found = await page.evaluate(redEdges);
  if (found === undefined) throw new Error('The test picture is not on the screen.');
  const { left, right, top } = found;
  const scale = (right - left) / (RED.right - RED.left);
  return {
    scale,
    toImage: (x, y) => [RED.left + (x - left) / scale, RED.top + (y - top) / scale],
    toScreen: (x, y) => [left + (x - RED.left) * scale, top + (y - RED.top) * scale],
  };
}

/** Returns the edges of what is red on the stage, in pixels of the window. Runs in the page. */
function redEdges(): { readonly left: number; readonly right: number; readonly top: number } | undefined {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-stage] canvas');
  const box = canvas?.getBoundingClientRect();
  if (canvas === null || box === undefined || box.width < 1 || box.height < 1) return undefined;
  const [width, height] = [Math.round(box.width), Math.round(box.height)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(canvas, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const redness = (x: number, y: number): number => {
    const at = (y * width + x) * 4;
    return Math.max(0, Math.min(1, (data[at]! - Math.max(data[at + 1]!, data[at + 2]!)) / 255));
  };
  let [count, minX, maxX, minY, maxY] = [0, width, 0, height, 0];
  for (let y = 0; y < height; y += 3)
    for (let x = 0; x < width; x += 3)
      if (redness(x, y) > 0.9) {
        count += 1;
        [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
        [minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
      }
  if (count < 100) return undefined;
  const [x, y] = [Math.round((minX + maxX) / 2), Math.round((minY + maxY) / 2)];
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
  return {
    left: box.left + x - reach(x, step => redness(x - 1 - step, y)),
    right: box.left + x + reach(width - x, step => redness(x + step, y)),
    top: box.top + y - reach(y, step => redness(x, y - 1 - step)),
  };
}
