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

/** Linear sRGB as people with a complete deficiency see it (Machado et al. 2009), row by row. */
const sights: Readonly<Record<string, readonly number[]>> = {
  'full colour vision': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function oklab(color: string, sight: readonly number[]): readonly [number, number, number] {
  const [red, green, blue] = channels(color) as [number, number, number];
  const [r, g, b] = [0, 3, 6].map(row =>
    Math.min(1, Math.max(0, sight[row]! * red + sight[row + 1]! * green + sight[row + 2]! * blue)),
  ) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Smallest distance in OKLab between any two of the colours. */
function nearest(colors: readonly string[], sight: readonly number[]): number {
  const places = colors.map(color => oklab(color, sight));
  return Math.min(
    ...places.flatMap((one, at) =>
      places.slice(at + 1).map(other => Math.hypot(...one.map((value, axis) => value - other[axis]!))),
    ),
  );
}

describe('class palette', () => {
  it('should have 40 different colours', () => {
    expect(new Set(classPalette).size).toBe(40);
  });

  it.each(classPalette)('should show %s on white and on the dark canvas', color => {
    expect(contrast(color, '#FFFFFF')).toBeGreaterThanOrEqual(2);
    expect(contrast(color, '#1A1B1E')).toBeGreaterThanOrEqual(2);
  });

  it.each(Object.keys(sights))('should keep every pair apart with %s', name => {
    expect(nearest(classPalette, sights[name]!)).toBeGreaterThan(0.04);
  });

  it('hands out unused colours first, then the least used', () => {
    expect(nextPaletteColor([])).toBe(classPalette[0]);
    expect(nextPaletteColor([classPalette[0], classPalette[1].toLowerCase()])).toBe(classPalette[2]);
    expect(nextPaletteColor([...classPalette, classPalette[0]])).toBe(classPalette[1]);
  });
});
