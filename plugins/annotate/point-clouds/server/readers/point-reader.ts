import { Fault } from '#core/base/common/index.ts';
import type { CloudChannel, CloudPose, CloudView } from '../../common/cloud-view.ts';

/** Points of the largest cloud that is taken. */
export const mostPoints = 200_000_000;

/** Points decoded at a time. */
export const batchPoints = 65_536;

/** A value of a point, as readers find it. */
export type PointRole = 'x' | 'y' | 'z' | 'intensity' | 'classification' | 'red' | 'green' | 'blue' | 'ring';

/** Points in file order, a column for each value. The columns are reused by the next batch. */
export interface PointBatch {
  readonly count: number;
  readonly columns: Readonly<Partial<Record<PointRole, Float64Array>>>;
}

/** Header of a point file. */
export interface CloudHeader {
  /** Field names in file order. */
  readonly fields: readonly string[];
  readonly roles: ReadonlySet<PointRole>;
  readonly unit: CloudView['unit'];
  readonly axes: string;
  readonly pose: CloudPose | null;
}

/** Reads the points of one file; every call of `batches` begins again. */
export interface PointReader {
  readonly header: CloudHeader;
  /** Points that the header claims, checked against the size of the file; undefined where only reading shows it. */
  readonly points: number | undefined;
  /** True where decoding costs so much that the points are better kept than decoded again. */
  readonly slow: boolean;
  /** @throws Fault ASSET_UNREADABLE */
  batches(): Iterable<PointBatch>;
  close(): void;
}

/** A file opened for reading by parts. */
export interface PartsFile {
  readonly name: string;
  readonly size: number;
  /** Bytes from a position; fewer at the end of the file. The buffer is the caller's. */
  read(position: number, length: number): Buffer;
}

/** 422 of a point file, naming it, the problem and the cure. */
export const badCloud = (name: string, problem: string): Fault =>
  new Fault('ASSET_UNREADABLE', `${name}: ${problem}`, { status: 422 });

export const lidarAxes = 'x-forward y-left z-up';
export const mapAxes = 'x-east y-north z-up';

/** The values that payloads carry for what a file has. */
export function channelsOf(roles: ReadonlySet<PointRole>): CloudChannel[] {
  const channels: CloudChannel[] = [];
  if (roles.has('intensity')) channels.push('intensity');
  if (roles.has('classification')) channels.push('classification');
  if (roles.has('red') && roles.has('green') && roles.has('blue')) channels.push('color');
  if (roles.has('ring')) channels.push('ring');
  return channels;
}

const ROLES: Readonly<Record<string, PointRole>> = {
  x: 'x',
  y: 'y',
  z: 'z',
  intensity: 'intensity',
  reflectance: 'intensity',
  reflectivity: 'intensity',
  scalar_intensity: 'intensity',
  i: 'intensity',
  classification: 'classification',
  scalar_classification: 'classification',
  class: 'classification',
  red: 'red',
  green: 'green',
  blue: 'blue',
  r: 'red',
  g: 'green',
  b: 'blue',
  ring: 'ring',
};

/** The value that a field of this name holds; undefined for one that is not shown. */
export const roleOf = (field: string): PointRole | undefined =>
  Object.hasOwn(ROLES, field.toLowerCase()) ? ROLES[field.toLowerCase()] : undefined;

/**
 * @throws Fault ASSET_UNREADABLE where the claimed number of points is more than is supported or than the file can
 * hold.
 */
export function assertPoints(name: string, points: number, held?: number): void {
  if (!Number.isSafeInteger(points) || points < 1) throw badCloud(name, 'It has no points.');
  if (points > mostPoints)
    throw badCloud(name, `Its header claims ${points} points; at most ${mostPoints} are supported. Split the file.`);
  if (held !== undefined && points > held)
    throw badCloud(name, `Its header claims ${points} points but it holds ${Math.floor(held)}. It may be cut off.`);
}

/** @throws Fault ASSET_UNREADABLE without x, y and z. */
export function assertCoordinates(name: string, roles: ReadonlySet<PointRole>): void {
  const missing = (['x', 'y', 'z'] as const).filter(each => !roles.has(each));
  if (missing.length > 0) throw badCloud(name, `It has no field ${missing.join(', ')}.`);
}
