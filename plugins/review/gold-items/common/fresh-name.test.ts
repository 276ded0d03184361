import { describe, expect, it } from 'vitest';
import { freshName } from './fresh-name.ts';

describe('freshName', () => {
  it('should replace the last number by one of the same width, and keep the ending of the file', () => {
    expect(freshName('gold.jpg', 'street_0042_left.png', new Set(['street_0042_left.png']), () => 0.5)).toBe(
      'street_0022_left.jpg',
    );
  });

  it('should never answer a taken name', () => {
    const taken = new Set(Array.from({ length: 9 }, (_, at) => `a${at + 1}.png`));
    expect(freshName('gold.png', 'a3.png', taken, () => 0)).toBe('a10.png');
  });

  it('should number a name without a number as a second upload', () => {
    expect(freshName('gold.png', 'dog.png', new Set(['dog.png', 'dog (1).png']))).toBe('dog (2).png');
  });

  it('should keep very long numbers', () => {
    expect(freshName('g.png', '20261127123456789012.png', new Set(), () => 0)).toBe('20261127123000000001.png');
  });
});
