import type { CloudImage, Matrix } from '#plugins/annotate/point-clouds/common/index.ts';
import type { Camera, Vector } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { boxCorners, normalAngle, pixelOf, toCamera } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import type { ExchangeWriter, OutputFile, WrittenItem } from '../../exchange/exchange-writer.ts';
import { keptSource } from '../../exchange/json-file.ts';
import { TransferReport } from '../../transfer-report.ts';
import { scanStem } from '../cloud-frames.ts';
import type { WrittenBox } from '../written-cloud.ts';
import { attributeText, inFolder, twoDecimals, writtenCloud } from '../written-cloud.ts';
import { kittiOfBox, plainCamera, scanToCamera } from './kitti-line.ts';

const capacity = {
  boxes: true,
  segments: false,
  tracks: true,
  tilt: false,
  attributes: true,
  fields: new Set<string>(),
} as const;
const carriedGroups: ReadonlySet<string> = new Set(['occluded', 'truncated']);

/** The camera that boxes of a scan are written for. */
interface WrittenCamera {
  readonly scanToCamera: Matrix;
  /** Undefined where no picture says how large it is. */
  readonly picture: Camera | undefined;
  /** Boxes behind it are left out. */
  readonly isReal: boolean;
  /** Text of the calibration file. */
  readonly text: string;
}

/** Writes label files of KITTI with calibration: `label_2` for scans, `label_02` with track numbers for sequences. */
export class KittiWriter implements ExchangeWriter {
  readonly report = new TransferReport();

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return `${inFolder(folder, 'velodyne')}${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { frames, isSequence, source } = writtenCloud(item, capacity, this.report);
    const calib = source['format'] === 'kitti-object' ? source['calib'] : undefined;
    const camera = cameraFor(typeof calib === 'string' ? calib : undefined, frames[0]!.images[0]);
    const stem = scanStem(item.name);
    const objects = new Map<number, number>();
    const text = frames
      .flatMap(({ boxes }, frame) =>
        boxes.flatMap(box => {
          const line = this.#line(box, camera);
          if (line === undefined) return [];
          if (!objects.has(box.object)) objects.set(box.object, objects.size);
          return [isSequence ? `${frame} ${objects.get(box.object)!} ${line}\n` : `${line}\n`];
        }),
      )
      .join('');
    return [
      { path: `${inFolder(item.folder, isSequence ? 'label_02' : 'label_2')}${stem}.txt`, content: text },
      { path: `${inFolder(item.folder, 'calib')}${stem}.txt`, content: camera.text },
    ];
  }

  /** A line without the numbers of the tracking variant; undefined for a box behind the camera. */
  #line({ box, instance, className }: WrittenBox, camera: WrittenCamera): string | undefined {
    const solid = kittiOfBox(box, camera.scanToCamera);
    if (camera.isReal && solid[5]! <= 0) {
      this.report.add('cuboid', { one: 'behind the camera was dropped', many: 'behind the camera were dropped' });
      return undefined;
    }
    const lost = (instance.attributes ?? []).filter(each => !carriedGroups.has(String(each.groupName))).length;
    this.report.add('attribute value', { one: 'was dropped', many: 'were dropped' }, lost);
    const kept = keptSource(instance, 'kitti-object');
    const numbers = solid.map(twoDecimals);
    const before = Array.isArray(kept['solid']) ? (kept['solid'] as number[]).map(twoDecimals) : [];
    const isSame =
      Array.isArray(kept['flat']) && numbers.every((each, at) => Math.abs(Number(each) - Number(before[at])) < 0.015);
    const flat = isSame ? (kept['flat'] as string[]) : this.#flat({ box, instance }, solid, camera);
    const score = isSame && typeof kept['score'] === 'number' ? [String(kept['score'])] : [];
    return [className.replaceAll(/\s+/g, '_'), ...flat, ...(isSame ? before : numbers), ...score].join(' ');
  }

  /** truncated, occluded, alpha and the box in the picture. */
  #flat(
    { box, instance }: Pick<WrittenBox, 'box' | 'instance'>,
    solid: readonly number[],
    camera: WrittenCamera,
  ): readonly string[] {
    const alpha = twoDecimals(normalAngle(solid[6]! - Math.atan2(solid[3]!, solid[5]!)));
    const occluded = attributeText(instance, 'occluded') ?? '3';
    const seen = camera.picture === undefined ? undefined : extentIn(camera.picture, boxCorners(box));
    const truncated = attributeText(instance, 'truncated');
    if (seen === undefined) return [truncated ?? '-1', occluded, alpha, '-1', '-1', '-1', '-1'];
    return [truncated ?? twoDecimals(seen.truncated), occluded, alpha, ...seen.extent.map(twoDecimals)];
  }
}

/**
 * The extent of places in a picture, cut at its borders; undefined where one of them is behind the camera or none is in
 * it.
 */
function extentIn(
  picture: Camera,
  places: readonly Vector[],
): { readonly extent: readonly number[]; readonly truncated: number } | undefined {
  const pixels = places.map(place => pixelOf(picture, toCamera(picture, place)));
  if (pixels.some(pixel => pixel === undefined)) return undefined;
  const [xs, ys] = [pixels.map(pixel => pixel![0]), pixels.map(pixel => pixel![1])];
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const extent = [
    within(left, picture.width),
    within(top, picture.height),
    within(right, picture.width),
    within(bottom, picture.height),
  ];
  const area = (extent[2]! - extent[0]!) * (extent[3]! - extent[1]!);
  const full = (right - left) * (bottom - top);
  return full > 0 && area > 0 ? { extent, truncated: 1 - area / full } : undefined;
}

function cameraFor(calib: string | undefined, image: CloudImage | undefined): WrittenCamera {
  const kept = calib === undefined ? undefined : scanToCamera(calib);
  if (kept !== undefined) {
    return { scanToCamera: kept, picture: image, isReal: true, text: calib! };
  }
  const toFrame = image?.extrinsics ?? plainCamera;
  const k = image?.intrinsics ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const projection = [0, 1, 2].flatMap(row => [...k.slice(row * 3, row * 3 + 3), 0]);
  const numbers = (values: readonly number[]): string => values.map(value => value.toExponential(12)).join(' ');
  const text = [
    ...[0, 1, 2, 3].map(at => `P${at}: ${numbers(projection)}`),
    `R0_rect: ${numbers([1, 0, 0, 0, 1, 0, 0, 0, 1])}`,
    `Tr_velo_to_cam: ${numbers(toFrame.slice(0, 12))}`,
    '',
  ].join('\n');
  return { scanToCamera: toFrame, picture: image, isReal: image !== undefined, text };
}
