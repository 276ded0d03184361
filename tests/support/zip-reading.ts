import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

/** For tests: opens an archive that is in memory. */
export const fromBufferPromise = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((done, failed) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? failed(error) : done(zip))),
  );

/** For tests: all files of an archive by path; checksums are compared. */
export function readAll(zip: ZipFile): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  return new Promise((done, failed) => {
    zip.on('error', failed);
    zip.on('end', () => done(files));
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return failed(error);
        void buffer(stream).then(bytes => {
          files.set(entry.fileName, bytes);
          zip.readEntry();
        }, failed);
      });
    });
    zip.readEntry();
  });
}

/** For tests: the facts in the directory of an archive about its files. */
export function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  return new Promise((done, failed) => {
    zip.on('error', failed);
    zip.on('end', () => done(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}
