import { readClassesFile } from '#plugins/workspace/classes/common/index.ts';
import { Fault, isFault } from '#core/base/common/index.ts';
import { currentDocument, isLegacyDocument, isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { storedLabels } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { readEntry } from '../common/archive-names.ts';
import type { ArchiveEntry } from '../common/archive-names.ts';
import { mappedClasses, mappedDocument } from '../common/class-mapping.ts';
import type { ClassNaming } from '../common/class-mapping.ts';
import type { ImportFinding } from '../common/import-api.ts';
import { labelIssue, namesLabelFile, withLabels } from '../common/label-file.ts';
import { readProjectFile } from '../common/project-file.ts';
import type { ProjectFileItem } from '../common/project-file.ts';
import type { ImportAim, ImportedAddress, ImportedDocument, ImportedPicture, ImportFile } from './imported-file.ts';
import { itemKey } from './imported-file.ts';
import { bytesWithin, cocoLimit, documentLimit, parseText, textOf, unknownFile } from './read-bytes.ts';

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

/** Reads one file of the own format: a class list or the annotations of one item. @throws Fault IMPORT_UNKNOWN */
export function ownFile(json: unknown, name: string, { naming, projectType }: ImportAim): ImportFile {
  const isList = Array.isArray(json) && json.length > 0;
  if (
    isList &&
    json.every(entry => isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['color'] === 'string')
  ) {
    const read = readClassesFile(JSON.stringify(json));
    return withNaming(naming, {
      ...nothing,
      kind: 'classes',
      classes: read.classes,
      source: 'upload',
      problems: () => read.issues.map(issue => ({ path: issue.path, message: issue.message })),
    });
  }
  const metadata = isRecord(json) ? json['metadata'] : undefined;
  const legacy = isList && json.some(entry => isRecord(entry) && entry['type'] === 'meta');
  if (!isRecord(metadata) && !legacy) throw unknownFile(name, projectType);
  const stem = readEntry(name)?.item ?? name;
  const item = isRecord(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : stem;
  return withNaming(naming, {
    ...nothing,
    kind: 'document',
    documents: [{ path: name, folder: '', name: item, read: () => Promise.resolve(json) }],
    source: 'upload',
  });
}

/** A file of an archive by what it is in the own format. */
export interface OwnEntry {
  readonly file: ArchiveFile;
  readonly entry: ArchiveEntry;
  readonly path: string;
}

/**
 * Reads an archive of the own format.
 * @throws Fault IMPORT_UNKNOWN for one without annotations, classes and pictures
 */
export async function ownArchive(
  entries: readonly OwnEntry[],
  pictures: readonly ImportedPicture[],
  { naming, projectType }: ImportAim,
  name: string,
  close: () => void,
): Promise<ImportFile> {
  const project = entries.find(each => each.entry.kind === 'project');
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
  const labels = new Map(
    entries
      .filter(each => each.entry.kind === 'labels')
      .map(({ file, entry }) => [itemKey(entry.folder, entry.item), file]),
  );
  const documents = entries
    .filter(each => each.entry.kind === 'annotation')
    .map(({ file, entry, path }): ImportedDocument => {
      const mask = masks.get(itemKey(entry.folder, entry.item));
      const side = labels.get(itemKey(entry.folder, entry.item));
      return {
        path,
        folder: entry.folder,
        name: entry.item,
        async read() {
          const json = parseText(await textOf(file, documentLimit), path);
          if (!namesLabelFile(json)) return json;
          if (side === undefined)
            throw unreadableLabels(path, `names labels of points, but ${entry.item}___labels.bin is not beside it`);
          const bytes = await bytesWithin(side, cocoLimit);
          const issue = labelIssue(json, bytes);
          if (issue !== undefined) throw unreadableLabels(side.path, issue);
          return storedLabels(withLabels(json, bytes));
        },
        ...(mask === undefined ? {} : { mask: () => mask.open() }),
      };
    });
  if (documents.length === 0 && pictures.length === 0 && read === undefined) throw unknownFile(name, projectType);
  return withNaming(naming, {
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
  });
}

/** The file with mapped classes, without the objects that are left out. */
function withNaming(naming: ClassNaming | undefined, file: ImportFile): ImportFile {
  if (naming === undefined) return file;
  return {
    ...file,
    classes: mappedClasses(file.classes, naming),
    documents: file.documents.map(document => ({
      ...document,
      read: async (size, item) =>
        mappedDocument(currentDocument(await document.read(size, item), document.name), naming),
    })),
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

const unreadableLabels = (path: string, problem: string): Fault =>
  new Fault('IMPORT_UNREADABLE', `${path}: ${problem}`, { status: 422 });

/** JSON files of an archive that are looked into to know whether they are annotations of our own. */
const ownTries = 5;

/**
 * True when an archive holds a class list or annotations of the own format: pictures alone, or data of another kind,
 * are none.
 */
export async function looksOwn(entries: readonly OwnEntry[]): Promise<boolean> {
  if (entries.some(each => each.entry.kind === 'classes')) return true;
  for (const { file, path } of entries.filter(each => each.entry.kind === 'annotation').slice(0, ownTries)) {
    try {
      if (isOwnDocument(parseText(await textOf(file, documentLimit), path))) return true;
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
