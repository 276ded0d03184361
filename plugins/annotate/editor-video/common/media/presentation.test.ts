import { expect, it } from 'vitest';
import { presentedAt } from './presentation.ts';

const shown = (times: readonly number[], trims: boolean, shift = 0): readonly (number | undefined)[] =>
  times.map(timestamp => presentedAt({ timestamp, duration: 0.04 }, { trims, shift }));

it('should leave out frames that begin before an edit list, and begin with the first one after it', () => {
  expect(shown([-0.06, -0.02, 0.02, 0.06], true, 0.02)).toEqual([undefined, undefined, 0, expect.closeTo(0.04)]);
  expect(shown([-1e-9, 0.04], true)).toEqual([0, 0.04]);
});

it('should keep frames of other containers that last beyond the beginning', () => {
  expect(shown([-0.06, -0.02, 0.02], false)).toEqual([undefined, 0, 0.02]);
  expect(shown([Number.NaN], false)).toEqual([undefined]);
});
