import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MEBIBYTE = 1024 * 1024;

export interface EmbeddingLimits {
  /** Bytes in memory. */
  readonly memory: number;
  /** Bytes of all files. */
  readonly disk: number;
}

/** Twelve pictures in memory, 120 on the disk. */
export const embeddingLimits: EmbeddingLimits = { memory: 200 * MEBIBYTE, disk: 2000 * MEBIBYTE };

const KEY = /^\d+\/[0-9a-z.-]+$/;

/** Embeddings by `TEAM/HASH`: the last used in memory, more on the disk; the longest unused go first. */
export class EmbeddingStore {
  readonly #kept = new Map<string, Float32Array>();
  readonly #folder: string;
  readonly #limits: EmbeddingLimits;
  #bytes = 0;

  /** `folder` may be empty: nothing is then kept on the disk. */
  constructor(folder: string, limits: EmbeddingLimits = embeddingLimits) {
    this.#folder = folder === '' ? '' : join(folder, 'embeddings');
    this.#limits = limits;
  }

  /** Keeps it in memory. */
  hold(key: string, embedding: Float32Array): void {
    this.#forget(key);
    this.#kept.set(key, embedding);
    this.#bytes += embedding.byteLength;
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#limits.memory || oldest === key) return;
      this.#forget(oldest);
    }
  }

  /** From memory, else from the disk; undefined when it is in neither. */
  async get(key: string): Promise<Float32Array | undefined> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const path = this.#pathOf(key);
    const bytes = path === undefined ? undefined : await readFile(path).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const embedding = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    this.hold(key, embedding);
    const now = new Date();
    // Its place in the order of use; losing it only means that it goes earlier.
    await utimes(path!, now, now).catch(() => undefined);
    return embedding;
  }

  async has(key: string): Promise<boolean> {
    const path = this.#pathOf(key);
    return (
      this.#kept.has(key) ||
      (path !== undefined &&
        (await stat(path).then(
          () => true,
          () => false,
        )))
    );
  }

  /**
   * Writes it to the disk, then removes what was unused longest until the limit holds. A full disk is no error: memory
   * is enough.
   */
  async write(key: string, embedding: Float32Array): Promise<void> {
    const path = this.#pathOf(key);
    if (path === undefined) return;
    const draft = `${path}.new`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(draft, new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength), {
        mode: 0o600,
      });
      await rename(draft, path);
      await this.#evict();
    } catch {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.byteLength ?? 0;
    this.#kept.delete(key);
  }

  #pathOf(key: string): string | undefined {
    return this.#folder === '' || !KEY.test(key) ? undefined : join(this.#folder, key);
  }

  async #evict(): Promise<void> {
    const files = (await readdir(this.#folder, { recursive: true, withFileTypes: true }))
      .filter(each => each.isFile())
      .map(each => join(each.parentPath, each.name));
    const found = await Promise.all(
      files.map(async path => ({ path, facts: await stat(path).catch(() => undefined) })),
    );
    const byAge = found
      .flatMap(({ path, facts }) => (facts === undefined ? [] : [{ path, size: facts.size, used: facts.mtimeMs }]))
      .toSorted((one, other) => one.used - other.used);
    let total = byAge.reduce((sum, each) => sum + each.size, 0);
    for (const { path, size } of byAge) {
      if (total <= this.#limits.disk) return;
      await rm(path, { force: true });
      total -= size;
    }
  }
}
