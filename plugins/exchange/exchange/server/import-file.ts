import type { BlobDriver } from '#core/data/server/index.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { isCompanionImage, readEntry } from '../common/archive-names.ts';
import { isScanPath } from '../common/cloud/cloud-frames.ts';
import { isCoco } from '../common/coco/join-coco.ts';
import { decodedText } from '../common/exchange/decoded-text.ts';
import { exchangeFormatOf } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import { hasPictureEnding, hasVideoEnding } from '../common/exchange/image-path.ts';
import { isPlainName } from '../common/exchange/json-file.ts';
import type { ForeignFile } from '../common/exchange/neutral-document.ts';
import { recognise } from '../common/exchange/recognise.ts';
import { inOriginals } from '../common/text/text-place.ts';
import { cocoArchive, fromCoco } from './coco-import.ts';
import { foreignImport } from './foreign-import.ts';
import { openArchive } from './import-archive.ts';
import type { ImportAim, ImportedPicture, ImportFile } from './imported-file.ts';
import { looksOwn, ownArchive, ownFile } from './own-import.ts';
import {
  bytesOf,
  bytesWithin,
  cocoLimit,
  documentLimit,
  parseText,
  promisesJson,
  tooLarge,
  unknownFile,
} from './read-bytes.ts';

/**
 * Opens what was sent, by its content.
 * @throws Fault ARCHIVE_REFUSED, IMPORT_UNKNOWN, IMPORT_UNREADABLE, TOO_LARGE, INVALID_JSON.
 */
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
  const parsed = new Map<ForeignFile, unknown>();
  const format = aim.reading === undefined ? await recognise([single], parsed) : aim.reading.format;
  if (format !== undefined && isExchange(format))
    return foreignImport([single], [], {
      format,
      options: { ...aim.reading, exactScores: aim.exactScores },
      classes: aim.classes,
      projectType: aim.projectType,
      naming: aim.naming,
      close: () => undefined,
      parsed,
    });
  const json = parsed.get(single);
  if (json !== undefined) return fromJson(json, file.name, aim);
  const text = decodedText(bytes);
  if (!promisesJson(file.name, text)) throw unknownFile(file.name, aim.projectType);
  return fromJson(parseText(text, file.name), file.name, aim);
}

async function fromJson(json: unknown, name: string, aim: ImportAim): Promise<ImportFile> {
  return isCoco(json) ? fromCoco([{ path: name, json }], [], aim, () => undefined) : ownFile(json, name, aim);
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
          /\.(?:jsonl?|geojson|xml|txt|tsv|csv|vtt|srt|ini|ya?ml|names|data|png|ann|conf|conll\d*|iob2?|bio|bioes|bilou|ndjson|label)$/i.test(
            file.path,
          ) || isPlainName(file.path),
      )
      .map((file): ForeignFile => ({
        path: file.path,
        size: file.size,
        bytes: () => bytesWithin(file, /\.(?:json|geojson|xml|jsonl)$/i.test(file.path) ? cocoLimit : documentLimit),
      }));
    const parsed = new Map<ForeignFile, unknown>();
    const format = aim.reading === undefined ? await recognise(foreign, parsed) : aim.reading.format;
    if (format !== undefined && isExchange(format))
      return foreignImport(
        foreign,
        pictures.filter(each =>
          aim.projectType === ProjectType.Text
            ? inOriginals.test(each.path)
            : aim.projectType === ProjectType.Video
              ? hasVideoEnding(each.path)
              : aim.projectType === ProjectType.PointCloud
                ? isScanPath(each.path)
                : hasPictureEnding(each.path),
        ),
        {
          format,
          options: { ...aim.reading, exactScores: aim.exactScores },
          classes: aim.classes,
          projectType: aim.projectType,
          naming: aim.naming,
          close,
          top: topOf(files),
          parsed,
        },
      );
    if (format === 'coco') return cocoArchive(foreign, pictures, aim, name, close, parsed);
    if (!(await looksOwn(entries))) throw unknownFile(name, aim.projectType);
  }
  return ownArchive(entries, pictures, aim, name, close);
}

const isExchange = (format: string): format is ExchangeFormatId => exchangeFormatOf(format) !== undefined;
