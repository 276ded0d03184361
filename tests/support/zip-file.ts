import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** All files of a small archive by name. */
export async function readZip(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
