import { readDistortion } from './lens-distortion.ts';

/** A matrix in row order. */
export type Matrix = readonly number[];

/** The product of two 4 × 4 matrices. */
export function multiply(one: Matrix, other: Matrix): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [Math.floor(at / 4), at % 4];
    return [0, 1, 2, 3].reduce((sum, k) => sum + one[row * 4 + k]! * other[k * 4 + column]!, 0);
  });
}

/** A 4 × 4 matrix of a 3 × 3 or 3 × 4 one. */
export function padded(matrix: Matrix): number[] {
  const columns = matrix.length / 3;
  return Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [Math.floor(at / 4), at % 4];
    return row === 3 || column >= columns ? Number(row === column) : matrix[row * columns + column]!;
  });
}

/** The inverse of a rigid 4 × 4 matrix. */
export function inverseRigid(matrix: Matrix): number[] {
  const at = (row: number, column: number): number => matrix[row * 4 + column]!;
  const moved = [0, 1, 2].map(column => -[0, 1, 2].reduce((sum, row) => sum + at(row, column) * at(row, 3), 0));
  return [...[0, 1, 2].flatMap(row => [at(0, row), at(1, row), at(2, row), moved[row]!]), 0, 0, 0, 1];
}

/** True for a rotation and a shift: orthonormal within 1e-3, last row 0 0 0 1. */
export function isRigid(matrix: Matrix): boolean {
  if (matrix.length !== 16 || matrix.some(each => !Number.isFinite(each))) return false;
  if (matrix[12] !== 0 || matrix[13] !== 0 || matrix[14] !== 0 || matrix[15] !== 1) return false;
  for (let one = 0; one < 3; one += 1)
    for (let other = one; other < 3; other += 1) {
      const dot = [0, 1, 2].reduce((sum, k) => sum + matrix[one * 4 + k]! * matrix[other * 4 + k]!, 0);
      if (Math.abs(dot - Number(one === other)) > 1e-3) return false;
    }
  return true;
}

/** The rotation of a rigid matrix as a quaternion [w, x, y, z]. */
export function quaternionOf(matrix: Matrix): [number, number, number, number] {
  const at = (row: number, column: number): number => matrix[row * 4 + column]!;
  const [xx, yy, zz] = [at(0, 0), at(1, 1), at(2, 2)];
  const size = (sum: number): number => Math.sqrt(Math.max(0, sum)) / 2;
  const sign = (value: number, by: number): number => (by < 0 ? -value : value);
  return [
    size(1 + xx + yy + zz),
    sign(size(1 + xx - yy - zz), at(2, 1) - at(1, 2)),
    sign(size(1 - xx + yy - zz), at(0, 2) - at(2, 0)),
    sign(size(1 - xx - yy + zz), at(1, 0) - at(0, 1)),
  ];
}

/** Pose and projection of a camera. */
export interface Calibration {
  /** Nine numbers. */
  readonly intrinsics: Matrix;
  /** Sixteen numbers: scan frame to camera frame. */
  readonly extrinsics: Matrix;
  /** Coefficients of the lens in the order of OpenCV; absent for a pinhole. */
  readonly distortion?: readonly number[] | undefined;
}

/** Values of a KITTI calibration file by their names. */
export function readKittiCalib(text: string): ReadonlyMap<string, Matrix> {
  return new Map(
    text.split(/\r?\n/).flatMap(line => {
      const found = /^(\w+):\s*(.+)$/.exec(line.trim());
      const numbers = found?.[2]!.split(/\s+/).map(Number) ?? [];
      return found === null || numbers.some(each => !Number.isFinite(each)) ? [] : [[found[1]!, numbers] as const];
    }),
  );
}

/** The shift of a 3 × 4 projection against the camera that its first three columns describe, in the camera's frame. */
function shiftOf(projection: Matrix): number[] {
  const [fx, cx, fy, cy] = [projection[0]!, projection[2]!, projection[5]!, projection[6]!];
  const [bx, by, z] = [projection[3]!, projection[7]!, projection[11]!];
  return [1, 0, 0, (bx - cx * z) / fx, 0, 1, 0, (by - cy * z) / fy, 0, 0, 1, z, 0, 0, 0, 1];
}

const intrinsicsOf = (projection: Matrix): number[] => [0, 1, 2, 4, 5, 6, 8, 9, 10].map(at => projection[at]!);

/** The camera `image_N` by the calibration file of a frame of the KITTI object benchmark. */
export function kittiObjectCamera(values: ReadonlyMap<string, Matrix>, camera: number): Calibration | undefined {
  const projection = values.get(`P${camera}`);
  const turn = values.get('R0_rect');
  const scan = values.get('Tr_velo_to_cam');
  if (projection?.length !== 12 || turn?.length !== 9 || scan?.length !== 12) return undefined;
  return usable({
    intrinsics: intrinsicsOf(projection),
    extrinsics: multiply(shiftOf(projection), multiply(padded(turn), padded(scan))),
  });
}

/** The camera `image_0N` by the calibration files of a KITTI raw recording. */
export function kittiRawCamera(
  cameras: ReadonlyMap<string, Matrix>,
  scan: ReadonlyMap<string, Matrix>,
  camera: number,
): Calibration | undefined {
  const projection = cameras.get(`P_rect_0${camera}`);
  const turn = cameras.get('R_rect_00');
  const [rotation, shift] = [scan.get('R'), scan.get('T')];
  if (projection?.length !== 12 || turn?.length !== 9 || rotation?.length !== 9 || shift?.length !== 3)
    return undefined;
  return usable({
    intrinsics: intrinsicsOf(projection),
    extrinsics: multiply(shiftOf(projection), multiply(padded(turn), rigid(rotation, shift))),
  });
}

/** A 4 × 4 matrix of a rotation and a shift. */
export const rigid = (rotation: Matrix, shift: Matrix): number[] =>
  padded([0, 1, 2].flatMap(row => [...rotation.slice(row * 3, row * 3 + 3), shift[row]!]));

/**
 * The camera that the JSON file beside an image of a Supervisely project describes.
 * @param path of the file, for messages
 * @throws Fault ASSET_UNREADABLE naming the field of a lens that is not understood
 */
export function superviselyCamera(value: unknown, path: string): Calibration | undefined {
  const meta = (value as { meta?: Record<string, unknown> } | null)?.meta;
  const part = meta?.['sensorsData'] === undefined ? 'calibration' : 'sensorsData';
  const data = meta?.[part] as
    | { intrinsicMatrix?: unknown; extrinsicMatrix?: unknown; distortion?: unknown }
    | undefined;
  const [intrinsics, extrinsics] = [data?.intrinsicMatrix, data?.extrinsicMatrix];
  const isMatrix = (each: unknown, length: number): each is number[] =>
    Array.isArray(each) && each.length === length && each.every(number => Number.isFinite(number));
  if (!isMatrix(intrinsics, 9) || !isMatrix(extrinsics, 12)) return undefined;
  const distortion = readDistortion(data?.distortion, `${path}: meta.${part}.distortion`);
  return usable({ intrinsics, extrinsics: padded(extrinsics), distortion });
}

/** Rounding in the files leaves rotations that are not quite rigid; anything else is no camera. */
export const usable = (camera: Calibration): Calibration | undefined =>
  isRigid(camera.extrinsics) ? camera : undefined;

/** Semi-major axis of the ellipsoid in metres. */
const EARTH = 6_378_137;

/**
 * The frame of the scanner in the world by a line of `oxts/data`: latitude, longitude, altitude, roll, pitch, yaw in
 * degrees, metres and radians.
 * @param scale cosine of the first line's latitude, so that all frames share one map
 * @param scanToImu 4 × 4
 */
export function oxtsPose(line: string, scale: number, scanToImu: Matrix): number[] | undefined {
  const [latitude, longitude, altitude, roll, pitch, yaw] = line.trim().split(/\s+/).map(Number);
  const all = [latitude, longitude, altitude, roll, pitch, yaw];
  if (all.some(each => each === undefined || !Number.isFinite(each))) return undefined;
  const shift = [
    (scale * longitude! * Math.PI * EARTH) / 180,
    scale * EARTH * Math.log(Math.tan(((90 + latitude!) * Math.PI) / 360)),
    altitude!,
  ];
  const [cr, sr, cp, sp, cy, sy] = [roll!, pitch!, yaw!].flatMap(each => [Math.cos(each), Math.sin(each)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const rotation = [
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    -sp,
    cp * sr,
    cp * cr,
  ];
  return multiply(rigid(rotation, shift), scanToImu);
}
