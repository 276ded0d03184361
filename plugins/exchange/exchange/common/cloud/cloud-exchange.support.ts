import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { CloudImage, CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import { listText, noPictures } from '../exchange/exchange.support.ts';
import type { ExchangeFormat } from '../exchange/exchange-format.ts';
import { LabelBook } from '../exchange/label-book.ts';
import { TransferReport } from '../transfer-report.ts';
import { foreignFiles } from '../video/video-exchange.support.ts';
import { cloudDocument } from './cloud-document.ts';

/** Things that tests of point cloud formats share. */

export type TestFiles = ReadonlyMap<string, string | Uint8Array>;

/** A cloud of scans with as many points each, ten a second. */
export const cloudOf = (
  files: readonly string[],
  points: number,
  images: readonly Partial<CloudImage>[] = [],
): CloudView =>
  ({
    id: 1,
    state: 'ready',
    points: points * files.length,
    frames: files.map((file, index) => ({ index, file, points, timestamp: index * 100_000 })),
    images: images.map((image, index) => ({ frame: 0, index, name: 'cam.png', ...image })),
  }) as unknown as CloudView;

/** Writes one document as an archive would hold it. */
export async function writtenCloudFiles(
  format: ExchangeFormat,
  document: JsonRecord,
  classes: readonly AnnotationClass[],
  { name, cloud }: { readonly name: string; readonly cloud: CloudView },
): Promise<{ readonly files: TestFiles; readonly lost: readonly string[] }> {
  const writer = await format.writer({ classes, projectName: 'Drives', options: {}, png: noPictures });
  const item = { name, folder: '', width: undefined, height: undefined, document, cloud };
  const files = new Map<string, string | Uint8Array>();
  if (writer.list !== undefined) files.set(writer.list.path, listText(writer.list, item));
  for (const { path, content } of [...(writer.files?.(item) ?? []), ...(writer.rest?.() ?? [])])
    files.set(path, content);
  return { files, lost: writer.report.lines() };
}

export interface CloudBack {
  readonly names: readonly string[];
  readonly documents: readonly JsonRecord[];
  readonly classes: ReturnType<LabelBook['classes']>;
  readonly report: readonly string[];
}

/** Reads files as an import into a point cloud project does. */
export async function readCloudBack(
  format: ExchangeFormat,
  files: TestFiles,
  cloud?: CloudView,
  classes: readonly AnnotationClass[] = [],
): Promise<CloudBack> {
  const report = new TransferReport();
  // As imports do: once to know the classes, then to store.
  const open = (into: TransferReport): ReturnType<NonNullable<ExchangeFormat['reader']>> =>
    format.reader!(foreignFiles(files), { options: {}, report: into, png: noPictures, classes });
  const book = new LabelBook(classes);
  const first = await open(new TransferReport());
  for (const label of first.labels) book.list(label);
  for (const document of first.documents) book.collect(await document.read(undefined));
  const set = await open(report);
  const documents: JsonRecord[] = [];
  for (const document of set.documents)
    documents.push(cloudDocument(await document.read(undefined, { cloud }), book, report));
  return { names: set.documents.map(each => each.name), documents, classes: book.classes(), report: report.lines() };
}

/** The text files of a folder of the shared data by their paths; undefined where the data is absent. */
export function sharedFiles(folder: string): TestFiles | undefined {
  const root = join('../shared/data', folder);
  if (!existsSync(root)) return undefined;
  const names = readdirSync(root, { recursive: true }).map(String);
  return new Map(
    names
      .filter(name => /\.(?:txt|json|xml)$/.test(name))
      .toSorted()
      .map(name => [name, readFileSync(join(root, name), 'utf8')]),
  );
}

/** Class, place, size and rotation of an instance with two decimals. */
export const shapeOf = (instance: JsonRecord | undefined): unknown =>
  JSON.parse(
    JSON.stringify([instance?.['className'], instance?.['position'], instance?.['size'], instance?.['rotation']]),
    (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 + 0 : value),
  );
