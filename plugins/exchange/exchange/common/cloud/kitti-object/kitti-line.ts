import type { Matrix } from '#plugins/annotate/point-clouds/common/index.ts';
import {
  inverseRigid,
  isRigid,
  multiply,
  padded,
  readKittiCalib,
} from '#plugins/annotate/point-clouds/common/index.ts';
import type { Box, Vector } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { normalAngle } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { numberAt } from '../../exchange/json-file.ts';

/** A line of a label file; numbers as they are in the file, metres and radians in the frame of the camera. */
export interface KittiLine {
  /** Of the tracking variant. */
  readonly frame?: number;
  readonly track?: number;
  readonly type: string;
  /** truncated, occluded, alpha, left, top, right, bottom as texts of the file. */
  readonly flat: readonly string[];
  /** Height, width, length; x, y, z of the middle of the bottom; rotation about the y axis. */
  readonly solid: readonly number[];
  readonly score?: number;
}

/** Columns of a line of the object benchmark without a score. */
const KITTI_COLUMNS = 15;
const solidNames = ['height', 'width', 'length', 'x', 'y', 'z', 'rotation_y'] as const;

/**
 * Reads a line of the object benchmark, or of the tracking benchmark with its two numbers in front.
 * @throws ExchangeError naming line and column
 */
export function readKittiLine(line: string, number: number, path: string, tracking: boolean): KittiLine {
  const words = line.trim().split(/\s+/);
  const own = tracking ? words.slice(2) : words;
  if (own.length < KITTI_COLUMNS)
    throw new ExchangeError(
      path,
      `line ${number} has ${words.length} columns; at least ${KITTI_COLUMNS + (tracking ? 2 : 0)} are needed`,
    );
  const whole = (at: number, name: string): number => {
    const value = numberAt(words[at], path, `line ${number} ${name}`);
    if (!Number.isInteger(value)) throw new ExchangeError(path, `line ${number} ${name} must be an integer`);
    return value;
  };
  const solid = solidNames.map((name, at) => numberAt(own[8 + at], path, `line ${number} ${name}`));
  return {
    ...(tracking ? { frame: whole(0, 'frame'), track: whole(1, 'track') } : {}),
    type: own[0]!,
    flat: own.slice(1, 8),
    solid,
    ...(own.length > KITTI_COLUMNS ? { score: numberAt(own[KITTI_COLUMNS], path, `line ${number} score`) } : {}),
  };
}

/**
 * The scan in the frame of the rectified camera, 4 × 4, by the text of a calibration file; undefined where it does not
 * say.
 */
export function scanToCamera(text: string): Matrix | undefined {
  // Files of the tracking benchmark leave the colon out.
  const values = readKittiCalib(text.replaceAll(/^(\w+)[ \t]+(?=[-+\d.])/gm, '$1: '));
  const turn = values.get('R0_rect') ?? values.get('R_rect');
  const scan = values.get('Tr_velo_to_cam') ?? values.get('Tr_velo_cam');
  if (turn?.length !== 9 || scan?.length !== 12) return undefined;
  const matrix = multiply(padded(turn), padded(scan));
  return isRigid(matrix) ? matrix : undefined;
}

/** A camera that looks along x of the scan, for scans without one. */
export const plainCamera: Matrix = [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 0, 0, 0, 1];

const applied = (m: Matrix, { x, y, z }: Vector): Vector => ({
  x: m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
  y: m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
  z: m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
});

/** The box of a line in the frame of the scan. */
export function boxOfKitti(solid: readonly number[], toCamera: Matrix): Box {
  const [height, width, length, x, y, z, turn] = solid as [number, number, number, number, number, number, number];
  return {
    position: applied(inverseRigid(toCamera), { x, y: y - height / 2, z }),
    size: { x: length, y: width, z: height },
    rotation: { x: 0, y: 0, z: normalAngle(-turn - Math.PI / 2) },
  };
}

/** The numbers of a line for a box: the way back of {@link boxOfKitti}. */
export function kittiOfBox({ position, size, rotation }: Box, toCamera: Matrix): readonly number[] {
  const { x, y, z } = applied(toCamera, position);
  return [size.z, size.y, size.x, x, y + size.z / 2, z, normalAngle(-rotation.z - Math.PI / 2)];
}
