import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { segmentRuns } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { ExchangeWriter, OutputFile, WrittenItem } from '../../exchange/exchange-writer.ts';
import { TransferReport } from '../../transfer-report.ts';
import { scanStem } from '../cloud-frames.ts';
import { inFolder, writtenCloud } from '../written-cloud.ts';
import { NAMES_FILE, semanticNames, yamlOfNames } from './semantic-names.ts';

const capacity = {
  boxes: false,
  segments: true,
  tracks: true,
  tilt: false,
  attributes: false,
  fields: new Set<string>(),
} as const;

/** The first number of classes that SemanticKITTI has none for. */
const FIRST_OWN = 1000;
/** The largest class and object number of a label. */
const LARGEST = 0xffff;

/** Writes label files of SemanticKITTI: class and object number of every point, and the names of the classes. */
export class LabelFilesWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #numbers: Map<string, number>;
  readonly #used = new Map<number, string>([[0, 'unlabeled']]);
  #next = FIRST_OWN;

  constructor() {
    this.#numbers = new Map([...semanticNames].map(([number, name]) => [name, number]));
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return `${inFolder(folder, 'velodyne')}${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { frames, segments, isSequence } = writtenCloud(item, capacity, this.report);
    const metadata = item.document['metadata'] as { readonly pointCloud?: { readonly points?: number } } | undefined;
    const counted = segments.reduce(
      (most, segment) => Math.max(most, endOf(segmentRuns(segment))),
      metadata?.pointCloud?.points ?? 0,
    );
    const last = frames.at(-1)!;
    const total = last.points === undefined ? counted : last.firstPoint + last.points;
    const labels = new Uint32Array(total);
    for (const segment of segments) {
      const label = this.#label(segment);
      const runs = segmentRuns(segment);
      for (let at = 0; at < runs.length; at += 2) labels.fill(label, runs[at]!, runs[at]! + runs[at + 1]!);
    }
    const stem = scanStem(item.name);
    return frames.map(({ file, firstPoint, points }) => ({
      path: isSequence
        ? `${inFolder(item.folder, 'sequences')}${stem}/labels/${scanStem(file)}.label`
        : `${inFolder(item.folder, 'labels')}${stem}.label`,
      content: bytesOf(labels.subarray(firstPoint, firstPoint + (points ?? total))),
    }));
  }

  rest(): readonly OutputFile[] {
    const names = new Map([...this.#used].toSorted(([one], [other]) => one - other));
    return [{ path: NAMES_FILE, content: yamlOfNames(names) }];
  }

  #label({ className, instanceId }: JsonRecord): number {
    const name = String(className);
    let number = this.#numbers.get(name);
    if (number === undefined) this.#numbers.set(name, (number = this.#next++));
    this.#used.set(number, name);
    const object = typeof instanceId === 'number' ? instanceId : 0;
    if (object > LARGEST)
      this.report.add('object number', { one: 'was above 65535 and dropped', many: 'were above 65535 and dropped' });
    return ((object > LARGEST ? 0 : object) * 0x10000 + number) >>> 0;
  }
}

const endOf = (runs: readonly number[]): number => (runs.length === 0 ? 0 : runs.at(-2)! + runs.at(-1)!);

function bytesOf(labels: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(labels.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, label] of labels.entries()) view.setUint32(at * 4, label, true);
  return bytes;
}
