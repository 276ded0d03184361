import type { Readable } from 'node:stream';
import { fromRandomAccessReader } from 'yauzl';
import type { Entry, RandomAccessReader, ZipFile } from 'yauzl';
import { Fault, isFault } from '#core/base/common/index.ts';
import { entryLimit, entryProblem, ratioFrom, ratioLimit, unpackedLimit } from '../../common/archive-entry.ts';

const SYMLINK = 0o120_000;
const TYPE_MASK = 0o170_000;
const ENCRYPTED = 1;

export const unsafeArchive = (text: string): Fault =>
  new Fault('ARCHIVE_REFUSED', `The archive was not imported. ${text}`, { status: 422 });

/** One file of an archive. */
export interface ArchiveFile {
  readonly path: string;
  /** Bytes when unpacked. */
  readonly size: number;
  open(): Promise<Readable>;
}

/**
 * Opens a zip archive of `size` bytes, read by parts, and lists its files, directories left out. Nothing of an archive
 * that is not safe is read: absolute paths, `..`, links, encrypted files, too many files or bytes, files packed beyond
 * belief.
 *
 * @throws Fault ARCHIVE_REFUSED naming the file and the reason.
 */
export async function openZip(
  reader: RandomAccessReader,
  size: number,
): Promise<{ readonly files: readonly ArchiveFile[]; close(): void }> {
  const zip = await new Promise<ZipFile>((done, failed) => {
    // Names are checked here, with words that say what is wrong; sizes are compared while a file is read.
    fromRandomAccessReader(
      reader,
      size,
      { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true },
      (error, opened) => (error ? failed(unsafeArchive(`It is damaged: ${error.message}.`)) : done(opened)),
    );
  });
  try {
    if (zip.entryCount > entryLimit)
      throw unsafeArchive(`It has ${zip.entryCount} files; at most ${entryLimit} are allowed.`);
    const files: ArchiveFile[] = [];
    const seen = new Set<string>();
    let unpacked = 0;
    for await (const entry of entriesOf(zip)) {
      const path = pathOf(entry);
      const problem = problemOf(entry, path) ?? (seen.has(path) ? `${path} is in it twice.` : undefined);
      if (problem !== undefined) throw unsafeArchive(problem);
      seen.add(path);
      unpacked += entry.uncompressedSize;
      if (unpacked > unpackedLimit) throw unsafeArchive(`It unpacks to more than ${unpackedLimit / 1024 ** 3} GB.`);
      if (!path.endsWith('/'))
        files.push({ path, size: entry.uncompressedSize, open: () => openEntry(zip, entry, path) });
    }
    return { files, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function pathOf(entry: Entry): string {
  // Names are UTF-8 whatever the flag says.
  const bytes = entry.fileName as unknown as Buffer;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC');
  } catch {
    throw unsafeArchive(`The name ${bytes.toString('latin1')} is not UTF-8. Make the archive with UTF-8 names.`);
  }
}

function problemOf(entry: Entry, path: string): string | undefined {
  const problem = entryProblem(path);
  if (problem !== undefined) return problem;
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === SYMLINK) return `${path} is a link.`;
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
    return `${path} is encrypted. Make the archive without a password.`;
  if (entry.uncompressedSize > ratioFrom && entry.uncompressedSize > ratioLimit * Math.max(1, entry.compressedSize))
    return `${path} unpacks to more than ${ratioLimit} times its size.`;
  return undefined;
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw isFault(error)
      ? error
      : unsafeArchive(`It is damaged: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function openEntry(zip: ZipFile, entry: Entry, path: string): Promise<Readable> {
  return new Promise((done, failed) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? failed(unsafeArchive(`${path} can't be read: ${error.message}.`)) : done(stream),
    );
  });
}
