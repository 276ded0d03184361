import { describe, expect, it } from 'vitest';
import { classPalette, nextPaletteColor } from './class-palette.ts';

const channels = (color: string): number[] =>
  [1, 3, 5]
    .map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));

function luminance(color: string): number {
  const [red, green, blue] = channels(color) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function oklab(color: string): [number, number, number] {
  const [r, g, b] = channels(color) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe('class palette', () => {
  it('has 20 different colours', () => {
    expect(new Set(classPalette).size).toBe(20);
  });

  it.each(classPalette)('%s is visible on white and on the dark canvas', color => {
    expect(contrast(color, '#FFFFFF')).toBeGreaterThanOrEqual(3);
    expect(contrast(color, '#1A1B1E')).toBeGreaterThanOrEqual(3);
  });

  it('keeps every pair apart', () => {
    for (const one of classPalette)
      for (const other of classPalette) {
        if (one !== other)
          expect(Math.hypot(...oklab(one).map((value, at) => value - oklab(other)[at]!))).toBeGreaterThan(0.12);
      }
  });

  it('hands out unused colours first, then the least used', () => {
    expect(nextPaletteColor([])).toBe(classPalette[0]);
    expect(nextPaletteColor([classPalette[0], '#d00034'])).toBe(classPalette[2]);
    expect(nextPaletteColor([...classPalette, classPalette[0]])).toBe(classPalette[1]);
  });
});
