import { describe, expect, it } from 'vitest';
import { freshNames } from './fresh-names.ts';

describe('freshNames', () => {
  it('should replace the last number by one of the same width, and keep the ending of the file', () => {
    expect(freshNames('gold.jpg', 'street_0042_left.png', 1, () => 0.5)[0]).toBe('street_0022_left.jpg');
  });

  it('should count up where names at random are taken, without naming one twice', () => {
    const names = freshNames('gold.png', 'a3.png', 9, () => 0);
    expect(names.slice(0, 3)).toEqual(['a1.png', 'a10.png', 'a11.png']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('should number a name without a number as a second upload', () => {
    expect(freshNames('gold.png', 'dog.png', 2).slice(0, 2)).toEqual(['dog (1).png', 'dog (2).png']);
  });

  it('should keep very long numbers', () => {
    expect(freshNames('g.png', '20261127123456789012.png', 0, () => 0)[0]).toBe('20261127123000000001.png');
  });
});
