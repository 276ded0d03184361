import { expect, it } from 'vitest';
import { scoresApi } from './api.ts';

it('should take values within a thousand million and weights to a million', () => {
  const takes = (change: object): boolean =>
    scoresApi.operations.applyScores.body.safeParse({
      project_id: 1,
      data: [{ item_id: 1, score_id: 1, user_id: 'ana@x.org', user_role: 1, value: 1, weight: 1, ...change }],
    }).success;
  for (const change of [{}, { value: -1e9 }, { weight: 1e6 }, { value: null, weight: null }])
    expect(takes(change)).toBe(true);
  for (const change of [{ value: 1e10 }, { value: Number.POSITIVE_INFINITY }, { weight: 1e6 + 1 }, { weight: 0 }])
    expect(takes(change)).toBe(false);
});
