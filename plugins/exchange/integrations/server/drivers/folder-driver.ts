import type { Dirent, Stats } from 'node:fs';
import { createReadStream } from 'node:fs';
import { open, opendir, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { IntegrationCheck } from '../../common/integration.ts';
import { checkSteps } from './check-steps.ts';
import type { StorageDriver, StoredEntry, StoredFile } from './storage-driver.ts';
import { mostEntries, tooManyEntries } from './storage-driver.ts';

const notAllowed = (folder: string): Fault =>
  new Fault(
    'FOLDER_NOT_ALLOWED',
    `${folder} is not inside a folder that the operator opened to integrations. The operator can add it: INTEGRATION_FOLDERS=${folder}`,
    { status: 422 },
  );
const gone = (folder: string, cause?: unknown): Fault =>
  new Fault('INTEGRATION_FAILED', `The folder ${folder} is not there or cannot be read.`, { status: 422, cause });
const notWritten = (folder: string, cause: unknown): Fault =>
  new Fault(
    'INTEGRATION_FAILED',
    (cause as NodeJS.ErrnoException).code === 'EEXIST'
      ? `A file of this name is in ${folder} already.`
      : `${folder} cannot be written to.`,
    { status: 422, cause },
  );
const GONE = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ENAMETOOLONG',
  'ELOOP',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
]);

/** Files of a folder of the server. Only what lies inside, links followed, is ever read or written. */
export class FolderDriver implements StorageDriver {
  /** @param allowed folders that the operator opened, absolute. @param most entries that one look goes through. */
  constructor(
    private readonly folder: string,
    private readonly allowed: readonly string[],
    private readonly most = mostEntries,
  ) {}

  check(): Promise<IntegrationCheck> {
    return checkSteps([
      { name: 'allowed', message: 'The operator opened this folder to integrations.', run: () => this.#root() },
      {
        name: 'list',
        message: 'The folder can be listed.',
        run: () =>
          this.list('').catch((error: unknown) => {
            throw isFault(error) ? error : gone(this.folder);
          }),
      },
    ]);
  }

  async list(path: string, signal?: AbortSignal): Promise<readonly StoredEntry[]> {
    const place = await this.#inside(path);
    if (place === undefined) return [];
    const entries: StoredEntry[] = [];
    for (const each of await children(place, this.most)) {
      signal?.throwIfAborted();
      const found = await this.#describe(joined(path, each.name));
      if (found !== undefined) entries.push(found);
    }
    return entries;
  }

  walk(path: string, signal: AbortSignal): AsyncIterable<StoredEntry> {
    return this.#walk(path, signal, { entries: 0 });
  }

  async *#walk(path: string, signal: AbortSignal, seen: { entries: number }): AsyncGenerator<StoredEntry> {
    signal.throwIfAborted();
    const place = await this.#inside(path);
    if (place === undefined) return;
    for (const each of await children(place, this.most)) {
      if ((seen.entries += 1) > this.most) throw tooManyEntries();
      const below = joined(path, each.name);
      // A link to a folder may lead round in a circle.
      if (each.isDirectory()) yield* this.#walk(below, signal, seen);
      else {
        const found = await this.#describe(below);
        if (found?.dir === false) yield found;
      }
    }
  }

  async find(path: string): Promise<StoredFile | undefined> {
    const place = await this.#inside(path);
    const found = place === undefined ? undefined : await stat(place).catch(() => undefined);
    if (place === undefined || found?.isFile() !== true) return undefined;
    return {
      size: found.size,
      updatedAt: found.mtime,
      open: range =>
        Promise.resolve(createReadStream(place, range === undefined ? {} : { start: range.first, end: range.last })),
    };
  }

  async write(path: string, source: Readable, signal: AbortSignal): Promise<void> {
    const place = await this.#inside(dirname(path));
    const name = basename(path);
    if (place === undefined || name === '' || name === '.' || name === '..' || name.includes('\0'))
      throw gone(this.folder);
    const file = join(place, name);
    // Exclusive, and no link is followed: nothing that is there can be changed by it.
    const handle = await open(file, 'wx').catch((error: unknown) => {
      throw notWritten(this.folder, error);
    });
    try {
      await pipeline(source, handle.createWriteStream(), { signal });
    } catch (error) {
      await unlink(file).catch(() => undefined);
      throw signal.aborted ? signal.reason : notWritten(this.folder, error);
    }
  }

  address(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async #describe(path: string): Promise<StoredEntry | undefined> {
    const place = await this.#inside(path);
    const found: Stats | undefined = place === undefined ? undefined : await stat(place).catch(() => undefined);
    if (found === undefined || !(found.isFile() || found.isDirectory())) return undefined;
    return { path, size: found.isFile() ? found.size : 0, updatedAt: found.mtime, dir: found.isDirectory() };
  }

  async #root(): Promise<string> {
    const root = await real(this.folder);
    const allowed = await Promise.all(this.allowed.map(real));
    // The same answer for a folder that is not there: what exists outside is nobody's business.
    if (root === undefined)
      throw this.allowed.some(each => isBelow(this.folder, each)) ? gone(this.folder) : notAllowed(this.folder);
    if (!allowed.some(each => each !== undefined && isBelow(root, each))) throw notAllowed(this.folder);
    return root;
  }

  /** The place on disk, links followed; undefined for what is not there or lies outside. */
  async #inside(path: string): Promise<string | undefined> {
    const root = await this.#root();
    if (path.includes('\0')) return undefined;
    const place = await real(join(root, path));
    return place !== undefined && isBelow(place, root) ? place : undefined;
  }
}

const isBelow = (place: string, folder: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
const joined = (path: string, name: string): string => (path === '' ? name : `${path.replace(/\/+$/, '')}/${name}`);

/** Returns the entries of a folder, by name. */
async function children(place: string, most: number): Promise<readonly Dirent[]> {
  const found: Dirent[] = [];
  try {
    for await (const each of await opendir(place)) {
      if (found.length === most) throw tooManyEntries();
      found.push(each);
    }
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
