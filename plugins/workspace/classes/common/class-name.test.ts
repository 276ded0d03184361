import { describe, expect, it } from 'vitest';
import { checkClassName } from './class-name.ts';

describe('class name', () => {
  it('accepts 1 to 200 characters, counting what people see', () => {
    expect(checkClassName('C', [])).toEqual({ exists: false, valid: true });
    expect(checkClassName('🚗'.repeat(200), [])).toEqual({ exists: false, valid: true });
  });

  it.each([
    ['', 'EMPTY'],
    ['   ', 'EMPTY'],
    ['x'.repeat(201), 'TOO_LONG'],
  ])('refuses %j with a reason', (name, reason) => {
    expect(checkClassName(name, [])).toMatchObject({ valid: false, reason });
  });

  it('refuses the name of another class in any case of letters', () => {
    expect(checkClassName(' car ', ['Road', 'Car'])).toEqual({
      exists: true,
      valid: false,
      reason: 'NAME_EXISTS',
      message: 'A class with this name already exists.',
    });
  });
});
