import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { openPromise } from 'yauzl';
import { Fault } from '#core/base/common/index.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { BACKUP_VERSION, backupManifest, BLOB_ENTRY, MANIFEST_ENTRY } from './backup-manifest.ts';

/** A backup opened for reading. */
export class BackupArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly file: string;
  readonly manifest: BackupManifest;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, file: string, manifest: BackupManifest) {
    this.#zip = zip;
    this.#entries = entries;
    this.file = file;
    this.manifest = manifest;
  }

  /** @throws Fault BACKUP_MISSING, BACKUP_DAMAGED or BACKUP_NEWER, each naming the file. */
  static async open(file: string): Promise<BackupArchive> {
    const zip = await openZip(file);
    try {
      const entries = new Map<string, Entry>();
      for await (const each of zip.eachEntry()) entries.set(each.fileName, each);
      const entry = entries.get(MANIFEST_ENTRY);
      if (entry === undefined) throw damaged(file, `it has no ${MANIFEST_ENTRY}`);
      return new BackupArchive(zip, entries, file, parse(await textOf(await zip.openReadStreamPromise(entry)), file));
    } catch (error) {
      zip.close();
      throw error instanceof Fault ? error : damaged(file, error instanceof Error ? error.message : String(error));
    }
  }

  /** Hashes of the files it holds. */
  get blobs(): readonly string[] {
    return [...this.#entries.keys()].flatMap(name => BLOB_ENTRY.exec(name)?.[1] ?? []);
  }

  /** @throws Fault BACKUP_DAMAGED when there is no such entry. */
  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw damaged(this.file, `it has no ${name}`);
    return this.#zip.openReadStreamPromise(entry);
  }

  async text(name: string): Promise<string> {
    return textOf(await this.read(name));
  }

  close(): void {
    this.#zip.close();
  }
}

export const damaged = (file: string, reason: string): Fault =>
  new Fault('BACKUP_DAMAGED', `${file} is not a whole Loupe backup: ${reason}.`, { status: 400 });
export const newer = (file: string, what: string): Fault =>
  new Fault('BACKUP_NEWER', `${file} was made by a newer version: ${what}. Restore it with that version.`, {
    status: 409,
  });

/** Refuses a backup whose tables this version does not know, and names the version that can restore it. */
export const unfit = ({ file, manifest }: BackupArchive, what: string): Fault => {
  const version = manifest.madeBy === undefined ? 'a version that did not note its number' : `Loupe ${manifest.madeBy}`;
  return new Fault(
    'BACKUP_UNFIT',
    `${file} was made by ${version} on ${manifest.createdAt.slice(0, 10)}: ${what}. Restore it with that version, then start this one on the restored database.`,
    { status: 409 },
  );
};

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Fault('BACKUP_MISSING', `There is no file ${file}.`, { status: 404 });
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
}

function parse(text: string, file: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(file, `${MANIFEST_ENTRY} is not JSON`);
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > BACKUP_VERSION)
    throw newer(file, `its layout is ${version}, this version knows ${BACKUP_VERSION}`);
  const parsed = backupManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw damaged(file, `${MANIFEST_ENTRY}: ${issue.path.join('.')}: ${issue.message}`);
}

async function textOf(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString();
}

/** Returns the contents of a backup. @throws Fault BACKUP_MISSING, BACKUP_DAMAGED or BACKUP_NEWER, naming the file. */
export async function readBackupManifest(file: string): Promise<BackupManifest> {
  const archive = await BackupArchive.open(file);
  archive.close();
  return archive.manifest;
}
