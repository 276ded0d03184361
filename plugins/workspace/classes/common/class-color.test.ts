import { describe, expect, it } from 'vitest';
import { parseClassColor } from './class-color.ts';
import { cssColorNames } from './css-color-names.ts';

describe('class color', () => {
  it.each([
    ['#e4542b', '#E4542B'],
    ['#1C7ED6', '#1C7ED6'],
    ['#f0a', '#FF00AA'],
    ['steelblue', '#4682B4'],
    ['RebeccaPurple', '#663399'],
    ['rgb(1, 2, 255)', '#0102FF'],
    ['rgb(1 2 255)', '#0102FF'],
    ['RGB(100%, 0%, 50%)', '#FF0080'],
    ['  red ', '#FF0000'],
  ])('reads %s', (text, color) => {
    expect(parseClassColor(text)).toBe(color);
  });

  it.each([
    '',
    '#12',
    '#12345',
    '#ggg',
    '#11223344',
    'rgb(1,2)',
    'rgb(1,2,256)',
    'rgb(1,2,-3)',
    'rgb(a,b,c)',
    'reddish',
    7,
    null,
    undefined,
  ])('refuses %s', text => {
    expect(parseClassColor(text)).toBeUndefined();
  });

  it('knows every CSS name', () => {
    expect(cssColorNames.size).toBe(148);
    for (const color of cssColorNames.values()) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  });
});
