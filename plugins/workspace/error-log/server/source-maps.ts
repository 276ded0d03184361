import { readFile } from 'node:fs/promises';
import type { SourceMapping } from 'node:module';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { StackFrame } from '../common/stack-frames.ts';
import { shortFile } from '../common/stack-frames.ts';

/** Maps kept in memory. One of the first page takes some ten megabytes. */
const KEPT = 4;

/** Finds where frames of built pages are in the sources. The maps lie beside the build and are never served. */
export class SourceMaps {
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

  #map(file: string): Promise<SourceMap | undefined> {
    let map = this.#maps.get(file);
    if (map === undefined) {
      map = readFile(join(this.folder, `${file}.map`), 'utf8').then(
        text => new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]),
        () => undefined,
      );
      this.#maps.set(file, map);
    }
    return map;
  }
}
