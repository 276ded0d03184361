import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageSource } from './image-source.ts';
import { tileArea } from './image-source.ts';

/**
 * The pixels of a part of a picture, made smaller so that the longer side has at most `longestSide` pixels, never
 * larger. `area` in item pixels is widened to whole pixels; what lies beyond the picture is transparent. Rejects when
 * the area has no pixel in it.
 */
export async function readPixels(source: ImageSource, area: Rectangle, longestSide: number): Promise<ImageData> {
  const left = Math.floor(area.minX);
  const top = Math.floor(area.minY);
  const across = Math.ceil(area.maxX) - left;
  const down = Math.ceil(area.maxY) - top;
  const onPicture = intersect(area, { minX: 0, minY: 0, maxX: source.size.width, maxY: source.size.height });
  if (!(across > 0 && down > 0) || isEmptyRectangle(onPicture))
    throw new Error('The area has no part of the picture in it.');
  const scale = Math.min(1, longestSide / Math.max(across, down));
  const width = Math.max(1, Math.round(across * scale));
  const height = Math.max(1, Math.round(down * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  // The smallest level that still has as many pixels as are asked for.
  const level = Math.max(
    0,
    source.levels.findLastIndex(one => one.width / source.size.width >= scale - 1e-9),
  );
  const size = source.levels[level]!;
  const toLevelX = size.width / source.size.width;
  const toLevelY = size.height / source.size.height;
  const column = (x: number): number => Math.floor((x * toLevelX) / source.tileSize);
  const row = (y: number): number => Math.floor((y * toLevelY) / source.tileSize);
  for (let atRow = row(onPicture.minY); atRow <= row(onPicture.maxY); atRow += 1) {
    for (let atColumn = column(onPicture.minX); atColumn <= column(onPicture.maxX); atColumn += 1) {
      const key = { level, column: atColumn, row: atRow };
      const covered = tileArea(size, source.tileSize, key);
      if (covered.width <= 0 || covered.height <= 0) continue;
      const tile = await source.tile(key);
      const x = (value: number): number => (value / toLevelX - left) * (width / across);
      const y = (value: number): number => (value / toLevelY - top) * (height / down);
      context.drawImage(
        tile,
        x(covered.x),
        y(covered.y),
        (covered.width / toLevelX) * (width / across),
        (covered.height / toLevelY) * (height / down),
      );
      tile.close();
    }
  }
  return context.getImageData(0, 0, width, height);
}
