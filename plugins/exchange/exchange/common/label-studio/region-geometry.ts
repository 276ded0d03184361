import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { numberAt, pairsAt } from '../exchange/json-file.ts';
import type { NeutralGeometry } from '../exchange/neutral-document.ts';
import { masksByValue } from '../mask/mask-pixels.ts';
import { unpackBrush } from './brush-rle.ts';
import { rectangleGeometry } from './rectangle-geometry.ts';

/** Most pixels of a painted mask. */
const pixelLimit = 1e8;

/** A result of a task, its pixel size and its labels. */
export interface Region {
  readonly place: string;
  readonly type: string;
  readonly value: JsonRecord;
  readonly width: number;
  readonly height: number;
  readonly labels: readonly string[];
}

/**
 * Returns the shape of a region in pixels; undefined for results that are none.
 * @throws ExchangeError naming the field
 */
export function regionGeometry(region: Region, path: string): NeutralGeometry | undefined {
  const { value, width, height, place, type } = region;
  const share = (key: string, whole: number): number =>
    (numberAt(value[key], path, `${place}.value.${key}`) / 100) * whole;
  switch (type) {
    case 'rectanglelabels':
    case 'rectangle':
      return rectangleGeometry(value, region, `${place}.value`, path);
    case 'polygonlabels':
    case 'polygon': {
      const flat = pairsAt(value['points'], path, `${place}.value.points`).map(
        (each, at) => (each / 100) * (at % 2 === 0 ? width : height),
      );
      const least = value['closed'] === false ? 2 : 3;
      if (flat.length < least * 2)
        throw new ExchangeError(path, `${place}.value.points must have at least ${least} points`);
      // Lines have no kind of their own; what wrote them marks them.
      return value['closed'] === false
        ? { type: 'polyline', points: flat }
        : { type: 'polygon', points: flat, exclude: [] };
    }
    case 'ellipselabels':
    case 'ellipse':
      return {
        type: 'ellipse',
        cx: share('x', width),
        cy: share('y', height),
        rx: share('radiusX', width),
        ry: share('radiusY', height),
        angle: value['rotation'] === undefined ? 0 : numberAt(value['rotation'], path, `${place}.value.rotation`),
      };
    case 'keypointlabels':
    case 'keypoint':
      return { type: 'point', x: share('x', width), y: share('y', height) };
    case 'brushlabels':
    case 'brush': {
      const rle = value['rle'];
      if (!Array.isArray(rle) || !rle.every(byte => Number.isInteger(byte) && byte >= 0 && byte < 256))
        throw new ExchangeError(path, `${place}.value.rle must be a list of bytes`);
      if (width * height > pixelLimit) throw new ExchangeError(path, `${place} has more pixels than can be read`);
      try {
        const runs = masksByValue(unpackBrush(rle as number[], width * height), width, height, new Set([0])).get(1);
        if (runs === undefined) throw new RangeError('rle paints nothing');
        return { type: 'mask', runs };
      } catch (error) {
        throw error instanceof RangeError ? new ExchangeError(path, `${place}.value.${error.message}`) : error;
      }
    }
    default:
      return undefined;
  }
}
