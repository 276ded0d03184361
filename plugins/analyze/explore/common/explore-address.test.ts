import { describe, expect, it } from 'vitest';
import { readAddress, writtenAddress } from './explore-address.ts';

describe('the address of a search', () => {
  it('should parse to what it was made of', () => {
    const address = {
      query: 'status = "To do" AND name CONTAINS a&b',
      folderId: 7,
      subsetId: undefined,
      view: 'instance',
      other: 'metadata(pinned = true)',
    } as const;
    expect(readAddress(new URLSearchParams(writtenAddress(address).toString()))).toEqual(address);
    expect(writtenAddress({ query: ' ', folderId: undefined, subsetId: undefined, view: 'grid' }).toString()).toBe('');
  });

  it('leaves out what is none of it, and is one place at a time', () => {
    expect(readAddress(new URLSearchParams('folder_id=x&subset_id=-1&view=tower'))).toEqual({
      query: '',
      folderId: undefined,
      subsetId: undefined,
      view: 'grid',
    });
    expect(readAddress(new URLSearchParams('folder_id=3&subset_id=4'))).toMatchObject({
      folderId: 3,
      subsetId: undefined,
    });
  });
});
