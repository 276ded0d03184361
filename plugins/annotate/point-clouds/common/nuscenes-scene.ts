import { badArchive } from './archive-layout.ts';
import type { Calibration, Matrix } from './calibration.ts';
import { inverseRigid, multiply, quaternionOf, rigid, usable } from './calibration.ts';
import type { CloudPose } from './cloud-view.ts';
import { readDistortion } from './lens-distortion.ts';

/** Tables of nuScenes that place scans and cameras, as their JSON files hold them. */
export interface NuscenesTables {
  readonly sample_data: unknown;
  readonly calibrated_sensor: unknown;
  readonly ego_pose: unknown;
  readonly sample: unknown;
}

/** A camera image of a frame. */
export interface NuscenesImage {
  readonly path: string;
  readonly name: string;
  readonly camera: Calibration;
}

/** A scan by its tables. */
export interface NuscenesFrame {
  /** Microseconds from the first frame. */
  readonly time: number;
  /** The scanner in the world; the first frame is the world. */
  readonly pose: CloudPose;
  readonly images: readonly NuscenesImage[];
}

interface SampleData {
  readonly sample_token: string;
  readonly ego_pose_token: string;
  readonly calibrated_sensor_token: string;
  readonly timestamp: number;
  readonly filename: string;
}

/** A record of `ego_pose` or `calibrated_sensor`: metres, and a quaternion [w, x, y, z]. */
interface Placed {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly camera_intrinsic?: readonly (readonly number[])[];
}

type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** From the scan as it is shown (x forward, y left) to the sensor of nuScenes (x right, y forward). */
const TO_SENSOR: Matrix = [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Finds the times, poses and cameras of scans.
 * @param scans paths of the scans in an archive, in the order of their frames
 * @param paths all paths of the archive; images that are not among them are left out
 * @throws Fault ASSET_UNREADABLE naming the table and the file
 */
export function nuscenesScene(
  tables: NuscenesTables,
  scans: readonly string[],
  paths: readonly string[],
): readonly NuscenesFrame[] {
  const [data, sensors, egos, samples] = (['sample_data', 'calibrated_sensor', 'ego_pose', 'sample'] as const).map(
    name => recordsOf(name, tables[name]),
  ) as [Records, Records, Records, Records];
  const files = dataByFile(data);
  const root = rootOf(scans[0]!);
  const own = scans.map(path => {
    const found = files.get(path.slice(root.length));
    if (found === undefined) throw badArchive(`sample_data.json has no entry for ${path}.`);
    return found;
  });
  const scenes = new Set(own.map(each => samples.get(each.sample_token)?.['scene_token']));
  if (scenes.size > 1)
    throw badArchive(`The archive has scans of ${scenes.size} scenes. Put one scene into each archive.`);
  const there = new Set(paths);
  const cameras = new Map<string, SampleData[]>();
  for (const each of files.values())
    if (/\.(png|jpe?g|webp)$/i.test(each.filename) && there.has(root + each.filename))
      cameras.set(each.sample_token, [...(cameras.get(each.sample_token) ?? []), each]);
  const world = (each: SampleData): number[] =>
    multiply(
      placeOf('ego_pose', egos, each.ego_pose_token),
      placeOf('calibrated_sensor', sensors, each.calibrated_sensor_token),
    );
  const first = inverseRigid(multiply(world(own[0]!), TO_SENSOR));
  return own.map((scan, at) => {
    if (at > 0 && scan.timestamp <= own[at - 1]!.timestamp)
      throw badArchive(`The times in sample_data.json do not rise at ${scans[at]!}.`);
    const scanInWorld = multiply(world(scan), TO_SENSOR);
    const pose = multiply(first, scanInWorld);
    return {
      time: Math.round(scan.timestamp - own[0]!.timestamp),
      pose: { position: [pose[3]!, pose[7]!, pose[11]!], rotation: quaternionOf(pose) },
      images: (cameras.get(scan.sample_token) ?? []).flatMap(image => {
        const sensor = image.calibrated_sensor_token;
        const intrinsics = intrinsicsOf(sensors, sensor);
        const camera =
          intrinsics === undefined
            ? undefined
            : usable({
                intrinsics,
                extrinsics: multiply(inverseRigid(world(image)), scanInWorld),
                distortion: readDistortion(
                  sensors.get(sensor)?.['camera_distortion'],
                  `calibrated_sensor.json: camera_distortion of ${sensor}`,
                ),
              });
        const [folder, name] = image.filename.split('/').slice(-2);
        return camera === undefined
          ? []
          : [{ path: root + image.filename, name: `${folder ?? ''}/${name ?? ''}`, camera }];
      }),
    };
  });
}

/** The path before `samples/` or `sweeps/`. */
const rootOf = (path: string): string => /^(.*?)(?:samples|sweeps)\//.exec(path)?.[1] ?? '';

function recordsOf(name: string, table: unknown): Records {
  if (!Array.isArray(table)) throw badArchive(`${name}.json is no list of records.`);
  return new Map(
    table.flatMap((each: unknown) => {
      const token = (each as { token?: unknown } | null)?.token;
      return typeof token === 'string' ? [[token, each as Readonly<Record<string, unknown>>] as const] : [];
    }),
  );
}

function dataByFile(data: Records): ReadonlyMap<string, SampleData> {
  return new Map(
    [...data.values()].flatMap(each => {
      const { filename, timestamp, sample_token, ego_pose_token, calibrated_sensor_token } = each;
      const isData =
        [filename, sample_token, ego_pose_token, calibrated_sensor_token].every(value => typeof value === 'string') &&
        Number.isFinite(timestamp);
      return isData ? [[filename as string, each as unknown as SampleData] as const] : [];
    }),
  );
}

function placeOf(table: string, records: Records, token: string): number[] {
  const { translation, rotation } = (records.get(token) ?? {}) as Partial<Placed>;
  if (!isList(translation, 3) || !isList(rotation, 4))
    throw badArchive(`${table}.json has no translation and rotation for ${token}.`);
  return rigid(turnOf(rotation), translation);
}

function intrinsicsOf(records: Records, token: string): number[] | undefined {
  const { camera_intrinsic: rows } = (records.get(token) ?? {}) as Partial<Placed>;
  const numbers: unknown = Array.isArray(rows) ? rows.flat() : undefined;
  return isList(numbers, 9) ? [...numbers] : undefined;
}

const isList = (value: unknown, length: number): value is readonly number[] =>
  Array.isArray(value) && value.length === length && value.every(each => Number.isFinite(each));

/** The rotation of a quaternion [w, x, y, z], nine numbers. */
function turnOf(quaternion: readonly number[]): number[] {
  const length = Math.hypot(...quaternion) || 1;
  const [w, x, y, z] = quaternion.map(each => each / length) as [number, number, number, number];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}
