import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { assertSpace, isDiskFull } from './blobs/blob-draft.ts';
import { DISK_RESERVE, storageFull } from './blobs/blob-driver.ts';
import { processStart } from './process-start.ts';

/** The file system is asked for space after this many bytes. */
const CHECK_EVERY = 16 * 1024 * 1024;
/** Files of other machines are left over when they are older, in milliseconds. */
const FOREIGN_LIFE_MS = 86_400_000;

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const ownerOf = (pid: number): string => `${short(hostname())}-${pid}-${short(processStart(pid) ?? '')}`;

export interface IncomingOptions {
  readonly folder: string;
  /** Bytes of the disk that stay free, 64 MB when absent. */
  readonly reserveBytes?: number;
}

/** A file that an upload is received in. */
export interface IncomingFile {
  readonly path: string;
  /** Appends bytes. @throws Fault STORAGE_FULL before the reserve of the disk is used up. */
  append(bytes: Uint8Array): Promise<void>;
  /** Appends all of a source and closes the file. @throws Fault STORAGE_FULL; the source's own error as it is. */
  receive(source: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
  /** Closes and removes the file. Calling it twice is safe. */
  drop(): Promise<void>;
}

/** The folder of the data directory in which uploads are received, until they are checked and kept. */
export class IncomingFiles {
  readonly #folder: string;
  readonly #reserve: number;
  readonly #owner = ownerOf(process.pid);

  private constructor(folder: string, reserve: number) {
    this.#folder = folder;
    this.#reserve = reserve;
  }

  /** Makes the folder if need be and removes what processes that died left there. */
  static async open({ folder, reserveBytes = DISK_RESERVE }: IncomingOptions): Promise<IncomingFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const [host, pid] = name.split('-');
      const found = await stat(file).catch(() => undefined);
      if (found === undefined) continue;
      const left =
        host === short(hostname())
          ? !name.startsWith(`${ownerOf(Number(pid))}-`)
          : Date.now() - found.mtimeMs > FOREIGN_LIFE_MS;
      if (left) await rm(file, { recursive: true, force: true });
    }
    return new IncomingFiles(folder, reserveBytes);
  }

  /** Returns when the disk has room for so many bytes beside the reserve. @throws Fault STORAGE_FULL */
  assertSpace(bytes: number): Promise<void> {
    return assertSpace(this.#folder, bytes, this.#reserve);
  }

  /** Makes an empty file; the caller drops it. @throws Fault STORAGE_FULL */
  async file(): Promise<IncomingFile> {
    const path = join(this.#folder, `${this.#owner}-${randomUUID()}`);
    const handle = await this.#begin(path);
    let unchecked = 0;
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= handle.close());
    const append = async (bytes: Uint8Array): Promise<void> => {
      unchecked += bytes.length;
      if (unchecked > CHECK_EVERY) {
        unchecked = 0;
        await this.assertSpace(bytes.length);
      }
      await handle.writev([bytes]).catch((error: unknown) => {
        throw isDiskFull(error) ? storageFull(error) : error;
      });
    };
    return {
      path,
      append,
      close,
      async receive(source) {
        for await (const bytes of source) await append(bytes);
        await close();
      },
      async drop() {
        await close();
        await rm(path, { force: true });
      },
    };
  }

  async #begin(path: string): Promise<FileHandle> {
    await this.assertSpace(0);
    return open(path, 'wx', 0o600).catch((error: unknown) => {
      throw isDiskFull(error) ? storageFull(error) : error;
    });
  }
}
