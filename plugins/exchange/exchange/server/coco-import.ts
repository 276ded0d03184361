import { setImmediate } from 'node:timers/promises';
import { Fault, inTurns } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import { archivePaths } from '../common/archive-names.ts';
import { mappedClasses, mappedDocument } from '../common/class-mapping.ts';
import type { ClassNaming } from '../common/class-mapping.ts';
import { hasSegments, isCoco, joinCoco } from '../common/coco/join-coco.ts';
import type { CocoSource, JoinedCoco } from '../common/coco/join-coco.ts';
import { readingCoco } from '../common/coco/read-coco.ts';
import type { CocoImport, ImportedItem } from '../common/coco/read-coco.ts';
import { ExchangeError } from '../common/exchange/exchange-error.ts';
import { textOf } from '../common/exchange/json-file.ts';
import { imagePlace } from '../common/exchange/image-path.ts';
import type { ForeignFile } from '../common/exchange/neutral-document.ts';
import { clash, Companions } from '../common/exchange/settled-places.ts';
import type { ImportFinding } from '../common/import-api.ts';
import { cocoMasks } from './coco-masks.ts';
import type { ImportAim, ImportedDocument, ImportedPicture, ImportFile } from './imported-file.ts';
import { parseText, unknownFile } from './read-bytes.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Reads all COCO files of an archive. */
export async function cocoArchive(
  files: readonly ForeignFile[],
  pictures: readonly ImportedPicture[],
  aim: ImportAim,
  name: string,
  close: () => void,
  parsed: ReadonlyMap<ForeignFile, unknown> = new Map(),
): Promise<ImportFile> {
  const [sources, unread]: [CocoSource[], ImportFinding[]] = [[], []];
  for (const file of files.filter(
    each => each.path.toLowerCase().endsWith('.json') && each.path !== archivePaths.classes,
  )) {
    const json = parsed.get(file) ?? parseText(await textOf(file), file.path);
    if (!isCoco(json)) unread.push({ path: file.path, message: `${file.path} is no COCO file, so it was not read.` });
    else if (hasSegments(json))
      unread.push({
        path: file.path,
        message: `${file.path} holds segments of pictures, so it was not read. Read the archive as COCO panoptic to import them.`,
      });
    else sources.push({ path: file.path, json });
  }
  if (sources.length === 0) throw unknownFile(name, aim.projectType);
  return fromCoco(sources, pictures, aim, close, unread);
}

/** Reads parsed COCO files, joined as one set. Others are answered between the images of a large one. */
export async function fromCoco(
  sources: readonly CocoSource[],
  pictures: readonly ImportedPicture[],
  { classes, projectType, naming, exactScores = false }: ImportAim,
  close: () => void,
  unread: readonly ImportFinding[] = [],
): Promise<ImportFile> {
  const { json, parts } = joined(sources);
  const coco = await inTurns(readingCoco(json, { classes, exactScores }), setImmediate);
  const own = naming === undefined ? coco.classes : mappedClasses(coco.classes, naming);
  const painted = projectType === ProjectType.Pixel ? cocoMasks(own, classes, coco.report) : undefined;
  const placed = await inTurns(placing(coco, parts, naming), setImmediate);
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
    if (picture !== undefined) found.push({ ...picture, name: item.name, folder, wide, loose: true, bundled: true });
    return {
      path: wide === '' ? item.name : `${wide}/${item.name}`,
      folder,
      wide,
      name: item.name,
      loose: true,
      ...(picture === undefined ? {} : { bundled: true as const }),
      ...(painted?.(item) ?? { read: () => Promise.resolve(item.document) }),
    };
  });
  return {
    kind: pictures.length > 0 ? 'coco-archive' : 'coco',
    classes: own,
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

/** An image with its name and its place. */
interface PlacedImage {
  readonly item: ImportedItem;
  readonly name: string;
  readonly folder: string;
  readonly wide: string;
}

function* placing(
  coco: CocoImport,
  parts: ReadonlyMap<unknown, string>,
  naming: ClassNaming | undefined,
): Steps<PlacedImage[]> {
  const placed: PlacedImage[] = [];
  for (const read of coco.items()) {
    const item =
      naming === undefined ? read : { ...read, document: mappedDocument(read.document, naming) as JsonRecord };
    const part = parts.get(item.id) ?? '';
    placed.push({
      item,
      name: item.name,
      folder: item.folder,
      wide:
        part === '' || `${item.folder}/`.startsWith(`${part}/`)
          ? item.folder
          : [part, item.folder].filter(each => each !== '').join('/'),
    });
    yield;
  }
  return placed;
}

function joined(sources: readonly CocoSource[]): JoinedCoco {
  try {
    return joinCoco(sources);
  } catch (error) {
    if (error instanceof ExchangeError) throw new Fault('IMPORT_CONFLICT', error.message, { status: 422 });
    throw error;
  }
}
