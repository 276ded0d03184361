import { numberAt } from '../exchange/json-file.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';

/** A line of `gt.txt`. */
export interface MotLine {
  /** From 1. */
  readonly frame: number;
  readonly id: number;
  /** Pixels that count from 1. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** 0 for a line that does not count; a confidence in results of detectors. */
  readonly flag: number;
  /** From 1; undefined in files of 2D MOT 2015, which have no classes. */
  readonly label: number | undefined;
  /** From 0 to 1; undefined where the file has none. */
  readonly visibility: number | undefined;
}

/** Class names of MOT16 and later by number. */
const challengeLabels = [
  'Pedestrian',
  'Person on vehicle',
  'Car',
  'Bicycle',
  'Motorbike',
  'Non motorized vehicle',
  'Static person',
  'Distractor',
  'Occluder',
  'Occluder on the ground',
  'Occluder full',
  'Reflection',
  'Crowd',
] as const;

/** The name of a class by its number: that of `labels.txt`, else of the challenge; `object` without a number. */
export const motLabel = (label: number | undefined, names: readonly string[]): string =>
  label === undefined || label < 1 ? 'object' : (names[label - 1] ?? challengeLabels[label - 1] ?? `class ${label}`);

/** Numbers in a line: id and box, then flag; or flag, class, visibility; or confidence and a place in space. */
const FEWEST = 6;

/** True for the place where the challenge keeps the boxes of a sequence. */
export const isMotPath = (path: string): boolean => /(?:^|\/)(?:gt\/gt|det\/det)\.txt$/i.test(path);

/** True for text that looks like the lines of a MOT file. */
export const isMotText = (text: string): boolean => {
  const lines = text
    .slice(0, 4000)
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .slice(0, 5);
  return (
    lines.length > 0 &&
    lines.every((line, at) => {
      const numbers = line.split(',');
      // The text may end within its last line.
      return (
        (numbers.length >= 7 &&
          numbers.length <= 10 &&
          numbers.every(each => each.trim() !== '' && Number.isFinite(Number(each)))) ||
        (at === lines.length - 1 && at > 0)
      );
    })
  );
};

/** Reads a line. @throws ExchangeError naming line and column */
export function readMotLine(line: string, number: number, path: string): MotLine {
  const parts = line.split(',');
  if (parts.length < FEWEST) throw new ExchangeError(path, `line ${number} must have at least ${FEWEST} numbers`);
  const at = (place: number, name: string): number => numberAt(parts[place], path, `line ${number} ${name}`);
  const [frame, id] = [at(0, 'frame'), at(1, 'id')];
  if (!Number.isInteger(frame) || frame < 1) throw new ExchangeError(path, `line ${number} frame must be at least 1`);
  // Ten columns are those of 2015: a place in space follows the confidence.
  const isFlat = parts.length === 8 || parts.length === 9;
  return {
    frame,
    id,
    left: at(2, 'left'),
    top: at(3, 'top'),
    width: at(4, 'width'),
    height: at(5, 'height'),
    flag: parts.length > 6 ? at(6, 'flag') : 1,
    label: isFlat ? at(7, 'class') : undefined,
    visibility: parts.length === 9 ? at(8, 'visibility') : undefined,
  };
}

/** Values of `seqinfo.ini` by lower-case name. */
export const readSeqinfo = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/\r?\n/).flatMap(line => {
      const found = /^\s*([A-Za-z]\w*)\s*=\s*(.*?)\s*$/.exec(line);
      return found === null ? [] : [[found[1]!.toLowerCase(), found[2]!] as const];
    }),
  );
