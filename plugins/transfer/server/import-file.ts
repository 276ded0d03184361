import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault } from '#core/base/common/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import type { AnnotationClass, ClassInput } from '#plugins/classes/common/annotation-class.ts';
import { readClassesFile } from '#plugins/classes/common/classes-file.ts';
import { isRecord } from '#plugins/editor/common/json-value.ts';
import type { DocumentSource } from '#plugins/editor/server/kit/index.ts';
import { isCompanionImage, readEntry } from '../common/archive-names.ts';
import { readCoco } from '../common/coco/read-coco.ts';
import type { ImportFinding, ImportKind } from '../common/import-api.ts';
import { readProjectFile } from '../common/project-file.ts';
import type { ProjectFile, ProjectFileItem } from '../common/project-file.ts';
import { openArchive } from './import-archive.ts';
import type { ArchiveFile } from './import-archive.ts';

/** Largest annotation file and largest COCO file that are read, in bytes; both are held in memory one at a time. */
const documentLimit = 64 * 1024 ** 2;
const cocoLimit = 512 * 1024 ** 2;

/** Annotations of one item in the file. `read` throws a Fault that says what is wrong with them. */
export interface ImportedDocument {
  /** Where in the file, for reports. */
  readonly path: string;
  /** '' is the root, or the folder the import was started in. */
  readonly folder: string;
  readonly name: string;
  read(): Promise<unknown>;
  /** The mask that lies beside it, as it is in the file; absent when there is none. */
  readonly mask?: () => Promise<Readable>;
}

/** An item that was attached by its address. */
export interface ImportedAddress {
  readonly folder: string;
  readonly name: string;
  readonly url: string;
}

export interface ImportedPicture {
  readonly folder: string;
  readonly name: string;
  readonly path: string;
  open(): Promise<Readable>;
}

/** A file to import, whatever its format. */
export interface ImportFile {
  readonly kind: ImportKind;
  /** Classes the file names; those the project has are to be skipped. */
  readonly classes: readonly ClassInput[];
  readonly documents: readonly ImportedDocument[];
  readonly pictures: readonly ImportedPicture[];
  /** Items whose file lies on the web; those the project has are to be skipped. */
  readonly addresses: readonly ImportedAddress[];
  /** What an archive of a whole project says of it. */
  readonly project: ProjectFile | undefined;
  /** What the file knows of an item beside its annotations: `folder/name`. */
  readonly facts: ReadonlyMap<string, ProjectFileItem>;
  /** An archive of a whole project keeps who drew what; everything else becomes a pre-annotation. */
  readonly source: DocumentSource;
  readonly problems: readonly ImportFinding[];
  /** What the format cannot carry, complete when all documents were read. */
  losses(): readonly string[];
  close(): void;
}

/** True for a document that says nothing of its item, as exports have it for items nobody has annotated. */
export function isEmptyDocument(json: unknown): boolean {
  if (!isRecord(json)) return false;
  return Object.entries(json).every(([key, value]) => key === 'metadata' || key === 'version' || value === '' || (Array.isArray(value) && value.length === 0));
}

export const itemKey = (folder: string, name: string): string => `${folder}/${name}`;

const unknown = (name: string): Fault => new Fault('IMPORT_UNKNOWN', `${name} is no archive, annotation file, class list or COCO file.`, { status: 422 });
const tooLarge = (path: string, limit: number): Fault => new Fault('TOO_LARGE', `${path} is larger than ${limit / 1024 ** 2} MB.`, { status: 413 });

/** Opens what was sent, by its content. @throws Fault ARCHIVE_REFUSED, IMPORT_UNKNOWN, TOO_LARGE, INVALID_JSON. */
export async function openImport(blobs: BlobDriver, file: { readonly hash: string; readonly size: number; readonly name: string }, classes: readonly AnnotationClass[]): Promise<ImportFile> {
  const head = file.size < 4 ? Buffer.alloc(0) : await bytesOf(await blobs.get(file.hash, { first: 0, last: 3 }));
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const archive = await openArchive(blobs, file.hash, file.size);
    try {
      return await fromArchive(archive.files, archive.close, file.name, classes);
    } catch (error) {
      archive.close();
      throw error;
    }
  }
  if (file.size > cocoLimit) throw tooLarge(file.name, cocoLimit);
  return fromJson(parse((await bytesOf(await blobs.get(file.hash))).toString('utf8'), file.name), file.name, classes);
}

const isCoco = (json: unknown): boolean => isRecord(json) && Array.isArray(json['images']) && (Array.isArray(json['annotations']) || Array.isArray(json['categories']));
const nothing = { classes: [], documents: [], pictures: [], addresses: [], project: undefined, facts: new Map<string, ProjectFileItem>(), problems: [], losses: () => [], close: () => undefined } as const;

function fromJson(json: unknown, name: string, classes: readonly AnnotationClass[]): ImportFile {
  if (isCoco(json)) return fromCoco(json, name, [], classes, () => undefined);
  const isList = Array.isArray(json) && json.length > 0;
  if (isList && json.every(entry => isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['color'] === 'string')) {
    const read = readClassesFile(JSON.stringify(json));
    return { ...nothing, kind: 'classes', classes: read.classes, source: 'upload', problems: read.issues.map(issue => ({ path: issue.path, message: issue.message })) };
  }
  const metadata = isRecord(json) ? json['metadata'] : undefined;
  const legacy = isList && json.some(entry => isRecord(entry) && entry['type'] === 'meta');
  if (!isRecord(metadata) && !legacy) throw unknown(name);
  const stem = readEntry(name)?.item ?? name;
  const item = isRecord(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : stem;
  return { ...nothing, kind: 'document', documents: [{ path: name, folder: '', name: item, read: () => Promise.resolve(json) }], source: 'upload' };
}

/** A directory that everything lies in, as programs make it that pack a folder. */
function commonRoot(files: readonly ArchiveFile[]): string {
  const first = files[0]?.path.split('/')[0];
  if (first === undefined || !files.every(file => file.path.startsWith(`${first}/`))) return '';
  return files.some(file => file.path === `${first}/project.json` || file.path === `${first}/classes/classes.json`) ? `${first}/` : '';
}

async function fromArchive(files: readonly ArchiveFile[], close: () => void, name: string, classes: readonly AnnotationClass[]): Promise<ImportFile> {
  const root = commonRoot(files);
  const entries = files.flatMap(file => {
    const entry = readEntry(file.path.slice(root.length));
    return entry === undefined ? [] : [{ file, entry, path: file.path.slice(root.length) }];
  });
  const project = entries.find(each => each.entry.kind === 'project');
  const pictures = entries.filter(each => each.entry.kind === 'media' && !isCompanionImage(each.path))
    .map(({ file, entry, path }): ImportedPicture => ({ folder: entry.folder, name: entry.item, path, open: () => file.open() }));
  const coco = project === undefined ? await cocoOf(entries) : undefined;
  if (coco !== undefined) return fromCoco(coco.json, coco.path, pictures, classes, close);

  const problems: ImportFinding[] = [];
  const list = entries.find(each => each.entry.kind === 'classes');
  const read = list === undefined ? undefined : readClassesFile(await textOf(list.file, documentLimit));
  problems.push(...(read?.issues ?? []).map(issue => ({ path: `${list!.path} ${issue.path}`.trim(), message: issue.message })));
  const head = project === undefined ? undefined : readProjectFile(await textOf(project.file, cocoLimit));
  problems.push(...(head?.issues ?? []).map(issue => ({ path: `project.json ${issue.path}`.trim(), message: issue.message })));
  const masks = new Map(entries.filter(each => each.entry.kind === 'mask').map(({ file, entry }) => [itemKey(entry.folder, entry.item), file]));
  const documents = entries.filter(each => each.entry.kind === 'annotation').map(({ file, entry, path }): ImportedDocument => {
    const mask = masks.get(itemKey(entry.folder, entry.item));
    return { path, folder: entry.folder, name: entry.item, read: async () => parse(await textOf(file, documentLimit), path), ...(mask === undefined ? {} : { mask: () => mask.open() }) };
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
    problems,
    losses: () => [],
    close,
  };
}

/** Items of a project file that were attached by an address of the web and do not come with their picture. */
function addressesOf(items: readonly ProjectFileItem[], pictures: readonly ImportedPicture[]): readonly ImportedAddress[] {
  const present = new Set(pictures.map(each => itemKey(each.folder, each.name)));
  return items.flatMap(({ folder, name, url }) => (typeof url === 'string' && /^https?:/i.test(url) && !present.has(itemKey(folder, name)) ? [{ folder, name, url }] : []));
}

/** The COCO file of an archive: the one under `annotations/`, or the only JSON file there is. */
async function cocoOf(entries: readonly { readonly file: ArchiveFile; readonly entry: { readonly kind: string }; readonly path: string }[]): Promise<{ readonly json: unknown; readonly path: string } | undefined> {
  const lists = entries.filter(each => each.entry.kind === 'annotation');
  const usual = lists.filter(each => /^annotations\/[^/]*instances[^/]*\.json$/.test(each.path));
  const [candidate, ...others] = usual.length > 0 ? usual : lists;
  if (candidate === undefined || others.length > 0) return undefined;
  const json = parse(await textOf(candidate.file, cocoLimit), candidate.path);
  return isCoco(json) ? { json, path: candidate.path } : undefined;
}

function fromCoco(json: unknown, path: string, pictures: readonly ImportedPicture[], classes: readonly AnnotationClass[], close: () => void): ImportFile {
  const coco = readCoco(json, { classes });
  const documents = [...coco.items()].map((item): ImportedDocument => ({ path: item.folder === '' ? item.name : `${item.folder}/${item.name}`, folder: item.folder, name: item.name, read: () => Promise.resolve(item.document) }));
  // File names lead to pictures beside the file, under `images/`, or under the name of a part such as `val2017/`.
  const folders = new Map(documents.map(document => [document.name, document.folder]));
  return {
    kind: pictures.length > 0 ? 'coco-archive' : 'coco',
    classes: coco.classes,
    documents,
    pictures: pictures.filter(picture => folders.has(picture.name)).map(picture => ({ ...picture, folder: folders.get(picture.name)! })),
    addresses: [],
    project: undefined,
    facts: new Map(),
    source: 'upload',
    problems: coco.report.notes().filter(note => note.kind === 'problem').map(note => ({ path: note.subject === '' ? path : note.subject, message: note.text })),
    losses: () => coco.report.notes().filter(note => note.kind !== 'problem').map(note => note.text),
    close,
  };
}

async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  if (stream === undefined) throw new Fault('NOT_FOUND', 'The file is no longer there. Send it again.', { status: 404 });
  return buffer(stream);
}

async function textOf(file: ArchiveFile, limit: number): Promise<string> {
  if (file.size > limit) throw tooLarge(file.path, limit);
  return (await buffer(await file.open())).toString('utf8');
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser quotes the text, which may hold what no database keeps.
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}/gu, '\uFFFD');
    throw new Fault('INVALID_JSON', `${path} is not valid JSON: ${reason}`, { status: 422 });
  }
}
