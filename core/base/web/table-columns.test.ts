import { expect, it } from 'vitest';
import { browserStore } from './browser-store.ts';
import { keepColumns, readColumnIds, readColumns } from './table-columns.ts';

it('should keep the columns of each table apart, until they are reset', () => {
  keepColumns('birds', ['name', 'size']);
  keepColumns('trees', [{ id: 'name', width: 80 }]);
  expect(readColumnIds('birds')).toEqual(['name', 'size']);
  expect(readColumns('trees')).toEqual([{ id: 'name', width: 80 }]);
  expect(readColumnIds('trees')).toBeUndefined();
  keepColumns('birds', undefined);
  expect(readColumns('birds')).toBeUndefined();
});

it('should take what is no JSON for nothing', () => {
  browserStore.set('loupe_stones_columns', 'name,size');
  expect(readColumns('stones')).toBeUndefined();
});
