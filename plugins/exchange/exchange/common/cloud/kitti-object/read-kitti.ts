import type { CloudView, Matrix } from '#plugins/annotate/point-clouds/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { textOf } from '../../exchange/json-file.ts';
import { imagePlace } from '../../exchange/image-path.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../../exchange/neutral-document.ts';
import type { ReadHead } from '../../exchange/read-head.ts';
import { dropped } from '../../transfer-report.ts';
import type { TransferReport } from '../../transfer-report.ts';
import { stretchesOf } from '../cloud-document.ts';
import { lateFate, mostFrames, scanStem, timeOfFrame } from '../cloud-frames.ts';
import type { KittiLine } from './kitti-line.ts';
import { boxOfKitti, plainCamera, readKittiLine, scanToCamera } from './kitti-line.ts';

/** Directories of label files: of the object and of the tracking benchmark. */
const LABELS = /(^|\/)label_0?2\/([^/]+)\.txt$/i;

/** True for the place of a label file of KITTI. */
export const isKittiPath = (path: string): boolean => LABELS.test(path);

const isTracking = (line: string): boolean => /^\s*\d+\s+-?\d+\s+[a-z]/i.test(line);

/** Reads label files with the calibration that lies beside them. */
export async function readKitti(files: readonly ForeignFile[], head: ReadHead): Promise<ForeignSet> {
  const beside = new Map(files.map(file => [file.path, file]));
  const documents: ForeignDocument[] = [];
  for (const file of files) {
    const found = LABELS.exec(file.path);
    if (found === null) continue;
    const start = file.path.slice(0, found.index) + found[1]!;
    const place = imagePlace(`${start.replace(/(?:^|\/)(?:training|testing)\/$/i, '/')}${found[2]!}`);
    const name = scanStem(place.name);
    const calibration = beside.get(`${start}calib/${found[2]!}.txt`);
    documents.push({
      path: file.path,
      name,
      folder: place.folder,
      wide: place.wide,
      async read(_, item) {
        const lines = (await textOf(file))
          .split(/\r?\n/)
          .flatMap((text, at) => (text.trim() === '' ? [] : [{ text, at }]));
        const tracking = lines.length > 0 && isTracking(lines[0]!.text);
        const calib = calibration === undefined ? undefined : await textOf(calibration);
        const context = {
          camera: cameraOf(calib, item, file.path, `calib/${found[2]!}.txt`),
          cloud: item?.cloud,
          path: file.path,
          report: head.report,
        };
        const read = lines.map(({ text, at }) => readKittiLine(text, at + 1, file.path, tracking));
        const known = read.filter(({ type }) => type !== 'DontCare');
        head.report.add('DontCare region', dropped, read.length - known.length);
        return {
          path: file.path,
          name,
          folder: place.folder,
          instances: tracking ? tracksOf(known, context) : known.map(line => stillBox(line, context)),
          ...(calib === undefined ? {} : { source: { format: 'kitti-object', calib } }),
        };
      },
    });
  }
  return { labels: [], documents };
}

interface KittiContext {
  readonly camera: Matrix;
  readonly cloud: CloudView | undefined;
  readonly path: string;
  readonly report: TransferReport;
}

/** @throws ExchangeError where neither the set nor the item says where the camera is */
function cameraOf(
  calib: string | undefined,
  item: { readonly cloud?: CloudView | undefined } | undefined,
  path: string,
  wanted: string,
): Matrix {
  if (calib !== undefined) {
    const found = scanToCamera(calib);
    if (found === undefined)
      throw new ExchangeError(
        path,
        `${wanted} must have R0_rect with 9 and Tr_velo_to_cam with 12 numbers of a rigid transform`,
      );
    return found;
  }
  const own = item?.cloud?.images[0]?.extrinsics;
  // Before there is an item only the classes are looked at.
  if (own === undefined && item !== undefined)
    throw new ExchangeError(
      path,
      `${wanted} was not found; KITTI gives boxes in the frame of the camera. Pack the calibration beside the labels`,
    );
  return own ?? plainCamera;
}

const sourceOf = ({ flat, solid, score }: KittiLine): JsonRecord => ({
  format: 'kitti-object',
  flat,
  solid,
  ...(score === undefined ? {} : { score }),
});

function checked({ solid }: KittiLine, path: string): void {
  for (const [at, name] of ['height', 'width', 'length'].entries())
    if (solid[at]! <= 0) throw new ExchangeError(path, `${name} ${solid[at]!} must be greater than 0`);
}

function stillBox(line: KittiLine, { camera, path }: KittiContext): NeutralInstance {
  checked(line, path);
  return {
    className: line.type,
    geometry: { type: 'cuboid', ...boxOfKitti(line.solid, camera) },
    fields: { source: sourceOf(line) },
  };
}

function tracksOf(
  lines: readonly KittiLine[],
  { camera, cloud, path, report }: KittiContext,
): readonly NeutralInstance[] {
  const tracks = new Map<number, KittiLine[]>();
  for (const line of lines) {
    checked(line, path);
    if (line.frame! < 0 || line.frame! >= mostFrames)
      throw new ExchangeError(path, `names scan ${line.frame!}; a sequence has ${mostFrames} at most`);
    tracks.set(line.track!, [...(tracks.get(line.track!) ?? []), line]);
  }
  return [...tracks].map(([track, own]): NeutralInstance => {
    const seen = own.flatMap(line => {
      const timestamp = timeOfFrame(cloud, line.frame!);
      return timestamp === undefined
        ? []
        : [{ frame: line.frame!, timestamp, geometry: { ...boxOfKitti(line.solid, camera) }, attributes: {} }];
    });
    report.add('cuboid', lateFate, own.length - seen.length);
    return {
      className: own[0]!.type,
      geometry: { type: 'cuboid' },
      segments: stretchesOf(seen),
      fields: { trackingId: `kitti-${track}`, source: { format: 'kitti-object', track } },
    };
  });
}
