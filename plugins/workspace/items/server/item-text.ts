import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { readText, UnreadableText } from '../common/text-content.ts';
import type { ItemRow } from './items-hooks.ts';

/** Reads the texts of items. */
export class ItemText {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  /** The text of an item whose file is here; undefined where it lies elsewhere or is no text. */
  async of({
    blob_hash: hash,
    content_length: length,
  }: Pick<ItemRow, 'blob_hash' | 'content_length'>): Promise<string | undefined> {
    const source = hash === null || length === null ? undefined : await this.blobs.get(hash);
    if (source === undefined) return undefined;
    try {
      return readText(await buffer(source));
    } catch (error) {
      if (error instanceof UnreadableText) return undefined;
      throw error;
    }
  }
}
