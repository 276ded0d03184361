import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Contrast that normal text needs on its ground (WCAG 2.2, AA). */
const LEAST = 4.5;

const rules = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The colours of a theme by their names without `--loupe-`. */
function colours(theme: string): ReadonlyMap<string, string> {
  const rule = new RegExp(`^:root\\[data-mantine-color-scheme='${theme}'\\] \\{([^}]+)\\}`, 'm').exec(rules)?.[1] ?? '';
  return new Map([...rule.matchAll(/--loupe-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]));
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((left, right) => left - right) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'])('the colours of the %s theme', theme => {
  const found = colours(theme);

  it.each(['page', 'surface', 'raised'])('should let every text be read on --loupe-%s', ground => {
    const faint = ['text', 'muted', 'accent', 'danger', 'warning', 'success'].filter(
      each => contrast(found.get(each)!, found.get(ground)!) < LEAST,
    );
    expect(faint).toEqual([]);
  });

  it('should let a tooltip be read', () => {
    expect(contrast(found.get('tooltip-text')!, found.get('tooltip')!)).toBeGreaterThan(LEAST);
  });
});
