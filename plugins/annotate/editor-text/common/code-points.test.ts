import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CodePoints } from './code-points.ts';

it('should count as iterating over a text does, in both directions, for any text', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'grapheme' }),
          fc.constant('x'.repeat(1023)),
          fc.constant('😀'.repeat(700)),
          fc.constant('👩‍👩‍👧'),
        ),
        { maxLength: 6 },
      ),
      parts => {
        const text = parts.join('');
        const points = new CodePoints(text);
        const characters = [...text];
        const units = [0];
        for (const character of characters) units.push(units.at(-1)! + character.length);
        expect(points.length).toBe(characters.length);
        expect(units.map((_, point) => points.toUnit(point))).toEqual(units);
        expect(units.map(unit => points.ofUnit(unit))).toEqual(units.map((_, point) => point));
      },
    ),
    { numRuns: 100 },
  );
});

it('should stay inside of the text', () => {
  const points = new CodePoints('a😀b');
  expect([points.toUnit(-3), points.toUnit(99), points.ofUnit(-1), points.ofUnit(99)]).toEqual([0, 4, 0, 3]);
  expect(points.ofUnit(2)).toBe(2);
});

it('should count a lone half of a pair as one', () => {
  const points = new CodePoints('\ud83da\ude00');
  expect([points.length, points.toUnit(1), points.toUnit(2)]).toEqual([3, 1, 2]);
});
