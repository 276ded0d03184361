import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/annotation-class.ts';
import { readClassesFile } from '#plugins/workspace/classes/common/classes-file.ts';
import { isRecord } from '#plugins/annotate/annotations/common/json-value.ts';
import { isLegacyDocument } from '#plugins/annotate/annotations/common/legacy-document.ts';
import { archivePaths, isCompanionImage, readEntry } from '../common/archive-names.ts';
import { hasSegments, isCoco, joinCoco } from '../common/coco/join-coco.ts';
import type { CocoSource, JoinedCoco } from '../common/coco/join-coco.ts';
import { readCoco } from '../common/coco/read-coco.ts';
import { ExchangeError } from '../common/exchange/exchange-error.ts';
import { exchangeFormatOf } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import { hasPictureEnding, imagePlace } from '../common/exchange/image-path.ts';
import type { ForeignFile } from '../common/exchange/neutral-document.ts';
import { recognise } from '../common/exchange/recognise.ts';
import { isPlainName } from '../common/exchange/json-file.ts';
import { clash, Companions } from '../common/exchange/settled-places.ts';
import { inOriginals } from '../common/text/text-place.ts';
import type { ImportFinding, ImportReading } from '../common/import-api.ts';
import { readProjectFile } from '../common/project-file.ts';
import type { ProjectFileItem } from '../common/project-file.ts';
import { cocoMasks } from './coco-masks.ts';
import { foreignImport } from './foreign-import.ts';
import { openArchive } from './import-archive.ts';
import type { ImportedAddress, ImportedDocument, ImportedPicture, ImportFile } from './imported-file.ts';
import { itemKey } from './imported-file.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/project-type.ts';

/** Largest annotation file and largest COCO file that are read, in bytes; both are held in memory one at a time. */
const documentLimit = 64 * 1024 ** 2;
const cocoLimit = 512 * 1024 ** 2;

/** True for a document that says nothing of its item, as exports have it for items nobody has annotated. */
export function isEmptyDocument(json: unknown): boolean {
  if (!isRecord(json)) return false;
  return Object.entries(json).every(
    ([key, value]) =>
      key === 'metadata' || key === 'version' || value === '' || (Array.isArray(value) && value.length === 0),
  );
}

const unknown = (name: string): Fault =>
  new Fault(
    'IMPORT_UNKNOWN',
    `${name} is no archive, annotation file or class list, and of no format that is known here.`,
    { status: 422 },
  );
const tooLarge = (path: string, limit: number): Fault =>
  new Fault('TOO_LARGE', `${path} is larger than ${limit / 1024 ** 2} MB.`, { status: 413 });

/** What an import goes into, and how it is to be read. */
export interface ImportAim {
  readonly classes: readonly AnnotationClass[];
  readonly projectType: number;
  /** The format as a person says it is; told by the content when absent. */
  readonly reading: ImportReading | undefined;
}

/** Opens what was sent, by its content. @throws Fault ARCHIVE_REFUSED, IMPORT_UNKNOWN, IMPORT_UNREADABLE, TOO_LARGE, INVALID_JSON. */
export async function openImport(
  blobs: BlobDriver,
  file: { readonly hash: string; readonly size: number; readonly name: string },
  aim: ImportAim,
): Promise<ImportFile> {
  const head = file.size < 4 ? Buffer.alloc(0) : await bytesOf(await blobs.get(file.hash, { first: 0, last: 3 }));
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const archive = await openArchive(blobs, file.hash, file.size);
    try {
      return await fromArchive(archive.files, archive.close, file.name, aim);
    } catch (error) {
      archive.close();
      throw error;
    }
  }
  if (file.size > cocoLimit) throw tooLarge(file.name, cocoLimit);
  const bytes = await bytesOf(await blobs.get(file.hash));
  const single: ForeignFile = { path: file.name, size: file.size, bytes: () => Promise.resolve(bytes) };
  const format = aim.reading === undefined ? await recognise([single]) : aim.reading.format;
  if (format !== undefined && isExchange(format))
    return foreignImport([single], [], {
      format,
      options: aim.reading ?? {},
      classes: aim.classes,
      projectType: aim.projectType,
      close: () => undefined,
    });
  return fromJson(parse(bytes.toString('utf8'), file.name), file.name, aim);
}

const nothing = {
  classes: [],
  documents: [],
  pictures: [],
  addresses: [],
  project: undefined,
  facts: new Map<string, ProjectFileItem>(),
  problems: () => [],
  losses: () => [],
  close: () => undefined,
} as const;

function fromJson(json: unknown, name: string, aim: ImportAim): ImportFile {
  if (isCoco(json)) return fromCoco([{ path: name, json }], [], aim, () => undefined);
  const isList = Array.isArray(json) && json.length > 0;
  if (
    isList &&
    json.every(entry => isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['color'] === 'string')
  ) {
    const read = readClassesFile(JSON.stringify(json));
    return {
      ...nothing,
      kind: 'classes',
      classes: read.classes,
      source: 'upload',
      problems: () => read.issues.map(issue => ({ path: issue.path, message: issue.message })),
    };
  }
  const metadata = isRecord(json) ? json['metadata'] : undefined;
  const legacy = isList && json.some(entry => isRecord(entry) && entry['type'] === 'meta');
  if (!isRecord(metadata) && !legacy) throw unknown(name);
  const stem = readEntry(name)?.item ?? name;
  const item = isRecord(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : stem;
  return {
    ...nothing,
    kind: 'document',
    documents: [{ path: name, folder: '', name: item, read: () => Promise.resolve(json) }],
    source: 'upload',
  };
}

/** The directory that all files lie in; '' for none. */
function topOf(files: readonly ArchiveFile[]): string {
  const first = files[0]?.path.split('/')[0] ?? '';
  return files.every(file => file.path.startsWith(`${first}/`)) ? first : '';
}

/** A directory that everything lies in, as programs make it that pack a folder. */
function commonRoot(files: readonly ArchiveFile[]): string {
  const first = topOf(files);
  return first !== '' &&
    files.some(file => file.path === `${first}/project.json` || file.path === `${first}/classes/classes.json`)
    ? `${first}/`
    : '';
}

async function fromArchive(
  files: readonly ArchiveFile[],
  close: () => void,
  name: string,
  aim: ImportAim,
): Promise<ImportFile> {
  const root = commonRoot(files);
  const entries = files.flatMap(file => {
    const entry = readEntry(file.path.slice(root.length));
    return entry === undefined ? [] : [{ file, entry, path: file.path.slice(root.length) }];
  });
  const project = entries.find(each => each.entry.kind === 'project');
  const pictures = entries
    .filter(each => each.entry.kind === 'media' && !isCompanionImage(each.path))
    .map(({ file, entry, path }): ImportedPicture => ({
      folder: entry.folder,
      name: entry.item,
      path,
      open: () => file.open(),
    }));
  const own = aim.reading?.format === 'archive';
  if (project === undefined && !own) {
    const foreign = files
      .filter(
        file =>
          /\.(?:jsonl?|xml|txt|tsv|ya?ml|names|data|png|ann|conf|conll\d*|iob2?|bio|bioes|bilou|ndjson)$/i.test(
            file.path,
          ) || isPlainName(file.path),
      )
      .map((file): ForeignFile => ({
        path: file.path,
        size: file.size,
        bytes: () => bytesWithin(file, /\.(?:json|xml|jsonl)$/i.test(file.path) ? cocoLimit : documentLimit),
      }));
    const format = aim.reading === undefined ? await recognise(foreign) : aim.reading.format;
    if (format !== undefined && isExchange(format))
      return foreignImport(
        foreign,
        pictures.filter(each =>
          aim.projectType === ProjectType.Text ? inOriginals.test(each.path) : hasPictureEnding(each.path),
        ),
        {
          format,
          options: aim.reading ?? {},
          classes: aim.classes,
          projectType: aim.projectType,
          close,
          top: topOf(files),
        },
      );
    if (format === 'coco') return cocoArchive(foreign, pictures, aim, name, close);
    if (!(await looksOwn(entries))) throw unknown(name);
  }

  const problems: ImportFinding[] = [];
  const list = entries.find(each => each.entry.kind === 'classes');
  const read = list === undefined ? undefined : readClassesFile(await textOf(list.file, documentLimit));
  problems.push(
    ...(read?.issues ?? []).map(issue => ({ path: `${list!.path} ${issue.path}`.trim(), message: issue.message })),
  );
  const head = project === undefined ? undefined : readProjectFile(await textOf(project.file, cocoLimit));
  problems.push(
    ...(head?.issues ?? []).map(issue => ({ path: `project.json ${issue.path}`.trim(), message: issue.message })),
  );
  const masks = new Map(
    entries
      .filter(each => each.entry.kind === 'mask')
      .map(({ file, entry }) => [itemKey(entry.folder, entry.item), file]),
  );
  const documents = entries
    .filter(each => each.entry.kind === 'annotation')
    .map(({ file, entry, path }): ImportedDocument => {
      const mask = masks.get(itemKey(entry.folder, entry.item));
      return {
        path,
        folder: entry.folder,
        name: entry.item,
        read: async () => parse(await textOf(file, documentLimit), path),
        ...(mask === undefined ? {} : { mask: () => mask.open() }),
      };
    });
  if (documents.length === 0 && pictures.length === 0 && read === undefined) throw unknown(name);
  return {
    kind: 'archive',
    classes: read?.classes ?? [],
    documents,
    pictures,
    addresses: addressesOf(head?.file?.items ?? [], pictures),
    project: head?.file,
    facts: new Map((head?.file?.items ?? []).map(item => [itemKey(item.folder, item.name), item])),
    source: head?.file === undefined ? 'upload' : 'archive',
    problems: () => problems,
    losses: () => [],
    close,
  };
}

/** Items of a project file that were attached by an address of the web and do not come with their picture. */
function addressesOf(
  items: readonly ProjectFileItem[],
  pictures: readonly ImportedPicture[],
): readonly ImportedAddress[] {
  const present = new Set(pictures.map(each => itemKey(each.folder, each.name)));
  return items.flatMap(({ folder, name, url }) =>
    typeof url === 'string' && /^https?:/i.test(url) && !present.has(itemKey(folder, name))
      ? [{ folder, name, url }]
      : [],
  );
}

/** JSON files of an archive that are looked into to know whether they are annotations of our own. */
const ownTries = 5;

/** True when an archive holds a class list or annotations of the own format: pictures alone, or data of another kind, are none. */
async function looksOwn(
  entries: readonly { readonly file: ArchiveFile; readonly entry: { readonly kind: string }; readonly path: string }[],
): Promise<boolean> {
  if (entries.some(each => each.entry.kind === 'classes')) return true;
  for (const { file, path } of entries.filter(each => each.entry.kind === 'annotation').slice(0, ownTries)) {
    try {
      if (isOwnDocument(parse(await textOf(file, documentLimit), path))) return true;
    } catch (error) {
      // A damaged file of our own is reported by its name.
      if (isFault(error) && error.code === 'INVALID_JSON') return true;
      throw error;
    }
  }
  return false;
}

const isOwnDocument = (json: unknown): boolean =>
  isRecord(json)
    ? isRecord(json['metadata']) || Array.isArray(json['instances'])
    : isLegacyDocument(json) &&
      (json.length === 0 || json.some(each => isRecord(each) && typeof each['type'] === 'string'));

/** Reads all COCO files of an archive. */
async function cocoArchive(
  files: readonly ForeignFile[],
  pictures: readonly ImportedPicture[],
  aim: ImportAim,
  name: string,
  close: () => void,
): Promise<ImportFile> {
  const [sources, unread]: [CocoSource[], ImportFinding[]] = [[], []];
  for (const file of files.filter(
    each => each.path.toLowerCase().endsWith('.json') && each.path !== archivePaths.classes,
  )) {
    const json = parse(Buffer.from(await file.bytes()).toString('utf8'), file.path);
    if (!isCoco(json)) unread.push({ path: file.path, message: `${file.path} is no COCO file, so it was not read.` });
    else if (hasSegments(json))
      unread.push({
        path: file.path,
        message: `${file.path} holds segments of pictures, so it was not read. Read the archive as COCO panoptic to import them.`,
      });
    else sources.push({ path: file.path, json });
  }
  if (sources.length === 0) throw unknown(name);
  return fromCoco(sources, pictures, aim, close, unread);
}

function fromCoco(
  sources: readonly CocoSource[],
  pictures: readonly ImportedPicture[],
  { classes, projectType }: ImportAim,
  close: () => void,
  unread: readonly ImportFinding[] = [],
): ImportFile {
  const { json, parts } = joined(sources);
  const coco = readCoco(json, { classes });
  const painted = projectType === ProjectType.Pixel ? cocoMasks(coco.classes, classes, coco.report) : undefined;
  const placed = [...coco.items()].map(item => {
    const part = parts.get(item.id) ?? '';
    return {
      item,
      name: item.name,
      folder: item.folder,
      wide:
        part === '' || `${item.folder}/`.startsWith(`${part}/`)
          ? item.folder
          : [part, item.folder].filter(each => each !== '').join('/'),
    };
  });
  const isWide = clash(placed);
  const companions = new Companions(
    pictures.map(picture => ({ ...imagePlace(picture.path), picture })),
    placed,
  );
  const found: ImportedPicture[] = [];
  const documents = placed.map((place): ImportedDocument => {
    const { item, wide } = place;
    const folder = isWide ? wide : place.folder;
    const picture = companions.of(place)?.picture;
    if (picture !== undefined) found.push({ ...picture, name: item.name, folder, wide, loose: true, brought: true });
    return {
      path: wide === '' ? item.name : `${wide}/${item.name}`,
      folder,
      wide,
      name: item.name,
      loose: true,
      ...(picture === undefined ? {} : { brought: true as const }),
      ...(painted?.(item) ?? { read: () => Promise.resolve(item.document) }),
    };
  });
  return {
    kind: pictures.length > 0 ? 'coco-archive' : 'coco',
    classes: coco.classes,
    documents,
    pictures: found,
    addresses: [],
    project: undefined,
    facts: new Map(),
    source: 'upload',
    problems: () => [
      ...unread,
      ...coco.report
        .notes()
        .filter(note => note.kind === 'problem')
        .map(note => ({ path: note.subject === '' ? sources[0]!.path : note.subject, message: note.text })),
    ],
    losses: () =>
      coco.report
        .notes()
        .filter(note => note.kind !== 'problem')
        .map(note => note.text),
    close,
  };
}

function joined(sources: readonly CocoSource[]): JoinedCoco {
  try {
    return joinCoco(sources);
  } catch (error) {
    if (error instanceof ExchangeError) throw new Fault('IMPORT_CONFLICT', error.message, { status: 422 });
    throw error;
  }
}

async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  if (stream === undefined)
    throw new Fault('NOT_FOUND', 'The file is no longer there. Send it again.', { status: 404 });
  return buffer(stream);
}

async function bytesWithin(file: ArchiveFile, limit: number): Promise<Buffer> {
  if (file.size > limit) throw tooLarge(file.path, limit);
  return buffer(await file.open());
}

const textOf = async (file: ArchiveFile, limit: number): Promise<string> =>
  (await bytesWithin(file, limit)).toString('utf8');

const isExchange = (format: string): format is ExchangeFormatId => exchangeFormatOf(format) !== undefined;

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser quotes the text, which may hold what no database keeps.
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}/gu, '\uFFFD');
    throw new Fault('INVALID_JSON', `${path} is not valid JSON: ${reason}`, { status: 422 });
  }
}
