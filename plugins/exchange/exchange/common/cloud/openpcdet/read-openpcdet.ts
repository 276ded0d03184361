import { numberAt, textOf } from '../../exchange/json-file.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { imagePlace } from '../../exchange/image-path.ts';
import type { ForeignFile, ForeignSet, NeutralInstance } from '../../exchange/neutral-document.ts';
import type { ReadHead } from '../../exchange/read-head.ts';
import { normalAngle } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { scanStem } from '../cloud-frames.ts';

const fields = ['x', 'y', 'z', 'dx', 'dy', 'dz', 'heading'] as const;

/** True for text whose first line is seven numbers and a name. */
export function isOpenPcdetText(text: string): boolean {
  const words =
    text
      .split(/\r?\n/)
      .find(line => line.trim() !== '')
      ?.trim()
      .split(/\s+/) ?? [];
  return (
    words.length === 8 && words.slice(0, 7).every(each => Number.isFinite(Number(each))) && /^[a-z]/i.test(words[7]!)
  );
}

/** Reads a file of boxes for each scan, as OpenPCDet takes custom data sets. */
export async function readOpenPcdet(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const found = files.filter(
    file => /\.txt$/i.test(file.path) && !/(?:^|\/)(?:ImageSets\/|report\.txt$)/i.test(file.path),
  );
  const documents = [];
  for (const file of found) {
    const text = await textOf(file);
    if (!isOpenPcdetText(text) && !/(?:^|\/)labels\//i.test(file.path)) continue;
    const { folder, wide, name: own } = imagePlace(file.path);
    const name = scanStem(own);
    documents.push({
      path: file.path,
      name,
      folder,
      wide,
      read: () =>
        Promise.resolve({
          path: file.path,
          name,
          folder,
          instances: text
            .split(/\r?\n/)
            .flatMap((line, at) => (line.trim() === '' ? [] : [boxOf(line, at + 1, file.path)])),
        }),
    });
  }
  if (documents.length === 0) report.problem('', 'No file has lines of x y z dx dy dz heading class.');
  return { labels: [], documents };
}

function boxOf(line: string, number: number, path: string): NeutralInstance {
  const words = line.trim().split(/\s+/);
  if (words.length < 8) throw new ExchangeError(path, `line ${number} must be x y z dx dy dz heading class`);
  const [x, y, z, dx, dy, dz, heading] = fields.map((field, at) =>
    numberAt(words[at], path, `line ${number} ${field}`),
  ) as [number, number, number, number, number, number, number];
  for (const [at, side] of [dx, dy, dz].entries())
    if (side <= 0) throw new ExchangeError(path, `line ${number} ${fields[at + 3]!} must be greater than 0`);
  return {
    className: words.slice(7).join(' '),
    geometry: {
      type: 'cuboid',
      position: { x, y, z },
      size: { x: dx, y: dy, z: dz },
      rotation: { x: 0, y: 0, z: normalAngle(heading) },
    },
  };
}
