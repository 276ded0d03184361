import { expect, it } from 'vitest';
import { clearlyAlike } from './clearly-alike.ts';

it('should start above the likeness of most of the project, whatever a model calls alike', () => {
  const low = [0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.9, 0.95];
  const high = low.map(each => 0.7 + each * 0.3);
  for (const sample of [low, high]) {
    const start = clearlyAlike(sample);
    expect(sample.filter(each => each >= start)).toEqual(sample.slice(-2));
  }
});

it('should show alike objects that are most of a project', () => {
  const start = clearlyAlike([0.3, 0.35, 0.4, 0.9, 0.92, 0.93, 0.94, 0.95]);
  expect(start).toBeGreaterThan(0.4);
  expect(start).toBeLessThan(0.9);
});

it('should show all where there is nothing to compare with', () => {
  expect(clearlyAlike([])).toBe(0);
  expect(clearlyAlike([1, 1])).toBe(1);
});
