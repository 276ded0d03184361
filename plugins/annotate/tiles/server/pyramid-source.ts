import { openableAddress } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow, PictureSource } from '#plugins/workspace/items/server/kit/index.ts';
import type { PyramidRow } from './pyramid-tables.ts';

/** The file a pyramid is made of, or the address at which its image lies. */
export type PyramidSource = { readonly blob_hash: string } | { readonly address: string };

/** The facts of an item by which its image is found. */
export type SourceFields = Pick<ItemRow, 'blob_hash' | 'url' | 'integration_id'>;

/** The source of an item's image; undefined of an item without a file here or an address that can be opened. */
export function pyramidSource({
  blob_hash: hash,
  url,
  integration_id: integration,
}: SourceFields): PyramidSource | undefined {
  if (hash !== null) return { blob_hash: hash };
  return integration !== null || url === null || openableAddress(url) === undefined ? undefined : { address: url };
}

/** The column by which a source is looked up, and its value. */
export const sourceKey = (source: PyramidSource): readonly ['blob_hash' | 'address', string] =>
  'blob_hash' in source ? ['blob_hash', source.blob_hash] : ['address', source.address];

/** The items whose image a pyramid is. */
export const pictureSource = ({ blob_hash: blobHash, address, width, height }: PyramidRow): PictureSource =>
  blobHash === null ? { url: address!, width, height } : { blobHash };
