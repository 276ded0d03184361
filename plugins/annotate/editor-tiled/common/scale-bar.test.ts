import { expect, it } from 'vitest';
import { scaleBar } from './scale-bar.ts';

it('should be the longest round length that fits', () => {
  expect(scaleBar(1, 120)).toEqual({ length: 100, width: 100 });
  expect(scaleBar(0.1, 120)).toEqual({ length: 1000, width: 100 });
  expect(scaleBar(0.05, 120).length).toBe(2000);
  expect(scaleBar(64, 120)).toEqual({ length: 1, width: 64 });
});
