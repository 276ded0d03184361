import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

it('should find a name that is free, whatever the case', () => {
  expect(freeName('Cars copy', ['Cars'])).toBe('Cars copy');
  expect(freeName('Cars copy', ['cars COPY', 'Cars copy 2'])).toBe('Cars copy 3');
  expect(freeName('x'.repeat(200), ['x'.repeat(90)])).toHaveLength(92);
});
