import { readFile, stat } from 'node:fs/promises';
import type { SourceMapping } from 'node:module';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { RateLimit } from '#core/kernel/server/index.ts';
import type { StackFrame } from '../common/stack-frames.ts';
import { shortFile } from '../common/stack-frames.ts';

/** Maps kept in memory. One of the first page takes some ten megabytes. */
const KEPT = 4;
/** Bytes of a map that is read: a larger one would hold up the server for too long. */
const LARGEST = 4_000_000;

/** Finds where frames of built pages are in the sources. The maps lie beside the build and are never served. */
export class SourceMaps {
  // Who sends made-up stacks makes the server read no more than one map in two seconds; frames stay as built meanwhile.
  readonly #limit = new RateLimit(0.5, 10);
  readonly #maps = new LRUCache<string, Promise<SourceMap | undefined>>({ max: KEPT });

  /** `folder` is empty when there are no maps: frames stay as they are. */
  constructor(private readonly folder: string) {}

  /** Returns frames with file, line and column of the source where a map knows them. */
  async resolve(frames: readonly StackFrame[]): Promise<readonly StackFrame[]> {
    const resolved: StackFrame[] = [];
    for (const each of frames) resolved.push(await this.#resolve(each));
    return resolved;
  }

  async #resolve(frame: StackFrame): Promise<StackFrame> {
    if (this.folder === '' || !/^assets\/[\w.-]+\.js$/.test(frame.file)) return frame;
    const map = await this.#map(basename(frame.file));
    // The types of Node leave the name out.
    const entry = map?.findEntry(frame.line - 1, frame.column - 1) as (SourceMapping & { name?: string }) | undefined;
    if (entry === undefined || !('originalSource' in entry)) return frame;
    return {
      fn: entry.name ?? frame.fn,
      file: shortFile(entry.originalSource),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
  }

  async #map(file: string): Promise<SourceMap | undefined> {
    const known = this.#maps.get(file);
    if (known !== undefined) return known;
    try {
      this.#limit.take('maps');
    } catch {
      return undefined;
    }
    // A map that cannot be read leaves its frames as built: the errors are kept all the same.
    const map = this.#read(join(this.folder, `${file}.map`)).catch(() => undefined);
    this.#maps.set(file, map);
    return map;
  }

  async #read(path: string): Promise<SourceMap | undefined> {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.size > LARGEST) return undefined;
    const text = await readFile(path, 'utf8');
    return new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
  }
}
