import { describe, expect, it } from 'vitest';
import { isPlainLook, lookTable, plainLook } from './picture-look.ts';

const shown = (change: Partial<typeof plainLook>, ...values: readonly number[]): readonly number[] =>
  values.map(value => lookTable({ ...plainLook, ...change })[value]!);

describe('how a picture is shown', () => {
  it('is as it is unless somebody asks for more', () => {
    expect([...lookTable(plainLook)]).toEqual(Array.from({ length: 256 }, (_, value) => value));
    expect(isPlainLook(plainLook)).toBe(true);
    expect(isPlainLook({ ...plainLook, inverted: true })).toBe(false);
  });

  it('can be brighter, darker, inverted', () => {
    expect(shown({ brightness: 2 }, 0, 100, 200)).toEqual([0, 200, 255]);
    expect(shown({ brightness: 0.5 }, 0, 100, 200)).toEqual([0, 50, 100]);
    expect(shown({ inverted: true }, 0, 100, 255)).toEqual([255, 155, 0]);
  });

  it('has more contrast about the middle, and with gamma more light in the dark without losing black and white', () => {
    expect(shown({ contrast: 2 }, 0, 70, 191, 255)).toEqual([0, 13, 255, 255]);
    const [black, dark, white] = shown({ gamma: 2 }, 0, 40, 255) as [number, number, number];
    expect([black, white]).toEqual([0, 255]);
    expect(dark).toBeGreaterThan(90);
  });
});
