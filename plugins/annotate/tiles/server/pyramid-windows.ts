import { inject } from 'inversify';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Pyramids } from './pyramids.ts';

/** Quality of the pictures of windows, for JPEG. */
const QUALITY = 92;

/** Joins tiles of the full resolution to pictures of parts of an image. */
export class PyramidWindows {
  constructor(@inject(Pyramids) private readonly pyramids: Pyramids) {}

  /** A part of an item's image as JPEG; undefined of an image that is not cut, or not completely. */
  async picture(
    context: RequestContext,
    item: ItemRow,
    area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): Promise<Buffer | undefined> {
    const pyramid = await this.pyramids.of(context, item);
    if (pyramid?.state !== 'ready') return undefined;
    const { id, tile_size: side, overlap } = pyramid;
    const level = pyramid.levels - 1;
    const tiles: { input: Buffer; left: number; top: number }[] = [];
    for (let row = Math.floor(area.y / side); row * side < area.y + area.height; row += 1)
      for (let column = Math.floor(area.x / side); column * side < area.x + area.width; column += 1) {
        const { bytes } = await this.pyramids.tile(context, item, id, { level, column, row });
        // A tile that the source lacks stays white.
        if (bytes === undefined) continue;
        const [left, top] = [column === 0 ? 0 : overlap, row === 0 ? 0 : overlap];
        const tile = sharp(await buffer(bytes));
        const { width, height } = await tile.metadata();
        // The part of the tile that lies in the window, in pixels of the image.
        const x1 = Math.max(area.x, column * side);
        const y1 = Math.max(area.y, row * side);
        const x2 = Math.min(area.x + area.width, column * side + Math.min(side, width - left));
        const y2 = Math.min(area.y + area.height, row * side + Math.min(side, height - top));
        if (x2 <= x1 || y2 <= y1) continue;
        const part = tile.extract({
          left: x1 - column * side + left,
          top: y1 - row * side + top,
          width: x2 - x1,
          height: y2 - y1,
        });
        tiles.push({ input: await part.png({ compressionLevel: 1 }).toBuffer(), left: x1 - area.x, top: y1 - area.y });
      }
    return sharp({ create: { width: area.width, height: area.height, channels: 3, background: '#ffffff' } })
      .composite(tiles)
      .jpeg({ quality: QUALITY })
      .toBuffer();
  }
}
