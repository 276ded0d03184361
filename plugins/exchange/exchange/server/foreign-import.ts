import { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { ClassNaming } from '../common/class-mapping.ts';
import { ExchangeError } from '../common/exchange/exchange-error.ts';
import type { ExchangeOptions } from '../common/exchange/exchange-writer.ts';
import { exchangeFormats, isTextFormat, subjectOf, subjectOfProject } from '../common/exchange/format-table.ts';
import type { ExchangeFormat } from '../common/exchange/exchange-format.ts';
import type { ExchangeFormatId, FormatSubject } from '../common/exchange/format-table.ts';
import { hasPictureEnding, hasVideoEnding, imagePlace } from '../common/exchange/image-path.ts';
import { LabelBook } from '../common/exchange/label-book.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  ImageSize,
  ItemContent,
} from '../common/exchange/neutral-document.ts';
import { pixelDocument, vectorDocument } from '../common/exchange/own-document.ts';
import type { OwnDocument } from '../common/exchange/own-document.ts';
import { clash, Companions } from '../common/exchange/settled-places.ts';
import type { PlacedThing } from '../common/exchange/settled-places.ts';
import { cloudDocument } from '../common/cloud/cloud-document.ts';
import { hasCloudEnding } from '../common/cloud/cloud-frames.ts';
import { textDocument } from '../common/text/text-document.ts';
import { inOriginals } from '../common/text/text-place.ts';
import { videoDocument } from '../common/video/video-document.ts';
import { RoutedReport } from '../common/exchange/routed-report.ts';
import { TransferReport } from '../common/transfer-report.ts';
import type { ImportedDocument, ImportedPicture, ImportFile } from './imported-file.ts';
import { mappedSet } from './mapped-set.ts';
import { maskPng } from './mask-png.ts';
import { pausing } from './pausing.ts';
import { pngCodec } from './png-codec.ts';
import { ReadDocuments } from './read-documents.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

export interface ForeignImportHead {
  readonly format: ExchangeFormatId;
  readonly options: ExchangeOptions;
  readonly classes: readonly AnnotationClass[];
  readonly projectType: number;
  /** Absent while the file is looked through. */
  readonly naming: ClassNaming | undefined;
  readonly close: () => void;
  /** Files of JSON that were parsed to recognise the format. */
  readonly parsed?: ReadonlyMap<ForeignFile, unknown> | undefined;
  /** The directory that the whole archive lies in; '' for none. */
  readonly top?: string;
}

const readable = (error: unknown): unknown =>
  error instanceof ExchangeError ? new Fault('IMPORT_UNREADABLE', error.message, { status: 422 }) : error;

/**
 * Reads files of another tool's format. Classes come of all documents, so they are read before they are stored. Those
 * whose places depend on their item are read again then.
 */
export async function foreignImport(
  files: readonly ForeignFile[],
  pictures: readonly ImportedPicture[],
  head: ForeignImportHead,
): Promise<ImportFile> {
  const { format, options, classes } = head;
  const subject = subjectOf(format);
  if (subject !== subjectOfProject(head.projectType))
    throw new Fault(
      'IMPORT_UNREADABLE',
      `${exchangeFormats[format].title} files are about ${subject}s. Import them into a ${subject === 'picture' ? 'project of pictures' : subject === 'scan' ? 'point cloud project' : `${subject} project`}.`,
      { status: 422 },
    );
  const { reader } = exchangeFormats[format] as ExchangeFormat;
  if (reader === undefined)
    throw new Fault('IMPORT_UNREADABLE', `${exchangeFormats[format].title} can only be downloaded, not imported.`, {
      status: 422,
    });
  const book = new LabelBook(classes);
  const report = new RoutedReport();
  const read = new ReadDocuments(report);
  const isReadOnce = subject === 'picture' && format !== 'geojson';
  const open = async (into: TransferReport): Promise<ForeignSet> => {
    try {
      return await reader(files, { options, report: into, png: pngCodec, classes, parsed: head.parsed });
    } catch (error) {
      throw readable(error);
    }
  };
  const named = (set: ForeignSet): ForeignSet => (head.naming === undefined ? set : mappedSet(set, head.naming));
  const first = named(await open(isReadOnce ? report : new TransferReport()));
  for (const label of first.labels) book.list(label);
  const pause = pausing();
  for (const document of first.documents) {
    if (document.needsSize === true) continue;
    await pause();
    // Unreadable content is reported when it is used.
    const neutral = isReadOnce ? await read.look(document) : await document.read(undefined).catch(() => undefined);
    if (neutral !== undefined) book.collect(neutral);
  }
  const damaged = await damagedTexts(first);
  const opened = isReadOnce
    ? { ...first, documents: first.documents.map(each => read.kept(each)) }
    : named(await open(report));
  const set = widened(opened, isTextFormat(format) ? [] : pictures);
  const { places, pictureOf } = isTextFormat(format) ? textFiles(pictures, set, damaged) : pictureFiles(set);
  return {
    kind: format,
    classes: book.classes(),
    documents: set.documents.map((document, at) => {
      const unreadable = damaged.get(at);
      return {
        ...bared(imported(document, pictureOf(document), head, book, report), head.top),
        ...(unreadable === undefined ? {} : { unreadable }),
      };
    }),
    pictures: places.map(picture => bared(picture, head.top)),
    addresses: [],
    project: undefined,
    facts: new Map(),
    source: 'upload',
    problems: () =>
      report
        .notes()
        .filter(note => note.kind === 'problem')
        .map(note => ({ path: note.subject, message: note.text })),
    losses: () =>
      report
        .notes()
        .filter(note => note.kind !== 'problem')
        .map(note => note.text),
    close: head.close,
  };
}

/** The thing with its folder as it is without the directory of the archive. */
function bared<T extends { readonly folder: string }>(thing: T, top = ''): T & { readonly bare?: string } {
  if (top === '' || !`${thing.folder}/`.startsWith(`${top}/`)) return thing;
  return { ...thing, bare: thing.folder.slice(top.length + 1) };
}

/** The files that items are made of, and the one that a document is about. */
interface ItemFiles {
  readonly places: readonly ImportedPicture[];
  readonly pictureOf: (document: ForeignDocument) => ImportedPicture | undefined;
}

/** A set with the pictures that items are made of. */
interface PlacedSet extends ForeignSet {
  readonly pictures: readonly ImportedPicture[];
}

/** The set with its parts as folders, when a file name is used in several of them. */
function widened(set: ForeignSet, all: readonly ImportedPicture[]): PlacedSet {
  const masks = maskFiles(all, set);
  const pictures = all
    .filter(picture => !masks.has(picture.path))
    .map(picture => ({ ...picture, ...imagePlace(picture.path) }));
  if (!clash(pictures) && !clash(set.documents)) return { ...set, pictures };
  const apart = <T extends PlacedThing>(thing: T): T => ({ ...thing, folder: thing.wide ?? thing.folder });
  return { ...set, pictures: pictures.map(apart), documents: set.documents.map(apart) };
}

function pictureFiles(set: PlacedSet): ItemFiles {
  const places = set.pictures.map((picture): ImportedPicture => ({ ...picture, loose: true, bundled: true }));
  const companions = new Companions(places, set.documents);
  return { places, pictureOf: document => companions.of(document) };
}

/**
 * The places of documents whose text cannot be read, so that no item can be made of it, with the reasons. They are
 * reported when they are read.
 */
async function damagedTexts({ documents }: ForeignSet): Promise<ReadonlyMap<number, string>> {
  const damaged = new Map<number, string>();
  for (const [at, document] of documents.entries())
    await document.text?.().catch((error: unknown) => {
      if (!(error instanceof ExchangeError)) throw error;
      damaged.set(at, error.message);
    });
  return damaged;
}

/** Texts that lie in the archive as they were uploaded, else what the format says they are. */
function textFiles(
  pictures: readonly ImportedPicture[],
  { documents }: ForeignSet,
  damaged: ReadonlyMap<number, string>,
): ItemFiles {
  // Keyed by what documents are: the directories of the archive and the name.
  const originals = new Map(pictures.map(picture => [picture.path.replace(inOriginals, '$1'), picture]));
  const found = new Map(
    documents.flatMap((document, at): (readonly [ForeignDocument, ImportedPicture])[] => {
      const { folder, name, also = [], path, text } = document;
      const { wide = folder } = document;
      const original = [name, ...also]
        .map(each => originals.get(wide === '' ? each : `${wide}/${each}`))
        .find(each => each !== undefined);
      const place = { folder, wide, loose: true, bundled: true } as const;
      if (original !== undefined) return [[document, { ...original, ...place }]];
      return text === undefined || damaged.has(at)
        ? []
        : [
            [
              document,
              { ...place, name, also, path, open: async () => Readable.from([Buffer.from(await text.call(document))]) },
            ],
          ];
    }),
  );
  return { places: [...found.values()], pictureOf: document => found.get(document) };
}

/** Pictures that belong to the format itself rather than being items: masks lie in directories of their own. */
function maskFiles(pictures: readonly ImportedPicture[], set: ForeignSet): ReadonlySet<string> {
  const own = new Set(set.documents.map(document => document.path));
  return new Set(
    pictures
      .filter(
        picture =>
          own.has(picture.path) || /(?:^|\/)(?:Segmentation(?:Class|Object)|masks|panoptic\w*)\//i.test(picture.path),
      )
      .map(picture => picture.path),
  );
}

/** True for file names that end as the items of a kind do. */
const endings: Readonly<Record<FormatSubject, (name: string) => boolean>> = {
  picture: hasPictureEnding,
  text: () => true,
  video: hasVideoEnding,
  scan: hasCloudEnding,
};

function imported(
  document: ForeignDocument,
  picture: ImportedPicture | undefined,
  head: ForeignImportHead,
  book: LabelBook,
  report: TransferReport,
): ImportedDocument {
  let last: OwnDocument | undefined;
  const pixel = head.projectType === ProjectType.Pixel;
  const subject = subjectOf(head.format);
  const hasEnding = endings[subject];
  return {
    path: document.path,
    folder: picture?.folder ?? document.folder,
    wide: picture?.wide ?? document.wide ?? document.folder,
    name: picture?.name ?? document.name,
    loose: true,
    ...(picture === undefined ? {} : { bundled: true as const }),
    ...(picture === undefined && !hasEnding(document.name) && subject !== 'text' ? { stem: true as const } : {}),
    ...(subject === 'video' ? { needsFrames: true as const } : {}),
    ...(head.format === 'geojson' && head.projectType === ProjectType.Tiled
      ? { needsGeoreference: true as const }
      : {}),
    ...(subject === 'scan' ? { needsCloud: true as const } : {}),
    ...(isTextFormat(head.format) ? { needsText: true as const, also: document.also ?? [] } : {}),
    ...(document.needsSize === true || pixel ? { needsSize: true as const } : {}),
    async read(size?: ImageSize, item?: ItemContent) {
      try {
        const neutral = await document.read(size, item);
        if (subject === 'text') return textDocument(neutral, book, report, item?.reading);
        if (subject === 'video') return videoDocument(neutral, book, report);
        if (subject === 'scan') return cloudDocument(neutral, book, report);
        if (!pixel) return (last = vectorDocument(neutral, book, report)).document;
        const own =
          size ??
          (neutral.width === undefined || neutral.height === undefined
            ? undefined
            : { width: neutral.width, height: neutral.height });
        if (own === undefined) throw new ExchangeError(document.path, 'the size of its image is not known');
        return (last = pixelDocument(neutral, own, book, report)).document;
      } catch (error) {
        throw readable(error);
      }
    },
    ...(pixel ? { mask: async () => Readable.from([await maskPng(last!.mask!)]) } : {}),
  };
}
