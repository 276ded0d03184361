import { describe, expect, it } from 'vitest';
import { categoryName, distinctCategoryNames } from './category-name.ts';

describe('names of categories', () => {
  it('are one when they differ only in case, in the first spelling', () => {
    expect(distinctCategoryNames(['Shoes', 'SHOES', 'bags', ' shoes ', 'Bags']).map(each => each.name)).toEqual([
      'Shoes',
      'bags',
    ]);
  });

  it('are cut to 200 characters, counted as people do', () => {
    expect([...categoryName('🐈'.repeat(201)).name]).toHaveLength(200);
    expect(distinctCategoryNames([`${'x'.repeat(200)}1`, `${'x'.repeat(200)}2`])).toHaveLength(1);
  });

  it('end in no blank after the cut', () => {
    expect(categoryName(`${'x'.repeat(199)} y`).name).toBe('x'.repeat(199));
  });
});
