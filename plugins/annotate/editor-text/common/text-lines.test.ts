import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineAt, lineStarts } from './text-lines.ts';

it('should number lines as line feeds part them', () => {
  expect([...lineStarts('a\n\nb\n')]).toEqual([0, 2, 3, 5]);
  expect([...lineStarts('')]).toEqual([0]);
});

it('should find the line of every place', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\n', '😀')), parts => {
      const text = parts.join('');
      const starts = lineStarts(text);
      for (let place = 0; place <= text.length; place += 1)
        expect(lineAt(starts, place)).toBe(text.slice(0, place).split('\n').length - 1);
    }),
  );
});
