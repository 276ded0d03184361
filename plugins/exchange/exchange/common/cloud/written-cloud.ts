import type { Instance, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf, storedTimeline, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { isSegment, storedLabels } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { Box, CuboidInstance } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { isCuboid, isTrack, shapeAt } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import type { WrittenItem } from '../exchange/exchange-writer.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { dropped } from '../transfer-report.ts';
import type { Fate, TransferReport } from '../transfer-report.ts';
import type { ItemFrame } from './cloud-frames.ts';
import { framesOfCloud } from './cloud-frames.ts';

/** Capacity of a target format. */
export interface CloudCapacity {
  /** Cuboids. */
  readonly boxes: boolean;
  /** Labels of points. */
  readonly segments: boolean;
  /** Objects that move keep their identity from scan to scan. */
  readonly tracks: boolean;
  /** Roll and pitch of boxes. */
  readonly tilt: boolean;
  readonly attributes: boolean;
  /** Fields of instances that it carries beside class and geometry. */
  readonly fields: ReadonlySet<string>;
  readonly tags?: boolean;
}

/** A box of one scan. */
export interface WrittenBox {
  readonly className: string;
  /** Place of its object in the item, from 0. */
  readonly object: number;
  readonly box: Box;
  /** The instance as it is in this scan. */
  readonly instance: CuboidInstance;
}

/** An item as writers of point cloud formats take it. */
export interface WrittenCloud {
  readonly isSequence: boolean;
  readonly frames: readonly (ItemFrame & { readonly boxes: readonly WrittenBox[] })[];
  /** Instances that own points. */
  readonly segments: readonly JsonRecord[];
  /** Leftovers of the item from an import. */
  readonly source: JsonRecord;
}

const unclassified: Fate = { one: 'without a class was dropped', many: 'without a class were dropped' };
/** Fields that follow from the key frames or the geometry. */
const geometryNames = [
  'parameters',
  'start',
  'end',
  'position',
  'size',
  'rotation',
  'label',
  'instanceId',
  'pointLabels',
];

/** Splits the document of an item into what a target carries, and counts the rest in the report. */
export function writtenCloud(item: WrittenItem, capacity: CloudCapacity, report: TransferReport): WrittenCloud {
  const flat = storedLabels(storedTimeline(item.document));
  const metadata = isRecord(flat['metadata']) ? flat['metadata'] : {};
  const facts = withoutFields(metadata, 'pointCloud', 'images', 'frames', 'duration', 'url');
  countDocumentLosses({ ...flat, metadata: facts }, report, { tags: capacity.tags === true });
  const boxes: Instance[] = [];
  const segments: JsonRecord[] = [];
  const also = new Set([...capacity.fields, ...geometryNames, ...(capacity.tracks ? ['trackingId'] : [])]);
  const drops = new Set(capacity.attributes ? [] : ['attributes']);
  for (const instance of recordsOf(flat['instances'])) {
    const type = String(instance['type']);
    const isCarried = isSegment(instance) ? capacity.segments : type === 'cuboid' && capacity.boxes;
    if (!isCarried) report.add(type === 'tag' ? 'tag instance' : type, dropped);
    else if (typeof instance['className'] !== 'string') report.add(type, unclassified);
    else {
      countInstanceLosses(instance, also, report, drops);
      if (isSegment(instance)) segments.push(instance);
      else boxes.push(instance as Instance);
    }
  }
  const frames = framesOfCloud(item.name, item.cloud);
  if (!capacity.tracks && frames.length > 1)
    report.add(
      'track',
      { one: 'was written scan by scan', many: 'were written scan by scan' },
      boxes.filter(isTrack).length,
    );
  const tilted = new Set<number>();
  const written = frames.map(frame => ({
    ...frame,
    boxes: boxes.flatMap((instance, object): WrittenBox[] => {
      const shape = shapeAt(instance, frame.timestamp);
      if (shape === undefined || !isCuboid(shape)) return [];
      const { position, size, rotation } = shape;
      if (!capacity.tilt && (rotation.x !== 0 || rotation.y !== 0)) tilted.add(object);
      return [{ className: String(instance.className), object, box: { position, size, rotation }, instance: shape }];
    }),
  }));
  report.add('cuboid', { one: 'lost roll and pitch', many: 'lost roll and pitch' }, tilted.size);
  const { source } = metadata;
  return { isSequence: frames.length > 1, frames: written, segments, source: isRecord(source) ? source : {} };
}

/** The first value of an attribute of an instance as text. */
export const attributeText = (instance: JsonRecord, group: string): string | undefined => {
  const found = recordsOf(instance['attributes']).find(each => each['groupName'] === group)?.['name'];
  return found === undefined || found === null ? undefined : String(found as string | number);
};

/** A number of at most two decimals. */
export const twoDecimals = (value: number): string => (Math.round(value * 100) / 100 + 0).toFixed(2);

/** Folder of an item and a directory of a format as the beginning of a path. */
export const inFolder = (folder: string, directory: string): string =>
  folder === '' ? `${directory}/` : `${folder}/${directory}/`;
