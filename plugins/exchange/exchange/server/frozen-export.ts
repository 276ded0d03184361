import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { IncomingFile } from '#core/data/server/index.ts';
import type { FrozenItems, FrozenLine, FrozenVersion } from './exchange-hooks.ts';

/** Items that are copied to the disk at a time. */
const AT_ONCE = 100;

/** An item of a version, by which its place in an archive is found. */
export interface FrozenPlace {
  readonly id: number;
  readonly folder: string;
  readonly name: string;
}

/** The items of a dataset version on the disk, each of which can be read by its id. */
export class FrozenExport {
  private constructor(
    private readonly file: IncomingFile,
    private readonly handle: FileHandle,
    private readonly spans: ReadonlyMap<number, readonly [start: number, length: number]>,
    readonly places: readonly FrozenPlace[],
  ) {}

  /** Copies a version to an empty file, which is dropped with it. @throws Fault NOT_FOUND, STORAGE_FULL */
  static async open(frozen: FrozenItems, version: FrozenVersion, file: IncomingFile): Promise<FrozenExport> {
    try {
      const spans = new Map<number, readonly [number, number]>();
      const places: FrozenPlace[] = [];
      let at = 0;
      for await (const lines of frozen.read(version, AT_ONCE))
        for (const line of lines) {
          const bytes = Buffer.from(JSON.stringify(line));
          await file.append(bytes);
          spans.set(line.item_id, [at, bytes.length]);
          places.push({ id: line.item_id, folder: line.folder ?? '', name: line.name });
          at += bytes.length;
        }
      await file.close();
      return new FrozenExport(file, await open(file.path, 'r'), spans, places);
    } catch (error) {
      await file.drop();
      throw error;
    }
  }

  /** An item as it was frozen; undefined of one that is not in the version. */
  async line(itemId: number): Promise<FrozenLine | undefined> {
    const span = this.spans.get(itemId);
    if (span === undefined) return undefined;
    const [start, length] = span;
    const bytes = Buffer.alloc(length);
    await this.handle.read(bytes, 0, length, start);
    return JSON.parse(bytes.toString()) as FrozenLine;
  }

  async drop(): Promise<void> {
    await this.handle.close();
    await this.file.drop();
  }
}
