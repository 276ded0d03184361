import { expect, it } from 'vitest';
import { excerptAround, excerptOf, passagesOf } from './text-passages.ts';

it('should divide a text at paragraphs, sentences and words, and leave nothing out', () => {
  const sentence = 'The parcel came two weeks late and nobody answered. ';
  const text = `${sentence.repeat(12)}\n\n${sentence.repeat(30)}${'word '.repeat(400)}`;
  const passages = passagesOf(text);
  expect(passages[0]).toBe(sentence.repeat(12).trim());
  expect(passages[1]).toMatch(/answered\.$/);
  expect(Math.max(...passages.map(each => each.length))).toBeLessThanOrEqual(800);
  expect(passages.join(' ').replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' ').trim());
  expect(passagesOf(' \n ')).toEqual([]);
});

it('should divide a text without spaces between characters', () => {
  const text = `a${'😀'.repeat(1000)}`;
  expect(passagesOf(text).join('')).toBe(text);
  expect(passagesOf(text).every(each => each.isWellFormed())).toBe(true);
});

it('should make an excerpt of one line that ends at a word', () => {
  expect(excerptOf('Two\nlines')).toBe('Two lines');
  expect(excerptAround('alf a word and\nmore', true)).toBe('…a word and more');
  expect(excerptAround('The start', false)).toBe('The start');
  expect(excerptOf('word '.repeat(100))).toMatch(/^(word )+word…$/);
});
