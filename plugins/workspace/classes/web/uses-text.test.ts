import { expect, it } from 'vitest';
import { usesText } from './uses-text.ts';

it.each([
  [{ objects: 0, items: 0 }, 'No object uses it.'],
  [{ objects: 1, items: 1 }, '1 object in 1 item uses it and will have no class.'],
  [{ objects: 2, items: 1 }, '2 objects in 1 item use it and will have no class.'],
  [{ objects: 12_345, items: 678 }, '12,345 objects in 678 items use it and will have no class.'],
])('should say of %o what becomes of them', (uses, text) => expect(usesText(uses)).toBe(text));
