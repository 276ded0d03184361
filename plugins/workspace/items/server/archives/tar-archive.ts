import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Parser } from 'tar';
import type { ReadEntry } from 'tar';
import { entryLimit, entryProblem, ratioFrom, ratioLimit, unpackedLimit } from '../../common/archive-entry.ts';
import { unsafeArchive } from './zip-archive.ts';
import type { ArchiveFile } from './zip-archive.ts';

const FILES: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile']);

/** A tar archive, packed by gzip or not. It can be read from its beginning to its end only. */
export interface TarArchive {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** The same files in the same order; each is opened before the next is asked for, or not at all. */
  each(): AsyncIterable<ArchiveFile>;
}

/**
 * Looks through a tar archive of `size` bytes. Nothing of one that is not safe is read: absolute paths, `..`, links,
 * too many files or bytes, files packed beyond belief.
 *
 * @throws Fault ARCHIVE_REFUSED naming the file and the reason.
 */
export async function openTar(path: string, size: number): Promise<TarArchive> {
  const files: { path: string; size: number }[] = [];
  const seen = new Set<string>();
  let unpacked = 0;
  for await (const entry of entriesOf(path)) {
    const problem =
      entryProblem(entry.path) ??
      (entry.type === 'Directory'
        ? undefined
        : FILES.has(entry.type)
          ? seen.has(entry.path)
            ? `${entry.path} is in it twice.`
            : undefined
          : `${entry.path} is a link or no file.`);
    if (problem !== undefined) throw unsafeArchive(problem);
    unpacked += entry.size;
    if (unpacked > unpackedLimit) throw unsafeArchive(`It unpacks to more than ${unpackedLimit / 1024 ** 3} GB.`);
    if (unpacked > ratioFrom && unpacked > ratioLimit * size)
      throw unsafeArchive(`It unpacks to more than ${ratioLimit} times its size.`);
    if (entry.type === 'Directory') continue;
    seen.add(entry.path);
    files.push({ path: entry.path.normalize('NFC'), size: entry.size });
    if (files.length > entryLimit) throw unsafeArchive(`It has more than ${entryLimit} files.`);
  }
  if (files.length === 0) throw unsafeArchive('It is empty or no archive.');
  return {
    files,
    async *each() {
      for await (const entry of entriesOf(path))
        if (FILES.has(entry.type))
          yield {
            path: entry.path.normalize('NFC'),
            size: entry.size,
            open: () => Promise.resolve(Readable.from(entry)),
          };
    },
  };
}

/** One entry after the other; what was not read of one is passed over. */
async function* entriesOf(path: string): AsyncGenerator<ReadEntry> {
  const parser = new Parser({ strict: true });
  const source = createReadStream(path);
  const waiting: ReadEntry[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure = error;
    wake();
  };
  parser.on('entry', (entry: ReadEntry) => {
    waiting.push(entry);
    wake();
  });
  parser.on('end', () => {
    ended = true;
    wake();
  });
  parser.on('error', fail);
  source.on('error', fail);
  source.pipe(parser as unknown as NodeJS.WritableStream);
  try {
    for (;;) {
      const entry = waiting.shift();
      if (entry !== undefined) {
        yield entry;
        entry.resume();
      } else if (failure !== undefined) throw unsafeArchive(`It is damaged: ${(failure as Error).message}.`);
      else if (ended) return;
      else await new Promise<void>(done => (wake = done));
    }
  } finally {
    source.destroy();
  }
}
