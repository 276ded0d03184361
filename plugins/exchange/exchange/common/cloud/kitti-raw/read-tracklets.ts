import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import { normalAngle } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { imagePlace } from '../../exchange/image-path.ts';
import { numberAt, textOf } from '../../exchange/json-file.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../../exchange/neutral-document.ts';
import type { ReadHead } from '../../exchange/read-head.ts';
import { parseXml } from '../../exchange/xml-element.ts';
import type { XmlElement } from '../../exchange/xml-element.ts';
import type { TransferReport } from '../../transfer-report.ts';
import { stretchesOf } from '../cloud-document.ts';
import type { SeenInScan } from '../cloud-document.ts';
import { lateFate, mostFrames, timeOfFrame } from '../cloud-frames.ts';

/** True for the text of `tracklet_labels.xml`. */
export const isTrackletsText = (text: string): boolean =>
  /<boost_serialization[\s>]/.test(text) && text.includes('<tracklets');

/**
 * Reads tracklets of KITTI raw recordings: one moving cuboid for each. A tracklet without a size is reported and left
 * out.
 */
export async function readTracklets(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.xml'))) {
    const text = await textOf(file);
    if (!isTrackletsText(text)) continue;
    const directory = file.path.replaceAll('\\', '/').split('/').slice(0, -1).join('/');
    if (directory === '')
      report.problem(
        file.path,
        'names no sequence. Pack it as NAME/tracklet_labels.xml, where NAME is that of the item.',
      );
    const { name, folder, wide } = imagePlace(directory === '' ? file.path.replace(/\.xml$/i, '') : directory);
    documents.push({
      path: file.path,
      name,
      folder,
      wide,
      read: (_, item) =>
        Promise.resolve({
          path: file.path,
          name,
          folder,
          instances: trackletsOf(text, file.path, item?.cloud, report),
        }),
    });
  }
  return { labels: [], documents };
}

function trackletsOf(
  text: string,
  path: string,
  cloud: CloudView | undefined,
  report: TransferReport,
): readonly NeutralInstance[] {
  const list = parseXml(text, path).find('tracklets');
  if (list === undefined) throw new ExchangeError(path, 'has no tracklets');
  return list.all('item').flatMap((tracklet, at): NeutralInstance[] => {
    const place = `tracklet ${at + 1}`;
    const value = (field: string): number => numberAt(tracklet.textAt(field), path, `${place} ${field}`);
    const size = { x: value('l'), y: value('w'), z: value('h') };
    const bad = (
      [
        ['l', size.x],
        ['w', size.y],
        ['h', size.z],
      ] as const
    ).find(([, side]) => side <= 0);
    if (bad !== undefined) {
      report.problem(path, `${place} was left out: ${bad[0]} is ${bad[1]} and must be greater than 0`);
      return [];
    }
    const first = value('first_frame');
    if (!Number.isInteger(first) || first < 0)
      throw new ExchangeError(path, `${place} first_frame must be an integer of at least 0`);
    const poses = tracklet.find('poses')?.all('item') ?? [];
    if (first + poses.length > mostFrames)
      throw new ExchangeError(
        path,
        `${place} names scan ${first + poses.length}; a sequence has ${mostFrames} at most`,
      );
    let beyond = 0;
    const seen = poses.flatMap((pose, step): SeenInScan[] => {
      const timestamp = timeOfFrame(cloud, first + step);
      if (timestamp === undefined) {
        beyond += 1;
        return [];
      }
      return [{ frame: first + step, timestamp, ...poseOf(pose, size, `${place} pose ${step + 1}`, path) }];
    });
    if (beyond > 0) report.add('pose', lateFate, beyond);
    return [
      {
        className: tracklet.textAt('objectType') ?? '',
        geometry: { type: 'cuboid' },
        segments: stretchesOf(seen),
        fields: {
          trackingId: `tracklet-${at}`,
          source: { format: 'kitti-raw', finished: tracklet.textAt('finished') ?? '1' },
        },
      },
    ];
  });
}

function poseOf(
  pose: XmlElement,
  size: { readonly x: number; readonly y: number; readonly z: number },
  place: string,
  path: string,
): { readonly geometry: JsonRecord; readonly attributes: JsonRecord } {
  const value = (field: string): number => numberAt(pose.textAt(field), path, `${place} ${field}`);
  const flag = (field: string): string | undefined => pose.textAt(field);
  const [occlusion, truncation] = [flag('occlusion'), flag('truncation')];
  return {
    geometry: {
      position: { x: value('tx'), y: value('ty'), z: value('tz') + size.z / 2 },
      size,
      rotation: { x: normalAngle(value('rx')), y: normalAngle(value('ry')), z: normalAngle(value('rz')) },
    },
    attributes: {
      ...(occlusion === undefined || occlusion === '-1' ? {} : { occlusion }),
      ...(truncation === undefined || truncation === '-1' ? {} : { truncation }),
    },
  };
}
