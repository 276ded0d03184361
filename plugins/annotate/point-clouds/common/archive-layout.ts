import { Fault } from '#core/base/common/index.ts';

/** A camera image of an archive and the file that describes its camera. */
export interface ArchiveImage {
  readonly path: string;
  readonly name: string;
  /** Number of the camera in KITTI layouts. */
  readonly camera?: number;
  /** Calibration of this image alone. */
  readonly calibration?: string;
}

/** One scan of an archive with what belongs to it. */
export interface ArchiveFrame {
  readonly path: string;
  /** Its file name. */
  readonly name: string;
  readonly images: readonly ArchiveImage[];
  /** A line of navigation data (KITTI raw). */
  readonly oxts?: string;
}

/** Layout of an archive of scans. */
export interface ArchiveLayout {
  readonly kind: 'scans' | 'kitti-object' | 'kitti-raw' | 'supervisely' | 'nuscenes';
  readonly frames: readonly ArchiveFrame[];
  /** Times of the scans, a line each (KITTI raw). */
  readonly timestamps?: string;
  /** Calibration of all frames (KITTI raw). */
  readonly cameras?: string;
  readonly scanner?: string;
  readonly imu?: string;
  /** Paths of the tables of nuScenes by their names. */
  readonly tables?: Readonly<Record<NuscenesTable, string>>;
}

/** Tables that say where the scans and cameras of a nuScenes scene are. */
export const nuscenesTables = ['sample_data', 'calibrated_sensor', 'ego_pose', 'sample'] as const;
export type NuscenesTable = (typeof nuscenesTables)[number];

/** Scans of the longest sequence that is taken. */
export const mostFrames = 10_000;
/** Camera images of the largest archive. */
export const mostImages = 60_000;

const SCAN = /\.(pcd|bin|ply|las|laz|xyz)$/i;
const PICTURE = /\.(png|jpe?g|webp)$/i;
/** Folders of scans, the likeliest first, where an archive has scans in several. */
const FOLDERS = [
  /(^|\/)velodyne_points\/data$/,
  /(^|\/)velodyne$/,
  /(^|\/)pointcloud$/,
  /(^|\/)samples\/LIDAR_TOP$/,
  /(^|\/)LIDAR_TOP$/,
];

export const badArchive = (text: string): Fault => new Fault('ASSET_UNREADABLE', text, { status: 422 });

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stemOf = (path: string): string =>
  nameOf(path)
    .replace(SCAN, '')
    .replace(/\.pcd$/i, '');
const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Finds the scans of an archive, in the order of their names, and their camera images: a folder of scans alone, or laid
 * out as KITTI object, KITTI raw, a Supervisely project or a scene of nuScenes is.
 * @throws Fault ASSET_UNREADABLE that says what is missing or ambiguous
 */
export function archiveLayout(paths: readonly string[]): ArchiveLayout {
  const scans = paths.filter(path => SCAN.test(path));
  if (scans.length === 0)
    throw badArchive('The archive has no scans. Put .pcd, .bin, .ply, .las, .laz or .xyz files into one folder.');
  const folders = [...new Set(scans.map(folderOf))];
  const wanted =
    folders.length === 1
      ? folders
      : FOLDERS.map(each => folders.filter(folder => each.test(folder))).find(each => each.length > 0);
  if (wanted?.length !== 1)
    throw badArchive(
      `The archive has scans in ${folders.length} folders: ${folders.toSorted(compare).slice(0, 3).join(', ')}. Put one sequence into each archive.`,
    );
  const [folder] = wanted as [string];
  const own = scans.filter(path => folderOf(path) === folder).sort((one, other) => compare(nameOf(one), nameOf(other)));
  if (own.length > mostFrames)
    throw badArchive(`The archive has ${own.length} scans; at most ${mostFrames} are supported. Split the sequence.`);
  const all = new Set(paths);
  const pictures = paths.filter(path => PICTURE.test(path)).sort(compare);
  if (pictures.length > mostImages)
    throw badArchive(
      `The archive has ${pictures.length} images; at most ${mostImages} are supported. Split the sequence.`,
    );
  if (/(^|\/)velodyne_points\/data$/.test(folder)) return kittiRaw(folder, own, pictures, paths, all);
  const root = folder.includes('/') ? `${folderOf(folder)}/` : '';
  if (pictures.some(path => path.startsWith(`${root}related_images/`))) {
    const byFolder = new Map<string, string[]>();
    for (const path of pictures) byFolder.set(folderOf(path), [...(byFolder.get(folderOf(path)) ?? []), path]);
    const images = (path: string): ArchiveImage[] =>
      (byFolder.get(`${root}related_images/${nameOf(path).replaceAll('.', '_')}`) ?? [])
        .filter(each => all.has(`${each}.json`))
        .map(each => ({ path: each, name: nameOf(each), calibration: `${each}.json` }));
    return { kind: 'supervisely', frames: own.map(path => ({ path, name: nameOf(path), images: images(path) })) };
  }
  if (/(^|\/)velodyne$/.test(folder)) {
    const byStem = imagesByStem(pictures, new RegExp(`^${escaped(root)}image_(\\d)/`));
    return {
      kind: 'kitti-object',
      frames: own.map(path => {
        const calibration = `${root}calib/${stemOf(path)}.txt`;
        const images = all.has(calibration) ? (byStem.get(stemOf(path)) ?? []) : [];
        return { path, name: nameOf(path), images: images.map(each => ({ ...each, calibration })) };
      }),
    };
  }
  const frames = own.map(path => ({ path, name: nameOf(path), images: [] }));
  const tables = /(^|\/)samples\/LIDAR_TOP$/.test(folder) ? tablesOf(paths) : undefined;
  return tables === undefined ? { kind: 'scans', frames } : { kind: 'nuscenes', frames, tables };
}

/** The tables of nuScenes; undefined where one of them is missing. */
function tablesOf(paths: readonly string[]): ArchiveLayout['tables'] {
  const found = nuscenesTables.map(table => [table, paths.find(path => nameOf(path) === `${table}.json`)] as const);
  return found.every(([, path]) => path !== undefined)
    ? (Object.fromEntries(found) as ArchiveLayout['tables'])
    : undefined;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function imagesByStem(pictures: readonly string[], pattern: RegExp): ReadonlyMap<string, readonly ArchiveImage[]> {
  const found = new Map<string, ArchiveImage[]>();
  for (const path of pictures) {
    const camera = pattern.exec(path)?.[1];
    if (camera === undefined) continue;
    const stem = nameOf(path).replace(PICTURE, '');
    const image = { path, name: `image_${camera}/${nameOf(path)}`, camera: Number(camera) };
    found.set(stem, [...(found.get(stem) ?? []), image]);
  }
  return found;
}

function kittiRaw(
  folder: string,
  scans: readonly string[],
  pictures: readonly string[],
  paths: readonly string[],
  all: ReadonlySet<string>,
): ArchiveLayout {
  const root = folder.replace(/velodyne_points\/data$/, '');
  const byStem = imagesByStem(pictures, new RegExp(`^${escaped(root)}image_0(\\d)/data/`));
  const anywhere = (name: string): string | undefined => paths.find(path => nameOf(path) === name);
  const frames = scans.map(path => {
    const oxts = `${root}oxts/data/${stemOf(path)}.txt`;
    return { path, name: nameOf(path), images: byStem.get(stemOf(path)) ?? [], ...(all.has(oxts) ? { oxts } : {}) };
  });
  const times = `${root}velodyne_points/timestamps.txt`;
  const [cameras, scanner, imu] = ['calib_cam_to_cam.txt', 'calib_velo_to_cam.txt', 'calib_imu_to_velo.txt'].map(
    anywhere,
  );
  return {
    kind: 'kitti-raw',
    frames,
    ...(all.has(times) ? { timestamps: times } : {}),
    ...(cameras === undefined ? {} : { cameras }),
    ...(scanner === undefined ? {} : { scanner }),
    ...(imu === undefined ? {} : { imu }),
  };
}

/** Microseconds between scans whose times nothing says. */
const STEP = 100_000;

/**
 * Microseconds of each scan from the first: by the lines of a KITTI timestamps file, else by the number at the end of
 * nuScenes names, else ten a second.
 */
export function frameTimes(names: readonly string[], timestamps?: string): number[] {
  const lines = timestamps?.split(/\r?\n/).filter(line => line.trim() !== '');
  const read =
    lines?.length === names.length
      ? lines.map(clockTime)
      : names.map(name => Number(/__(\d{16})\.pcd\.bin$/.exec(name)?.[1] ?? Number.NaN));
  const first = read[0]!;
  const isRising = read.every((time, at) => Number.isFinite(time) && (at === 0 || time > read[at - 1]!));
  return isRising ? read.map(time => Math.round(time - first)) : names.map((_, at) => at * STEP);
}

/** Microseconds of `2011-09-26 13:02:25.951199337`. */
function clockTime(line: string): number {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(line.trim());
  if (found === null) return Number.NaN;
  return Date.parse(`${found[1]}T${found[2]}Z`) * 1000 + Number((found[3] ?? '').padEnd(6, '0').slice(0, 6));
}
