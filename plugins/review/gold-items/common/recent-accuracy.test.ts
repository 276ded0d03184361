import { describe, expect, it } from 'vitest';
import { fallenBelow } from './recent-accuracy.ts';

describe('an accuracy that falls below a threshold', () => {
  it.each([
    ['with the first comparison', [0.4], 0.4],
    ['with a later one', [0.2, 0.8, 0.8], 0.6],
    ['by the five newest only', [0.5, 0.5, 0.8, 0.8, 0.8, 0.9], 0.68],
  ])('should be reported %s', (_, accuracies, accuracy) => {
    expect(fallenBelow(0.7, accuracies)).toBeCloseTo(accuracy);
  });

  it.each([
    ['it was below before', [0.2, 0.3]],
    ['it rises', [1, 0.2, 0.2]],
    ['it is the threshold', [0.7]],
    ['nothing was compared', []],
  ])('should not be reported where %s', (_, accuracies) => {
    expect(fallenBelow(0.7, accuracies)).toBeUndefined();
  });
});
