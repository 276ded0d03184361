import { expect, it } from 'vitest';
import { addressOrigin, originAddress } from './address-origin.ts';

it('should name a search with its order and place, and read it again', () => {
  const address = {
    query: 'metadata(status = Completed) ORDER BY metadata.name DESC',
    folderId: undefined,
    subsetId: 7,
    view: 'list',
  } as const;
  expect(originAddress(addressOrigin(address))).toEqual(address);
});

it('should read a search without conditions, and leave lists of the data tab alone', () => {
  expect(originAddress('explore')).toMatchObject({ query: '', view: 'grid' });
  expect(originAddress('data')).toBeUndefined();
  expect(originAddress('folder_id=3')).toBeUndefined();
});
