import { expect, it } from 'vitest';
import { itemNameProblem, attachedItemNameProblem, folderNameProblem } from './item-name.ts';

it.each(['\u202A', '\u202E', '\u2066', '\u2069'])(
  'should refuse names with the control %j, which makes them read as others',
  control => {
    for (const problem of [itemNameProblem, attachedItemNameProblem, folderNameProblem])
      expect(problem(`${control}gnp.exe`)).toContain('direction of text');
  },
);

it('should take names in right-to-left scripts with their marks', () => {
  for (const problem of [itemNameProblem, folderNameProblem]) expect(problem('\u200Fשלום\u200E 1')).toBeUndefined();
});
