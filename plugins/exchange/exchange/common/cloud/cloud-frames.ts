import type { CloudImage, CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import type { Fate } from '../transfer-report.ts';

/** One scan of an item as formats of other tools count them. */
export interface ItemFrame {
  /** File name of the scan. */
  readonly file: string;
  /** Microseconds from the first scan. */
  readonly timestamp: number;
  /** Number of its points; undefined where the file is not stored here. */
  readonly points: number | undefined;
  /** Number of the points of all scans before it. */
  readonly firstPoint: number;
  readonly images: readonly CloudImage[];
}

/** Fate of what lies after the last scan of its item. */
export const lateFate: Fate = { one: 'after the last scan was dropped', many: 'after the last scan were dropped' };

/** Microseconds between scans whose times are not known. */
const ASSUMED_STEP = 100_000;
/** Scans of the longest sequence. */
export const mostFrames = 10_000;

/** The scans of an item; one without facts where its file is not stored here. */
export function framesOfCloud(name: string, cloud: CloudView | undefined): readonly ItemFrame[] {
  if (cloud === undefined || cloud.frames.length === 0)
    return [{ file: name, timestamp: 0, points: undefined, firstPoint: 0, images: [] }];
  let firstPoint = 0;
  return cloud.frames.map(({ file, timestamp, points }, at) => {
    const frame = { file, timestamp, points, firstPoint, images: cloud.images.filter(image => image.frame === at) };
    firstPoint += points;
    return frame;
  });
}

/** The time of a scan by its number, microseconds; undefined for one after the last scan of the item. */
export function timeOfFrame(cloud: CloudView | undefined, at: number): number | undefined {
  return cloud === undefined ? at * ASSUMED_STEP : cloud.frames[at]?.timestamp;
}

const endings = /\.(?:pcd\.bin|pcd|bin|ply|las|laz|xyz|txt|zip)$/i;

/** The name of a scan without the ending of its file: `a` for `a.pcd.bin`. */
export const scanStem = (name: string): string => name.replace(endings, '');

/** Endings of the files of point clouds, as a stem without one may mean them. */
export const cloudEndings = ['bin', 'pcd', 'zip', 'pcd.bin', 'ply', 'las', 'laz', 'xyz', 'txt'] as const;

/** True for a file name that ends as scans and archives of scans do. */
export const hasCloudEnding = (name: string): boolean => endings.test(name);

/** True for a file of an archive that is a scan; text files lie among the labels of several formats. */
export const isScanPath = (path: string): boolean => hasCloudEnding(path) && !/\.txt$/i.test(path);
