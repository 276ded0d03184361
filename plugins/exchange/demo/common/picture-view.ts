import { clipLine, clipRing } from './clip.ts';
import type { DrawnShape } from './drawn-shape.ts';
import { ringArea, roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** A part of a photograph, enlarged and perhaps mirrored left to right. */
export interface PictureView {
  /** The part, in whole pixels of the photograph. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Size of the new picture in pixels. */
  readonly outWidth: number;
  readonly outHeight: number;
  readonly mirrored: boolean;
}

/** Shapes of which less is left than this share of their area or length are nobody's to see. */
const leastShare = 0.35;
/** Shapes smaller than this on the new picture, in pixels, are left out. */
const leastSize = 12;

/** Flat list of the photograph → flat list of the new picture. */
function placed(points: readonly number[], view: PictureView): number[] {
  const scaleX = view.outWidth / view.width;
  const scaleY = view.outHeight / view.height;
  return points.map((value, at) => {
    if (at % 2 === 1) return (value - view.top) * scaleY;
    const x = (value - view.left) * scaleX;
    return view.mirrored ? view.outWidth - x : x;
  });
}

const rounded = (points: readonly number[]): number[] => points.map(roundCoordinate);

function extent(points: readonly number[]): number {
  const xs = points.filter((_, at) => at % 2 === 0);
  const ys = points.filter((_, at) => at % 2 === 1);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

function lengthOf(points: readonly number[]): number {
  let sum = 0;
  for (let at = 2; at < points.length; at += 2)
    sum += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
  return sum;
}

/**
 * A shape of the photograph in the pixels of the new picture: cut at its edges, undefined when
 * too little of it is left.
 */
export function shapeInView(shape: DrawnShape, view: PictureView): DrawnShape | undefined {
  const { outWidth: width, outHeight: height } = view;
  switch (shape.type) {
    case 'point': {
      const [x, y] = placed([shape.x, shape.y], view) as [number, number];
      return x < 0 || y < 0 || x > width || y > height
        ? undefined
        : { ...shape, x: roundCoordinate(x), y: roundCoordinate(y) };
    }
    case 'ellipse': {
      const [cx, cy] = placed([shape.cx, shape.cy], view) as [number, number];
      const rx = (shape.rx * width) / view.width;
      const ry = (shape.ry * height) / view.height;
      if (cx - rx < 0 || cy - ry < 0 || cx + rx > width || cy + ry > height) return undefined;
      return {
        ...shape,
        cx: roundCoordinate(cx),
        cy: roundCoordinate(cy),
        rx: roundCoordinate(rx),
        ry: roundCoordinate(ry),
      };
    }
    case 'bbox': {
      const [xa, y1, xb, y2] = placed(shape.corners, view) as [number, number, number, number];
      const [x1, x2] = [Math.min(xa, xb), Math.max(xa, xb)];
      const cut = [Math.max(0, x1), Math.max(0, y1), Math.min(width, x2), Math.min(height, y2)] as const;
      const [across, down] = [cut[2] - cut[0], cut[3] - cut[1]];
      if (across < leastSize || down < leastSize || across * down < leastShare * (x2 - x1) * (y2 - y1))
        return undefined;
      return { ...shape, corners: rounded(cut) as [number, number, number, number] };
    }
    case 'polyline': {
      const whole = placed(shape.points, view);
      const kept = clipLine(whole, width, height);
      return kept.length < 4 || lengthOf(kept) < Math.max(leastSize, leastShare * lengthOf(whole))
        ? undefined
        : { ...shape, points: rounded(kept) };
    }
    case 'polygon': {
      const whole = placed(shape.points, view);
      const kept = rounded(clipRing(whole, width, height));
      return kept.length < 6 || extent(kept) < leastSize || ringArea(kept) < leastShare * ringArea(whole)
        ? undefined
        : { ...shape, points: kept };
    }
  }
}
