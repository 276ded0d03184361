import { expect, it } from 'vitest';
import { deletionText, mergeText, usesText } from './uses-text.ts';

it.each([
  [{ objects: 0, items: 0 }, 'No object uses it.'],
  [{ objects: 1, items: 1 }, '1 object in 1 item uses it and will have no class.'],
  [{ objects: 2, items: 1 }, '2 objects in 1 item use it and will have no class.'],
  [{ objects: 12_345, items: 678 }, '12,345 objects in 678 items use it and will have no class.'],
])('should say of %o what becomes of them', (uses, text) => expect(usesText(uses)).toBe(text));

it('should name the objects that merging and deleting several classes change', () => {
  const classes = [
    { id: 1, name: 'car' },
    { id: 2, name: 'auto' },
  ];
  const uses = new Map([[1, { objects: 35, items: 4 }]]);
  expect(mergeText(classes, 'Car', uses)).toMatch(
    /^35 objects will become Car, with the same attributes\. car, auto will/,
  );
  expect(deletionText(classes, uses)).toMatch(/^car, auto\. 35 objects will have no class\./);
  expect(deletionText(classes, new Map())).toContain('No object uses them.');
});
