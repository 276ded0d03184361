import { describe, expect, it } from 'vitest';
import { isScored, usesScore } from './form-scores.ts';

describe('scores of a form', () => {
  it('should be those that are bound to a score of the team', () => {
    const of = (scoring: unknown, type = 'rating'): boolean => isScored({ id: 'a', type, scoring });
    expect([of({ id: 3 }), of({ id: null }), of(undefined), of({ id: 3 }, 'input')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('should be found inside of containers', () => {
    const components = [{ id: 'box', children: [{ id: 'stars', scoring: { id: 3 } }] }];
    expect([usesScore(components, 3), usesScore(components, 4), usesScore(undefined, 3)]).toEqual([true, false, false]);
  });
});
