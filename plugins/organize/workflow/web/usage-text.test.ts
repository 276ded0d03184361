import { expect, it } from 'vitest';
import { itemsText, usageText } from './usage-text.ts';

it('should name what uses something, with numbers', () => {
  expect(usageText({ workflows: [{ name: 'A' }], items: 1200 })).toBe('1 workflow (A), 1,200 items');
  expect(usageText({ workflows: ['A', 'B', 'C', 'D'].map(name => ({ name })), people: 1, groups: 2 })).toBe(
    '4 workflows (A, B, C and 1 more), 1 person, 2 groups',
  );
  expect(usageText({ workflows: [{ name: 'A' }], items: 2 }, false)).toBe('1 workflow, 2 items');
  expect(itemsText(1)).toBe('1 item');
});

it('should be silent of what nobody uses', () => {
  expect(usageText(undefined)).toBeUndefined();
  expect(usageText({ workflows: [], items: 0 })).toBeUndefined();
});
