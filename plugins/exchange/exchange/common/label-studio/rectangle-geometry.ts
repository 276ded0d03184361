import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { numberAt } from '../exchange/json-file.ts';
import type { ImageSize, NeutralGeometry } from '../exchange/neutral-document.ts';

/**
 * The box of a value with `x`, `y`, `width`, `height` in percent and `rotation` in degrees clockwise.
 *
 * @throws ExchangeError naming the field
 */
export function rectangleGeometry(
  value: JsonRecord,
  { width, height }: ImageSize,
  place: string,
  path: string,
): NeutralGeometry {
  const share = (key: string, full: number): number => (numberAt(value[key], path, `${place}.${key}`) / 100) * full;
  const [x, y, w, h] = [share('x', width), share('y', height), share('width', width), share('height', height)] as const;
  const degrees = value['rotation'] === undefined ? 0 : numberAt(value['rotation'], path, `${place}.rotation`);
  if (degrees === 0) return { type: 'bbox', points: { x1: x, y1: y, x2: x + w, y2: y + h } };
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  // Rotation is about the top left corner, not about the centre.
  return {
    type: 'rbbox',
    points: {
      x1: x,
      y1: y,
      x2: x + w * cos,
      y2: y + w * sin,
      x3: x + w * cos - h * sin,
      y3: y + w * sin + h * cos,
      x4: x - h * sin,
      y4: y + h * cos,
    },
  };
}
