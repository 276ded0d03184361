import { describe, expect, it } from 'vitest';
import { pathOfOrigin, readOrigin } from './list-origin.ts';

describe('the list an item was opened from', () => {
  it('should be read from the address with filter and order', () => {
    expect(
      readOrigin(
        'folder_id=3&status=1&status=4&sort=name&order=desc&pinned=true&name=cat&where=width%7C%7C%24gt%7C%7C9',
      )?.filter,
    ).toEqual({
      folder_id: 3,
      status: [1, 4],
      sort: 'name',
      order: 'desc',
      pinned: true,
      name: 'cat',
      where: ['width||$gt||9'],
    });
  });

  it('should leave out what it does not know', () => {
    expect(readOrigin('folder_id=x&sort=colour&order=up&hello=1')?.filter).toEqual({});
    expect(readOrigin(null)).toBeUndefined();
  });

  it('should lead back to its folder', () => {
    expect(pathOfOrigin(1, 2, 3)).toBe('/t/1/p/2/data/f/3');
    expect(pathOfOrigin(1, 2, undefined)).toBe('/t/1/p/2/data');
  });
});
