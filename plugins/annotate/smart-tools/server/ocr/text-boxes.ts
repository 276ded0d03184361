import { gridParts } from '../../common/grid-parts.ts';

const INSIDE = 0.3;
const SURE = 0.55;
/** The detector gives the core of a line; its box is grown by area / perimeter times this. */
const GROWTH = 1.6;
const SMALLEST = 3;

/** A line of text as four corners x, y, … from its top left clockwise, in cells of the map. */
export type TextBox = readonly number[];

/** Boxes of the lines in a map of probabilities, in reading order: from above, then from the left. */
export function textBoxes(map: Float32Array, width: number, height: number): readonly TextBox[] {
  const cells = new Uint8Array(map.length);
  for (let cell = 0; cell < cells.length; cell++) cells[cell] = map[cell]! > INSIDE ? 1 : 0;
  const { labels, sizes } = gridParts(cells, width, height);
  const sums = new Float64Array(sizes.length);
  const edges: number[][] = sizes.map(() => []);
  for (let cell = 0; cell < cells.length; cell++) {
    const label = labels[cell]!;
    if (label === 0) continue;
    sums[label]! += map[cell]!;
    const x = cell % width;
    // Only the ends of each row of a part can be corners of its hull.
    if (x === 0 || labels[cell - 1] !== label) edges[label]!.push(x, Math.floor(cell / width));
    if (x === width - 1 || labels[cell + 1] !== label) edges[label]!.push(x + 1, Math.floor(cell / width));
  }
  const boxes: TextBox[] = [];
  for (let label = 1; label < sizes.length; label++) {
    if (sums[label]! / sizes[label]! < SURE) continue;
    const box = grownBox(
      edges[label]!.flatMap((value, at, list) =>
        at % 2 === 0 ? [value, list[at + 1]!, value, list[at + 1]! + 1] : [],
      ),
    );
    if (box !== undefined) boxes.push(box);
  }
  return inReadingOrder(boxes);
}

/** The smallest rectangle around points, grown; undefined when it is too small to hold text. */
function grownBox(points: readonly number[]): TextBox | undefined {
  const hull = convexHull(points);
  if (hull.length < 6) return undefined;
  let best:
    | { readonly area: number; readonly angle: number; readonly bounds: readonly [number, number, number, number] }
    | undefined;
  for (let at = 0; at < hull.length; at += 2) {
    const next = (at + 2) % hull.length;
    const angle = Math.atan2(hull[next + 1]! - hull[at + 1]!, hull[next]! - hull[at]!);
    const bounds = turnedBounds(hull, angle);
    const area = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]);
    if (best === undefined || area < best.area) best = { area, angle, bounds };
  }
  const {
    angle,
    bounds: [left, top, right, bottom],
  } = best!;
  const [width, height] = [right - left, bottom - top];
  if (Math.min(width, height) < SMALLEST) return undefined;
  const growth = (width * height * GROWTH) / (2 * (width + height));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [
    [left - growth, top - growth],
    [right + growth, top - growth],
    [right + growth, bottom + growth],
    [left - growth, bottom + growth],
  ].map(([x, y]) => [x! * cos - y! * sin, x! * sin + y! * cos] as const);
  return fromTopLeft(corners);
}

function turnedBounds(hull: readonly number[], angle: number): readonly [number, number, number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < hull.length; at += 2) {
    const x = hull[at]! * cos + hull[at + 1]! * sin;
    const y = -hull[at]! * sin + hull[at + 1]! * cos;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

/** Text runs along the longer side and, of its two ways, the one that leads to the right. */
function fromTopLeft(corners: readonly (readonly [number, number])[]): TextBox {
  const side = (from: number): number =>
    Math.hypot(corners[(from + 1) % 4]![0] - corners[from]![0], corners[(from + 1) % 4]![1] - corners[from]![1]);
  const long = side(0) >= side(1) * 0.9 ? 0 : 1;
  const turned = [0, 1, 2, 3].map(at => corners[(at + long) % 4]!);
  const leadsRight = turned[1]![0] - turned[0]![0] >= 0;
  return (leadsRight ? turned : [2, 3, 0, 1].map(at => turned[at]!)).flat();
}

/** Andrew's monotone chain. */
function convexHull(points: readonly number[]): readonly number[] {
  const sorted = Array.from(
    { length: points.length / 2 },
    (_, at) => [points[at * 2]!, points[at * 2 + 1]!] as const,
  ).toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const chain = (list: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
    const half: (readonly [number, number])[] = [];
    for (const point of list) {
      while (half.length >= 2) {
        const [first, second] = [half.at(-2)!, half.at(-1)!];
        if ((second[0] - first[0]) * (point[1] - first[1]) - (second[1] - first[1]) * (point[0] - first[0]) > 0) break;
        half.pop();
      }
      half.push(point);
    }
    return half.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())].flat();
}

/** Boxes whose middles are less than half a line apart are on one line. */
function inReadingOrder(boxes: readonly TextBox[]): readonly TextBox[] {
  const middle = (box: TextBox): number => (box[1]! + box[3]! + box[5]! + box[7]!) / 4;
  const tall = (box: TextBox): number => Math.hypot(box[6]! - box[0]!, box[7]! - box[1]!);
  const rest = boxes.toSorted((one, other) => middle(one) - middle(other));
  const ordered: TextBox[] = [];
  while (rest.length > 0) {
    const first = rest[0]!;
    const line = rest.filter(box => middle(box) - middle(first) < Math.min(tall(first), tall(box)) / 2);
    ordered.push(...line.toSorted((one, other) => one[0]! - other[0]!));
    for (const box of line) rest.splice(rest.indexOf(box), 1);
  }
  return ordered;
}
