import { ExchangeError } from '../exchange/exchange-error.ts';
import { numberAt } from '../exchange/json-file.ts';
import type { NeutralGeometry } from '../exchange/neutral-document.ts';
import { turnedCorners } from '../exchange/rotated-box.ts';
import type { XmlElement } from '../exchange/xml-element.ts';
import { rowRunsToMask } from '../mask/mask-pixels.ts';

/** Structure of a skeleton label: pairs of names of points. */
export type SkeletonLines = ReadonlyMap<string, readonly (readonly [string, string])[]>;

export interface CvatShape {
  readonly geometries: readonly NeutralGeometry[];
  /** Per point of a skeleton whether it is seen (2) or hidden (1). */
  readonly visibility?: readonly number[];
}

/** Most pixels of an image that masks are read for. */
const pixelLimit = 1e9;

function pointsOf(text: string | undefined, place: string, path: string): number[] {
  return (text ?? '').split(';').flatMap((pair, at) => {
    const [x, y, ...rest] = pair.split(',');
    if (rest.length > 0) throw new ExchangeError(path, `${place}/points[${at}] must be x,y`);
    return [numberAt(x, path, `${place}/points[${at}]`), numberAt(y, path, `${place}/points[${at}]`)];
  });
}

function readMask(
  element: XmlElement,
  number: (name: string) => number,
  image: { readonly width: number; readonly height: number },
  place: string,
  path: string,
): NeutralGeometry {
  const box = { left: number('left'), top: number('top'), width: number('width'), height: number('height') };
  const counts = (element.attribute('rle') ?? '').split(',').map(part => Number(part.trim()));
  const sum = counts.reduce((all, count) => all + count, 0);
  if (!counts.every(count => Number.isInteger(count) && count >= 0))
    throw new ExchangeError(path, `${place}/rle must be whole numbers from 0`);
  if (sum !== box.width * box.height)
    throw new ExchangeError(path, `${place}/rle covers ${sum} of ${box.width * box.height} pixels`);
  if (image.width * image.height > pixelLimit || image.width <= 0 || image.height <= 0)
    throw new ExchangeError(path, `${place} needs width and height of its image`);
  return { type: 'mask', runs: rowRunsToMask(counts, box, image) };
}

function readSkeleton(
  element: XmlElement,
  label: string,
  lines: SkeletonLines,
  place: string,
  path: string,
): CvatShape {
  const shown = element.all('points').filter(point => point.attribute('outside') !== '1');
  const names = shown.map(point => point.attribute('label') ?? '');
  const flat = shown.map((point, at) => pointsOf(point.attribute('points'), `${place}/points ${at + 1}`, path));
  if (flat.some(point => point.length !== 2)) throw new ExchangeError(path, `${place} must have one place per point`);
  if (shown.length === 0) return { geometries: [] };
  const pairs = (lines.get(label) ?? []).flatMap(([from, to]) =>
    names.includes(from) && names.includes(to) ? [{ from: names.indexOf(from) + 1, to: names.indexOf(to) + 1 }] : [],
  );
  return {
    geometries: [
      {
        type: 'template',
        templateName: label,
        points: flat.map(([x, y], at) => ({ id: at + 1, x, y })),
        connections: pairs.map((pair, at) => ({ id: at + 1, ...pair })),
        pointLabels: Object.fromEntries(names.map((name, at) => [at, name])),
      },
    ],
    visibility: shown.map(point => (point.attribute('occluded') === '1' ? 1 : 2)),
  };
}

/**
 * The shapes of an element of an image; undefined for elements that are none.
 * @throws ExchangeError naming the field
 */
export function readCvatShape(
  element: XmlElement,
  image: { readonly width: number; readonly height: number },
  lines: SkeletonLines,
  place: string,
  path: string,
): CvatShape | undefined {
  const number = (name: string, otherwise?: number): number => {
    const text = element.attribute(name);
    return text === undefined && otherwise !== undefined ? otherwise : numberAt(text, path, `${place}/${name}`);
  };
  const vertices = (least: number): number[] => {
    const flat = pointsOf(element.attribute('points'), place, path);
    if (flat.length < least * 2) throw new ExchangeError(path, `${place}/points must have at least ${least} points`);
    return flat;
  };
  const one = (geometry: NeutralGeometry): CvatShape => ({ geometries: [geometry] });
  switch (element.name) {
    case 'box': {
      const [x1, y1, x2, y2] = [number('xtl'), number('ytl'), number('xbr'), number('ybr')] as const;
      const rotation = number('rotation', 0);
      return one(
        rotation === 0
          ? { type: 'bbox', points: { x1, y1, x2, y2 } }
          : { type: 'rbbox', points: turnedCorners(x1, y1, x2, y2, rotation) },
      );
    }
    case 'polygon':
      return one({ type: 'polygon', points: vertices(3), exclude: [] });
    case 'polyline':
      return one({ type: 'polyline', points: vertices(2) });
    case 'points': {
      const flat = vertices(1);
      return {
        geometries: Array.from({ length: flat.length / 2 }, (none, at) => ({
          type: 'point',
          x: flat[at * 2],
          y: flat[at * 2 + 1],
        })),
      };
    }
    case 'ellipse':
      return one({
        type: 'ellipse',
        cx: number('cx'),
        cy: number('cy'),
        rx: number('rx'),
        ry: number('ry'),
        angle: number('rotation', 0),
      });
    case 'mask':
      return one(readMask(element, name => number(name), image, place, path));
    case 'cuboid':
      return one({
        type: 'cuboid',
        points: {
          f1: { x: number('xtl1'), y: number('ytl1') },
          f2: { x: number('xbr1'), y: number('ybr1') },
          r1: { x: number('xtl2'), y: number('ytl2') },
          r2: { x: number('xbr2'), y: number('ybr2') },
        },
      });
    case 'skeleton':
      return readSkeleton(element, element.attribute('label') ?? '', lines, place, path);
    case 'tag':
      return one({ type: 'tag' });
    default:
      return undefined;
  }
}
