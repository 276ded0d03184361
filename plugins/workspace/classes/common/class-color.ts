import { cssColorNames } from './css-color-names.ts';

/** Message about a colour that cannot be read. */
export const classColorMessage = 'Color is not valid: give #RGB, #RRGGBB, rgb(…) or a CSS color name.';

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0').toUpperCase();

function channel(text: string): number | undefined {
  const match = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text);
  if (!match) return undefined;
  const value = match[2] === '%' ? (Number(match[1]) * 255) / 100 : Number(match[1]);
  return value <= 255 ? value : undefined;
}

/**
 * Reads a colour as class files may give it: `#rgb`, `#rrggbb`, any CSS name, `rgb(r, g, b)` with numbers 0–255 or
 * percentages. Returns `#RRGGBB` in upper case, or undefined when it is no colour.
 */
export function parseClassColor(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text.toUpperCase();
  if (/^#[0-9a-f]{3}$/.test(text)) return text.replaceAll(/[0-9a-f]/g, '$&$&').toUpperCase();
  const body = /^rgb\(([^()]*)\)$/.exec(text)?.[1]?.trim();
  if (body === undefined) return cssColorNames.get(text);
  const parts = body.includes(',') ? body.split(',') : body.split(/\s+/);
  const channels = parts.map(part => channel(part.trim()));
  if (channels.length !== 3 || channels.includes(undefined)) return undefined;
  return `#${channels.map(part => hex(part!)).join('')}`;
}
