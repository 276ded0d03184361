/** A box in pixels of a picture, by its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place that looks like the example, and how much, up to 1. */
export interface LikelyBox extends Box {
  readonly score: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes that are tried first, as parts of that of the example. */
const SCALES = [0.7, 1, 1.4];
/** Distance of two windows, as a part of their size. */
const STRIDE = 0.5;
/** Windows of one picture that are compared first. */
const MOST_WINDOWS = 600;
/** Windows that are moved to where they fit best, how often, and the part of their size by which they move first. */
const SEEDS = 12;
const ROUNDS = 3;
const FIRST_STEP = 0.25;
const GROWTH = 1.18;
/** Part of the smaller of two boxes from which on they are of the same object. */
const SAME = 0.3;
/** The way from the usual place of a picture to the example, of which a place must have made this part. */
const LEAST = 0.6;
/** The same of a window that is worth moving. */
const HOPEFUL = 0.3;
/** Suggestions of one picture. */
const MOST_FOUND = 10;

/** True when an object of a size is too small in its picture to be looked for. */
export const isTooSmall = (picture: Size, size: Size): boolean => windowsOf(picture, size, 1).length > MOST_WINDOWS;

/**
 * Finds the places of a picture that look most like an example of a size, the best first. A place counts when it is
 * clearly more like the example than the usual place of this picture. Places where objects are, `taken`, are left out.
 * @param likeness how alike windows are to the example, up to 1
 */
export async function likelyBoxes(
  picture: Size,
  size: Size,
  taken: readonly Box[],
  likeness: (boxes: readonly Box[]) => Promise<readonly number[]>,
): Promise<readonly LikelyBox[]> {
  const own = windowsOf(picture, size, 1);
  if (own.length === 0 || own.length > MOST_WINDOWS) return [];
  const all = SCALES.flatMap(scale => windowsOf(picture, size, scale));
  const windows = all.length > MOST_WINDOWS ? own : all;
  const scored = scoredBoxes(windows, await likeness(windows));
  const usual = scored.map(each => each.score).toSorted((one, other) => one - other)[Math.floor(scored.length / 4)]!;
  const above = (part: number): number => usual + (1 - usual) * part;
  let seeds = distinct(scored.filter(each => each.score >= above(HOPEFUL))).slice(0, SEEDS);
  for (let round = 0, step = FIRST_STEP; round < ROUNDS; round += 1, step /= 2) {
    const around = seeds.map(seed => movesOf(picture, seed, step));
    const scores = await likeness(around.flat());
    let at = 0;
    seeds = seeds.map((seed, index) => {
      const moves = scoredBoxes(around[index]!, scores.slice(at, (at += around[index]!.length)));
      return moves.reduce((best, each) => (each.score > best.score ? each : best), seed);
    });
  }
  return distinct(seeds.filter(each => each.score >= above(LEAST) && !taken.some(box => isSame(box, each)))).slice(
    0,
    MOST_FOUND,
  );
}

/** Windows of one size that cover a picture evenly; none where they are larger than it. */
function windowsOf(picture: Size, size: Size, scale: number): Box[] {
  const [width, height] = [size.width * scale, size.height * scale];
  if (width > picture.width || height > picture.height || width <= 0 || height <= 0) return [];
  const places = (room: number, step: number): number[] => {
    const count = Math.ceil(room / step);
    return count === 0 ? [0] : Array.from({ length: count + 1 }, (_, at) => (room * at) / count);
  };
  const columns = places(picture.width - width, width * STRIDE);
  return places(picture.height - height, height * STRIDE).flatMap(y => columns.map(x => ({ x, y, width, height })));
}

/** A window moved to each side, wider, narrower, higher and lower, inside of the picture. */
function movesOf(picture: Size, { x, y, width, height }: Box, step: number): Box[] {
  const growth = 1 + (GROWTH - 1) * (step / FIRST_STEP);
  const sized = (across: number, down: number): Box => ({
    x: x + (width - width * across) / 2,
    y: y + (height - height * down) / 2,
    width: width * across,
    height: height * down,
  });
  return [
    { x: x - width * step, y, width, height },
    { x: x + width * step, y, width, height },
    { x, y: y - height * step, width, height },
    { x, y: y + height * step, width, height },
    sized(growth, growth),
    sized(1 / growth, 1 / growth),
    sized(growth, 1),
    sized(1, growth),
    sized(1 / growth, 1),
    sized(1, 1 / growth),
  ].filter(
    each =>
      each.x >= 0 && each.y >= 0 && each.x + each.width <= picture.width && each.y + each.height <= picture.height,
  );
}

const scoredBoxes = (boxes: readonly Box[], scores: readonly number[]): LikelyBox[] =>
  boxes.map((box, at) => ({ ...box, score: scores[at]! }));

/** The best boxes that do not overlap, the best first. */
function distinct(boxes: readonly LikelyBox[]): LikelyBox[] {
  const found: LikelyBox[] = [];
  for (const each of boxes.toSorted((one, other) => other.score - one.score))
    if (!found.some(better => isSame(better, each))) found.push(each);
  return found;
}

/** Part of the smaller box alone: a window around an object and one in it are both of that object. */
const isSame = (one: Box, other: Box): boolean =>
  commonArea(one, other) > SAME * Math.min(one.width * one.height, other.width * other.height);

/** Common part of the area that two boxes cover together. */
export function overlapOf(one: Box, other: Box): number {
  const common = commonArea(one, other);
  return common / (one.width * one.height + other.width * other.height - common);
}

function commonArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
