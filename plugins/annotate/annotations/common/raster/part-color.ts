import { cssColors } from './css-colors.ts';

/** Part colours are this far apart as 24-bit numbers RRGGBB. */
export const colorStep = 15;

/** The largest part colour the product writes. */
export const lastColor = 1_118_481 * colorStep;

/** `#rrggbb` of a part colour. */
export function partColorText(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}

/** The 24-bit number of `#rrggbb` in any case, or of a CSS colour name; undefined for anything else. */
export function parsePartColor(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  if (/^#[0-9a-f]{6}$/i.test(text)) return Number.parseInt(text.slice(1), 16);
  if (/^#[0-9a-f]{3}$/i.test(text))
    return Number.parseInt(Array.from(text.slice(1), digit => digit + digit).join(''), 16);
  return cssColors.get(text.toLowerCase());
}

/**
 * The colour for a new part: the step after the largest one in use; once those have run out, the first that is free.
 * Undefined when there is none.
 */
export function freePartColor(used: Iterable<number>): number | undefined {
  const taken = new Set(used);
  let largest = 0;
  for (const color of taken) if (color > largest && color % colorStep === 0) largest = color;
  if (largest < lastColor) return largest + colorStep;
  for (let color = colorStep; color <= lastColor; color += colorStep) if (!taken.has(color)) return color;
  return undefined;
}
