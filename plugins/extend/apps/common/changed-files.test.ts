import { expect, it } from 'vitest';
import { changedFiles } from './changed-files.ts';

it('should report which files differ', () => {
  expect(changedFiles({ a: '1', b: '1', c: '1' }, { b: '1', c: '2', d: '1' })).toEqual([
    { path: 'a', change: 'removed' },
    { path: 'c', change: 'changed' },
    { path: 'd', change: 'added' },
  ]);
});
