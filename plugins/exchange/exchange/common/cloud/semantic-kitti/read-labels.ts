import { SEGMENT } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { textOf } from '../../exchange/json-file.ts';
import { imagePlace } from '../../exchange/image-path.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  ItemContent,
  NeutralInstance,
} from '../../exchange/neutral-document.ts';
import { mostFrames, scanStem } from '../cloud-frames.ts';
import { namesOfYaml, semanticNames } from './semantic-names.ts';

const { compare } = new Intl.Collator('en', { numeric: true });
const SEQUENCE = /^(.*\/)?sequences\/([^/]+)\/labels\/[^/]+\.label$/i;

/** True for the ending of a label file. */
export const isLabelFile = (path: string): boolean => path.toLowerCase().endsWith('.label');

/** A document with the label files of its scans in their order. */
interface LabelSet {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly wide: string;
  readonly files: ForeignFile[];
}

/** Reads label files: those of `sequences/NAME/labels` are a sequence NAME, all others are of one scan each. */
export async function readLabelFiles(files: readonly ForeignFile[]): Promise<ForeignSet> {
  const yaml = files.find(file => /\.ya?ml$/i.test(file.path));
  const names = yaml === undefined ? semanticNames : namesOfYaml(await textOf(yaml));
  const sets = new Map<string, LabelSet>();
  for (const file of files
    .filter(each => isLabelFile(each.path))
    .toSorted((one, other) => compare(one.path, other.path))) {
    const sequence = SEQUENCE.exec(file.path);
    const path = sequence === null ? file.path : file.path.slice(0, file.path.lastIndexOf('/'));
    const place = imagePlace(
      sequence === null ? file.path.replace(/\.label$/i, '') : `${sequence[1] ?? ''}${sequence[2]!}`,
    );
    const found = sets.get(path) ?? { path, ...place, name: scanStem(place.name), files: [] };
    found.files.push(file);
    if (found.files.length > mostFrames) throw new ExchangeError(path, `has more than ${mostFrames} scans`);
    sets.set(path, found);
  }
  return {
    labels: [],
    documents: [...sets.values()].map(({ path, name, folder, wide, files: own }): ForeignDocument => ({
      path,
      name,
      folder,
      wide,
      read: async (_, item) => ({ path, name, folder, ...(await labelledPoints(own, names, item)) }),
    })),
  };
}

/** @throws ExchangeError where a file has another number of labels than its scan has points */
async function labelledPoints(
  files: readonly ForeignFile[],
  names: ReadonlyMap<number, string>,
  item: ItemContent | undefined,
): Promise<{ readonly instances: readonly NeutralInstance[]; readonly points: number }> {
  const owned = new Map<number, number[]>();
  let first = 0;
  for (const [at, file] of files.entries()) {
    const bytes = await file.bytes();
    if (bytes.length % 4 !== 0)
      throw new ExchangeError(file.path, `${bytes.length} bytes are no whole number of labels of 4 bytes`);
    const points = item?.cloud?.frames[at]?.points;
    if (points !== undefined && points !== bytes.length / 4)
      throw new ExchangeError(file.path, `${bytes.length / 4} labels for ${points} points`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let point = 0; point < bytes.length / 4; point += 1) {
      const label = view.getUint32(point * 4, true);
      if ((label & 0xffff) === 0) continue;
      let runs = owned.get(label);
      if (runs === undefined) owned.set(label, (runs = []));
      const number = first + point;
      if (runs.length > 0 && runs.at(-2)! + runs.at(-1)! === number) runs[runs.length - 1]! += 1;
      else runs.push(number, 1);
    }
    first += bytes.length / 4;
  }
  if (item?.cloud !== undefined && item.cloud.frames.length !== files.length)
    throw new ExchangeError(files[0]!.path, `${files.length} label files for ${item.cloud.frames.length} scans`);
  return {
    points: first,
    instances: [...owned]
      .toSorted(([one], [other]) => (one & 0xffff) - (other & 0xffff) || one - other)
      .map(([label, runs]): NeutralInstance => ({
        className: names.get(label & 0xffff) ?? `label ${label & 0xffff}`,
        geometry: { type: SEGMENT, points: runs },
        fields: { instanceId: label >>> 16, source: { format: 'semantic-kitti', label: label & 0xffff } },
      })),
  };
}
