import { inverseRigid, isRigid, multiply } from '#plugins/annotate/point-clouds/common/index.ts';
import type { ExchangeWriter, WrittenItem } from '../../exchange/exchange-writer.ts';
import { keptSource } from '../../exchange/json-file.ts';
import { dropped, TransferReport } from '../../transfer-report.ts';
import { attributeText, inFolder, writtenCloud } from '../written-cloud.ts';
import { poseOfBox, scannerToOurs } from './nuscenes-frame.ts';

const capacity = {
  boxes: true,
  segments: false,
  tracks: false,
  tilt: true,
  attributes: true,
  fields: new Set(['pointCount', 'probability']),
} as const;

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/**
 * Writes a file of results of nuScenes. Scans that were not imported from its tables have no sample and are left out.
 */
export class NuscenesWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  #isFirst = true;
  readonly list = {
    path: 'results.json',
    start: (): string =>
      '{"meta":{"use_camera":false,"use_lidar":true,"use_radar":false,"use_map":false,"use_external":false},"results":{',
    item: (item: WrittenItem): string => this.#item(item),
    end: (): Iterable<string> => ['}}\n'],
  };

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return `${inFolder(folder, 'LIDAR_TOP')}${name}`;
  }

  #item(item: WrittenItem): string {
    const isSequence = (item.cloud?.frames.length ?? 1) > 1;
    // A sequence is left out as a whole, so that nothing of it is counted.
    const cloud = isSequence ? undefined : writtenCloud(item, capacity, this.report);
    const { sample, toGlobal } = keptSource({ source: cloud?.source }, 'nuscenes');
    if (
      cloud === undefined ||
      typeof sample !== 'string' ||
      !Array.isArray(toGlobal) ||
      !isRigid(toGlobal as number[])
    ) {
      this.report.add('item', { one: 'that has no sample was dropped', many: 'that have no sample were dropped' });
      return '';
    }
    const change = multiply(toGlobal as number[], inverseRigid(scannerToOurs));
    const boxes = cloud.frames[0]!.boxes.map(({ box, instance, className }) => {
      const { translation, rotation } = poseOfBox(change, box);
      return {
        sample_token: sample,
        translation: translation.map(rounded),
        size: [box.size.y, box.size.x, box.size.z].map(rounded),
        rotation: rotation.map(rounded),
        velocity: [0, 0],
        detection_name: className,
        detection_score: typeof instance.probability === 'number' ? instance.probability / 100 : 1,
        attribute_name: attributeText(instance, 'attribute') ?? '',
      };
    });
    const lost = cloud.frames[0]!.boxes.reduce((sum, { instance }) => {
      const values = instance.attributes ?? [];
      return sum + values.length - Number(values.some(each => each.groupName === 'attribute'));
    }, 0);
    this.report.add('attribute value', dropped, lost);
    this.report.add(
      'cuboid',
      { one: 'has no velocity, which was written as 0', many: 'have no velocity, which was written as 0' },
      boxes.length,
    );
    const begin = this.#isFirst ? '' : ',';
    this.#isFirst = false;
    return `${begin}${JSON.stringify(sample)}:${JSON.stringify(boxes)}`;
  }
}
