import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { inverseRigid, isRigid, multiply } from '#plugins/annotate/point-clouds/common/index.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { parseJson, textOf } from '../../exchange/json-file.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../../exchange/neutral-document.ts';
import { groupBy } from '../../group-by.ts';
import { boxOfPose, poseMatrix, scannerToOurs } from './nuscenes-frame.ts';

const TABLE =
  /(?:^|\/)(sample_annotation|sample_data|calibrated_sensor|ego_pose|instance|category|attribute|visibility)\.json$/i;

/** True for the files of the tables of nuScenes. */
export const areNuscenesPaths = (paths: readonly string[]): boolean =>
  ['sample_annotation', 'sample_data', 'calibrated_sensor', 'ego_pose'].every(table =>
    paths.some(path => TABLE.exec(path)?.[1]?.toLowerCase() === table),
  );

type Table = ReadonlyMap<string, JsonRecord>;

/** Reads the boxes of every LIDAR_TOP key frame by the tables of the set; the item is the scan of its file name. */
export async function readNuscenes(files: readonly ForeignFile[]): Promise<ForeignSet> {
  const tables = new Map<string, { readonly path: string; readonly rows: readonly JsonRecord[] }>();
  for (const file of files) {
    const name = TABLE.exec(file.path)?.[1]?.toLowerCase();
    if (name !== undefined)
      tables.set(name, { path: file.path, rows: rowsOf(parseJson(await textOf(file), file.path), file.path) });
  }
  const rows = (name: string): readonly JsonRecord[] => tables.get(name)?.rows ?? [];
  const table = (name: string): Table => new Map(rows(name).map(row => [String(row['token']), row]));
  const [sensors, poses, instances, categories, attributes, visibilities] = [
    'calibrated_sensor',
    'ego_pose',
    'instance',
    'category',
    'attribute',
    'visibility',
  ].map(table) as [Table, Table, Table, Table, Table, Table];
  const path = tables.get('sample_annotation')?.path ?? 'sample_annotation.json';
  const bySample = groupBy(rows('sample_annotation'), row => String(row['sample_token']));
  const scans = rows('sample_data').filter(
    row => row['is_key_frame'] === true && /(?:^|\/)LIDAR_TOP\//.test(String(row['filename'])),
  );
  const boxOf = (annotation: JsonRecord, change: readonly number[]): NeutralInstance => {
    const place = `sample_annotation ${String(annotation['token'])}`;
    const size = numbersAt(annotation['size'], 3, path, `${place} size`);
    if (size.some(side => side <= 0)) throw new ExchangeError(path, `${place} size must be greater than 0`);
    const pose = poseMatrix(
      numbersAt(annotation['translation'], 3, path, `${place} translation`),
      numbersAt(annotation['rotation'], 4, path, `${place} rotation`),
    );
    if (!isRigid(pose)) throw new ExchangeError(path, `${place} rotation must be a unit quaternion`);
    const category = categories.get(String(instances.get(String(annotation['instance_token']))?.['category_token']));
    const names = (
      Array.isArray(annotation['attribute_tokens']) ? (annotation['attribute_tokens'] as unknown[]) : []
    ).flatMap(token => attributes.get(String(token))?.['name'] ?? []);
    const visibility = visibilities.get(String(annotation['visibility_token']))?.['level'];
    const points = annotation['num_lidar_pts'];
    return {
      className: String(category?.['name'] ?? 'object'),
      geometry: { type: 'cuboid', ...boxOfPose(change, pose, size) },
      attributes: {
        ...(names.length === 0 ? {} : { attribute: names }),
        ...(typeof visibility === 'string' ? { visibility } : {}),
      },
      fields: {
        trackingId: String(annotation['instance_token']),
        ...(typeof points === 'number' ? { pointCount: points } : {}),
        source: { format: 'nuscenes', token: annotation['token'] },
      },
    };
  };
  return {
    labels: [],
    documents: scans.map((scan): ForeignDocument => {
      const file = String(scan['filename']);
      const name = file.slice(file.lastIndexOf('/') + 1);
      return {
        path: file,
        name,
        folder: '',
        read() {
          const toGlobal = multiply(
            rowPose(poses, scan, 'ego_pose', file),
            rowPose(sensors, scan, 'calibrated_sensor', file),
          );
          const change = multiply(scannerToOurs, inverseRigid(toGlobal));
          return Promise.resolve({
            path: file,
            name,
            folder: '',
            instances: (bySample.get(String(scan['sample_token'])) ?? []).map(each => boxOf(each, change)),
            source: { format: 'nuscenes', sample: String(scan['sample_token']), toGlobal },
          });
        },
      };
    }),
  };
}

function rowsOf(json: unknown, path: string): readonly JsonRecord[] {
  if (!Array.isArray(json) || !json.every(isRecord)) throw new ExchangeError(path, 'must be a list of rows');
  return json;
}

function rowPose(table: Table, scan: JsonRecord, name: string, path: string): readonly number[] {
  const token = String(scan[`${name}_token`]);
  const row = table.get(token);
  if (row === undefined) throw new ExchangeError(path, `${name} ${token} was not found in ${name}.json`);
  const pose = poseMatrix(
    numbersAt(row['translation'], 3, `${name}.json`, `${token} translation`),
    numbersAt(row['rotation'], 4, `${name}.json`, `${token} rotation`),
  );
  if (!isRigid(pose)) throw new ExchangeError(`${name}.json`, `${token} rotation must be a unit quaternion`);
  return pose;
}

function numbersAt(value: unknown, count: number, path: string, place: string): readonly number[] {
  if (!Array.isArray(value) || value.length !== count || !value.every(each => Number.isFinite(each)))
    throw new ExchangeError(path, `${place} must be ${count} numbers`);
  return value as number[];
}
