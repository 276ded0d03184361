import { ExchangeError } from '../exchange/exchange-error.ts';
import type { StoredSkeleton } from '../exchange/keypoint-names.ts';
import type { ImageSize, NeutralGeometry } from '../exchange/neutral-document.ts';

export const yoloTasks = ['detect', 'segment', 'pose', 'obb'] as const;
export type YoloTask = (typeof yoloTasks)[number];

/** Number of keypoints of an object, and whether each has its visibility (`kpt_shape`). */
export interface KeypointShape {
  readonly count: number;
  readonly dimensions: 2 | 3;
  /** Names by the number of the class; empty where none are given. */
  readonly names: (classNumber: number) => readonly string[];
}

/** One line of a label file. `values` follow the class number. */
export interface YoloLine {
  /** From 1. */
  readonly line: number;
  readonly classNumber: number;
  readonly values: readonly number[];
}

/** Longest line that is read, in characters. */
const lineLimit = 1_000_000;

/** The lines of a label file. @throws ExchangeError naming the line */
export function readLines(text: string, path: string): readonly YoloLine[] {
  return text.split(/\r\n|\n|\r/).flatMap((row, at): YoloLine[] => {
    const content = row.trim();
    if (content === '') return [];
    if (content.length > lineLimit) throw new ExchangeError(path, `line ${at + 1} is too long`);
    const [classNumber, ...values] = content.split(/\s+/).map(Number) as [number, ...number[]];
    if (![classNumber, ...values].every(Number.isFinite))
      throw new ExchangeError(path, `line ${at + 1} must hold numbers only`);
    if (!Number.isInteger(classNumber) || classNumber < 0)
      throw new ExchangeError(path, `line ${at + 1} must begin with a class number`);
    return [{ line: at + 1, classNumber, values }];
  });
}

/**
 * The task a set of lines is for, by how many numbers they have; undefined when they do not agree or there are none.
 */
export function guessTask(counts: ReadonlySet<number>): YoloTask | undefined {
  const list = [...counts];
  if (list.length === 0) return undefined;
  if (list.every(count => count === 5 || count === 6)) return 'detect';
  if (list.every(count => count === 9)) return 'obb';
  // With a score after the points the number is even; ten numbers are corners and a score.
  if (list.every(count => count === 10)) return 'obb';
  return list.every(count => count >= 7 && count % 2 === 1) || list.every(count => count >= 8 && count % 2 === 0)
    ? 'segment'
    : undefined;
}

const expected = (task: YoloTask, shape: KeypointShape | undefined): string =>
  task === 'detect'
    ? '5'
    : task === 'obb'
      ? '9'
      : task === 'pose'
        ? String(5 + (shape?.count ?? 0) * (shape?.dimensions ?? 0))
        : 'at least 7';

const fits = (task: YoloTask, count: number, shape: KeypointShape | undefined): boolean =>
  task === 'detect'
    ? count === 5 || count === 6
    : task === 'obb'
      ? count === 9 || count === 10
      : task === 'pose'
        ? shape !== undefined && count === 5 + shape.count * shape.dimensions
        : count >= 7;

const boxOf = ([cx, cy, w, h]: readonly number[], { width, height }: ImageSize): NeutralGeometry => ({
  type: 'bbox',
  points: {
    x1: (cx! - w! / 2) * width,
    y1: (cy! - h! / 2) * height,
    x2: (cx! + w! / 2) * width,
    y2: (cy! + h! / 2) * height,
  },
});

/**
 * Returns the shapes of a line: its shapes and how likely the first is (0..1). Several belong together.
 * @throws ExchangeError naming the line
 */
export function shapesOf(
  { line, classNumber, values }: YoloLine,
  task: YoloTask,
  size: ImageSize,
  shape: KeypointShape | undefined,
  name: string,
  path: string,
): {
  readonly shapes: readonly NeutralGeometry[];
  readonly score?: number;
  readonly visibility?: readonly number[];
  readonly skeleton?: StoredSkeleton;
} {
  const count = values.length + 1;
  if (!fits(task, count, shape))
    throw new ExchangeError(path, `line ${line} has ${count} values, expected ${expected(task, shape)}`);
  const pixels = (list: readonly number[]): number[] =>
    list.map((value, at) => value * (at % 2 === 0 ? size.width : size.height));
  if (task === 'detect')
    return { shapes: [boxOf(values, size)], ...(values.length === 5 ? { score: values[4]! } : {}) };
  if (task === 'segment') {
    const isScored = values.length % 2 === 1;
    const points = pixels(isScored ? values.slice(0, -1) : values);
    return { shapes: [{ type: 'polygon', points, exclude: [] }], ...(isScored ? { score: values.at(-1)! } : {}) };
  }
  if (task === 'obb') {
    const points = Object.fromEntries(
      pixels(values.slice(0, 8)).map((value, at) => [`${at % 2 === 0 ? 'x' : 'y'}${(at >> 1) + 1}`, value]),
    );
    return { shapes: [{ type: 'rbbox', points }], ...(values.length === 9 ? { score: values[8]! } : {}) };
  }
  const { dimensions } = shape!;
  const listed = shape!.names(classNumber);
  const names = Array.from(
    { length: listed.length === 0 ? shape!.count : Math.min(listed.length, shape!.count) },
    (none, at) => listed[at] ?? String(at + 1),
  );
  const all = Array.from({ length: names.length }, (none, at) =>
    values.slice(4 + at * dimensions, 4 + (at + 1) * dimensions),
  );
  // Without a third number a point at the origin is one that is not there.
  const present = [...all.keys()].filter(at =>
    dimensions === 3 ? all[at]![2]! > 0 : all[at]![0] !== 0 || all[at]![1] !== 0,
  );
  if (present.length === 0) return { shapes: [boxOf(values, size)] };
  const template: NeutralGeometry = {
    type: 'template',
    templateName: name,
    connections: [],
    points: present.map((index, at) => ({
      id: at + 1,
      x: all[index]![0]! * size.width,
      y: all[index]![1]! * size.height,
    })),
    pointLabels: Object.fromEntries(present.map((index, at) => [at, names[index]!])),
  };
  return {
    shapes: [template, boxOf(values, size)],
    skeleton: { names, lines: [], at: present },
    ...(dimensions === 3 ? { visibility: present.map(index => all[index]![2]!) } : {}),
  };
}
