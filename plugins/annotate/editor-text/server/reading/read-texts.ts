import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { Reading } from '../../common/extract/reading.ts';
import { readingOf, readingVersions, readKindOf, textDigest } from '../../common/extract/reading.ts';
import { ReadingThread } from './reading-thread.ts';

/** Bytes of the largest file that is read. */
const MOST_BYTES = 64 * 1024 * 1024;

type ReadFile = Pick<ItemRow, 'blob_hash' | 'name' | 'size'>;

/** A text that was read out of a file. */
export interface ReadText {
  readonly text: string;
  readonly reading: Reading;
}

/** Reads the texts of files that are no plain text, as the editor reads them. */
export class ReadTexts {
  readonly #thread = new ReadingThread();

  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  /**
   * Returns the text of a file and how it was read. Undefined where the file is not stored here, or cannot be read within
   * the limits.
   */
  async read({ blob_hash: hash, name, size }: ReadFile): Promise<ReadText | undefined> {
    const source = hash === null || Number(size) > MOST_BYTES ? undefined : await this.blobs.get(hash);
    if (source === undefined) return undefined;
    const bytes = new Uint8Array(await buffer(source));
    const kind = readKindOf(name, bytes);
    const text = kind === undefined ? undefined : await this.#thread.read({ kind, bytes });
    if (kind === undefined || text === undefined || text === '') return undefined;
    const length = Array.from(text).length;
    return { text, reading: { of: kind, version: readingVersions[kind], digest: textDigest(text), length } };
  }

  /**
   * Returns the text in which a document counts its positions. Undefined where the file is not stored here, cannot be
   * read within the limits, or gives another text than the one that was annotated.
   */
  async of(file: ReadFile, document: JsonRecord): Promise<string | undefined> {
    const found = await this.read(file);
    const reading = readingOf(isRecord(document['metadata']) ? document['metadata'] : {});
    return reading === undefined || reading.digest === found?.reading.digest ? found?.text : undefined;
  }

  dispose(): Promise<void> {
    return this.#thread.close();
  }
}
