import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { TransferReport } from '../transfer-report.ts';
import { textSteps } from './exchange-writer.ts';
import type { ExchangeOptions, ListFile, WrittenItem } from './exchange-writer.ts';
import type { ExchangeFormat } from './exchange-format.ts';
import { LabelBook } from './label-book.ts';
import type { ForeignFile, ImageSize, NeutralDocument } from './neutral-document.ts';
import { vectorDocument } from './own-document.ts';
import { textDocument } from '../text/text-document.ts';
import type { PngCodec } from './raster-picture.ts';

/** Things that tests of exchange formats share. */
const times = { createdAt: '', updatedAt: '' };

export const classNamed = (
  name: string,
  at = 0,
  groups: readonly (readonly [string, AnnotationClass['attribute_groups'][0]['group_type'], readonly string[]])[] = [],
  type: 1 | 2 = 1,
): AnnotationClass => ({
  ...times,
  id: at + 1,
  project_id: 1,
  name,
  color: ['#E4542B', '#1C7ED6', '#10A040'][at % 3]!,
  type,
  order: at,
  count: 0,
  attribute_groups: groups.map(([group, group_type, values], order) => ({
    ...times,
    id: order + 1,
    class_id: at + 1,
    name: group,
    group_type,
    isRequired: false,
    default_value: null,
    order,
    attributes: values.map((value, index) => ({
      ...times,
      id: index + 1,
      group_id: order + 1,
      project_id: 1,
      name: value,
      default: 0 as const,
      order: index,
      count: 0,
    })),
  })),
});

const encoder = new TextEncoder();
export const textFile = (path: string, text: string): ForeignFile => ({
  path,
  size: text.length,
  bytes: () => Promise.resolve(encoder.encode(text)),
});

export interface Written {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly lost: readonly string[];
}

/** Returns the text of a file of one item. */
export function listText(list: ListFile, item: WrittenItem): string {
  const early = list.startsLate === true ? '' : list.start();
  const shown = allAtOnce(textSteps(list.item(item)));
  return [early, list.startsLate === true ? list.start() : '', shown, ...list.end()].join('');
}

/** Writes one document as an archive would hold it. */
export async function written(
  format: ExchangeFormat,
  document: JsonRecord,
  classes: readonly AnnotationClass[],
  png: PngCodec,
  options: ExchangeOptions = {},
  size: ImageSize = { width: 640, height: 480 },
  masks?: ReadonlyMap<JsonRecord, MaskRuns>,
): Promise<Written> {
  const writer = await format.writer({ classes, projectName: 'Street', options, png });
  const item = { name: 'a.jpg', folder: '', ...size, document, ...(masks === undefined ? {} : { masks }) };
  writer.prepare?.(item.document);
  const files = new Map<string, string | Uint8Array>();
  if (writer.list !== undefined) files.set(writer.list.path, listText(writer.list, item));
  for (const { path, content } of [...(writer.files?.(item) ?? []), ...(writer.rest?.() ?? [])])
    files.set(path, content);
  return { files, lost: writer.report.lines() };
}

export interface ReadBack {
  readonly neutral: readonly NeutralDocument[];
  /** As a vector project takes them. */
  readonly documents: readonly JsonRecord[];
  readonly classes: ReturnType<LabelBook['classes']>;
  readonly report: readonly string[];
}

/** Reads files as an import into a vector project does. */
export async function readBack(
  format: ExchangeFormat,
  files: ReadonlyMap<string, string | Uint8Array>,
  png: PngCodec,
  options: ExchangeOptions = {},
  size: ImageSize = { width: 640, height: 480 },
  classes: readonly AnnotationClass[] = [],
): Promise<ReadBack> {
  const report = new TransferReport();
  const foreign = [...files].map(([path, content]): ForeignFile => ({
    path,
    size: content.length,
    bytes: () => Promise.resolve(typeof content === 'string' ? encoder.encode(content) : content),
  }));
  const set = await format.reader!(foreign, { options, report, png, classes });
  const book = new LabelBook(classes);
  for (const label of set.labels) book.list(label);
  const neutral = await Promise.all(set.documents.map(document => document.read(size)));
  for (const document of neutral) book.collect(document);
  const documents = neutral.map(document => vectorDocument(document, book, report).document);
  return { neutral, documents, classes: book.classes(), report: report.lines() };
}

/** Formats of texts have no pictures. */
export const noPictures: PngCodec = {
  decode: () => {
    throw new Error('There are no pictures in texts.');
  },
  encode: () => {
    throw new Error('There are no pictures in texts.');
  },
};

/** Writes a text document as an archive would hold it. */
export async function writtenText(
  format: ExchangeFormat,
  document: JsonRecord,
  text: string,
  classes: readonly AnnotationClass[],
  options: ExchangeOptions = {},
  name = 'a.txt',
  folder = '',
): Promise<Written> {
  const writer = await format.writer({ classes, projectName: 'Street', options, png: noPictures });
  const item = { name, folder, width: undefined, height: undefined, document, text };
  const files = new Map<string, string | Uint8Array>();
  if (writer.list !== undefined) files.set(writer.list.path, listText(writer.list, item));
  for (const { path, content } of [...(writer.files?.(item) ?? []), ...(writer.rest?.() ?? [])])
    files.set(path, content);
  return { files, lost: writer.report.lines() };
}

export interface TextBack {
  readonly documents: readonly JsonRecord[];
  /** Texts that items would be made of. */
  readonly texts: readonly (string | undefined)[];
  readonly names: readonly string[];
  readonly classes: ReturnType<LabelBook['classes']>;
  readonly report: readonly string[];
}

/**
 * Reads files as an import into a text project does; `text` is that of the item of each document, when there is one.
 */
export async function readTextBack(
  format: ExchangeFormat,
  files: ReadonlyMap<string, string | Uint8Array>,
  text?: string,
  classes: readonly AnnotationClass[] = [],
): Promise<TextBack> {
  const report = new TransferReport();
  const foreign = [...files].map(([path, content]): ForeignFile => ({
    path,
    size: content.length,
    bytes: () => Promise.resolve(typeof content === 'string' ? encoder.encode(content) : content),
  }));
  const set = await format.reader!(foreign, { options: {}, report, png: noPictures, classes });
  const book = new LabelBook(classes);
  for (const label of set.labels) book.list(label);
  const neutral = await Promise.all(
    set.documents.map(document => document.read(undefined, text === undefined ? undefined : { text })),
  );
  for (const document of neutral) book.collect(document);
  const documents = neutral.map(document => textDocument(document, book, report));
  const lines = report.lines();
  return {
    documents,
    texts: await Promise.all(set.documents.map(document => document.text?.())),
    names: set.documents.map(document =>
      document.folder === '' ? document.name : `${document.folder}/${document.name}`,
    ),
    classes: book.classes(),
    report: lines,
  };
}

/** The instances of the first document. */
export const instancesOf = (back: ReadBack): readonly JsonRecord[] =>
  back.documents[0]!['instances'] as readonly JsonRecord[];
