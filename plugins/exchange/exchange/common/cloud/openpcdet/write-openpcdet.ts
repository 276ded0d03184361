import type { ExchangeWriter, OutputFile, WrittenItem } from '../../exchange/exchange-writer.ts';
import { TransferReport } from '../../transfer-report.ts';
import { scanStem } from '../cloud-frames.ts';
import { inFolder, writtenCloud } from '../written-cloud.ts';

const capacity = {
  boxes: true,
  segments: false,
  tracks: false,
  tilt: false,
  attributes: false,
  fields: new Set<string>(),
} as const;

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;

/** Writes a file of boxes for each scan, as OpenPCDet takes custom data sets. Blanks in class names become `_`. */
export class OpenPcdetWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #renamed = new Set<string>();

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return `${inFolder(folder, 'points')}${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { frames, isSequence } = writtenCloud(item, capacity, this.report);
    const start = inFolder(item.folder, 'labels');
    return frames.map(({ file, boxes }) => ({
      path: isSequence ? `${start}${scanStem(item.name)}/${scanStem(file)}.txt` : `${start}${scanStem(item.name)}.txt`,
      content: boxes
        .map(({ box: { position: p, size: s, rotation: r }, className }) => {
          const numbers = [p.x, p.y, p.z, s.x, s.y, s.z, r.z].map(rounded).join(' ');
          return `${numbers} ${this.#word(className)}\n`;
        })
        .join(''),
    }));
  }

  #word(name: string): string {
    const word = name.replaceAll(/\s+/g, '_');
    if (word !== name && !this.#renamed.has(name)) {
      this.#renamed.add(name);
      this.report.add('class name', { one: 'lost its blanks', many: 'lost their blanks' });
    }
    return word;
  }
}
