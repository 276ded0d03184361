import type { ExchangeWriter, OutputFile, WrittenItem } from '../../exchange/exchange-writer.ts';
import { keptSource } from '../../exchange/json-file.ts';
import { escapeXml } from '../../exchange/xml-element.ts';
import { TransferReport } from '../../transfer-report.ts';
import { scanStem } from '../cloud-frames.ts';
import type { WrittenBox } from '../written-cloud.ts';
import { attributeText, inFolder, writtenCloud } from '../written-cloud.ts';

const capacity = {
  boxes: true,
  segments: false,
  tracks: true,
  tilt: true,
  attributes: true,
  fields: new Set<string>(),
} as const;

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
const carriedGroups: ReadonlySet<string> = new Set(['occlusion', 'truncation']);

/** A track, or the part of one that has no gap. */
interface Tracklet {
  readonly first: number;
  readonly poses: WrittenBox[];
}

/** Writes `tracklet_labels.xml` for each item. An object with gaps becomes a tracklet for each part. */
export class TrackletsWriter implements ExchangeWriter {
  readonly report = new TransferReport();

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return `${inFolder(folder, 'velodyne')}${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { frames } = writtenCloud(item, capacity, this.report);
    const open = new Map<number, Tracklet & { last: number }>();
    const tracklets: Tracklet[] = [];
    const objects = new Set<number>();
    for (const [at, { boxes }] of frames.entries())
      for (const box of boxes) {
        const going = open.get(box.object);
        if (going?.last === at - 1) {
          going.poses.push(box);
          going.last = at;
          continue;
        }
        const begun = { first: at, last: at, poses: [box] };
        open.set(box.object, begun);
        tracklets.push(begun);
        objects.add(box.object);
      }
    this.report.add(
      'gap',
      { one: 'of a track began another tracklet', many: 'of tracks began other tracklets' },
      tracklets.length - objects.size,
    );
    return [
      {
        path: `${inFolder(item.folder, scanStem(item.name))}tracklet_labels.xml`,
        content: `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE boost_serialization>
<boost_serialization signature="serialization::archive" version="9">
<tracklets class_id="0" tracking_level="0" version="0">
  <count>${tracklets.length}</count>
  <item_version>1</item_version>
${tracklets.map(each => this.#tracklet(each)).join('')}</tracklets>
</boost_serialization>
`,
      },
    ];
  }

  #tracklet({ first, poses }: Tracklet): string {
    const [begin] = poses;
    const { size } = begin!.box;
    if (poses.some(({ box }) => (['x', 'y', 'z'] as const).some(axis => Math.abs(box.size[axis] - size[axis]) > 0.001)))
      this.report.add('changing size', { one: 'was written as the first one', many: 'were written as the first one' });
    const lost = poses
      .flatMap(({ instance }) => instance.attributes ?? [])
      .filter(each => !carriedGroups.has(String(each.groupName)));
    if (lost.length > 0) this.report.add('attribute value', { one: 'was dropped', many: 'were dropped' }, lost.length);
    const finished = keptSource(begin!.instance, 'kitti-raw')['finished'];
    return `  <item>
    <objectType>${escapeXml(begin!.className)}</objectType>
    <h>${rounded(size.z)}</h>
    <w>${rounded(size.y)}</w>
    <l>${rounded(size.x)}</l>
    <first_frame>${first}</first_frame>
    <poses>
      <count>${poses.length}</count>
      <item_version>2</item_version>
${poses.map(pose => poseText(pose, size.z)).join('')}    </poses>
    <finished>${finished === '0' ? 0 : 1}</finished>
  </item>
`;
  }
}

function poseText({ box: { position, rotation }, instance }: WrittenBox, height: number): string {
  const value = (group: string): string => escapeXml(attributeText(instance, group) ?? '-1');
  return `      <item>
        <tx>${rounded(position.x)}</tx>
        <ty>${rounded(position.y)}</ty>
        <tz>${rounded(position.z - height / 2)}</tz>
        <rx>${rounded(rotation.x)}</rx>
        <ry>${rounded(rotation.y)}</ry>
        <rz>${rounded(rotation.z)}</rz>
        <state>2</state>
        <occlusion>${value('occlusion')}</occlusion>
        <occlusion_kf>0</occlusion_kf>
        <truncation>${value('truncation')}</truncation>
        <amt_occlusion>-1</amt_occlusion>
        <amt_border_l>-1</amt_border_l>
        <amt_border_r>-1</amt_border_r>
        <amt_occlusion_kf>-1</amt_occlusion_kf>
        <amt_border_kf>-1</amt_border_kf>
      </item>
`;
}
