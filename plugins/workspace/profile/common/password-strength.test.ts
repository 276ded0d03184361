import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('the strength of a password', () => {
  it('should say why one is refused', () => {
    expect(passwordStrength('short')).toEqual({ level: 0, text: 'Use at least 10 characters.' });
    expect(passwordStrength('password123').level).toBe(0);
  });

  it('should be weak for runs and repetitions, however long', () => {
    expect(passwordStrength('abcdefghijklmnop').level).toBe(1);
    expect(passwordStrength('aabbccddaabbccddaabb').level).toBe(1);
  });

  it('should grow with length', () => {
    expect(passwordStrength('kv7-Lq2mZx').level).toBe(2);
    expect(passwordStrength('tram velvet orbit 9').level).toBe(3);
  });
});
