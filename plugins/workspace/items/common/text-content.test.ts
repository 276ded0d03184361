import { expect, it } from 'vitest';
import { codePointCount, readText, UnreadableText } from './text-content.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

it('should drop a byte order mark and make all line ends line feeds', () => {
  expect(readText(bytes(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0x62, 0x0d, 0x63, 0x0a))).toBe('a\nb\nc\n');
});

it('should keep everything else, combining marks and all', () => {
  const text = 'e\u0301 שלום 你好 👩‍👧\u00a0\t';
  expect(readText(new TextEncoder().encode(text))).toBe(text);
});

it('should refuse other encodings by name', () => {
  expect(() => readText(bytes(0xff, 0xfe, 0x61, 0x00))).toThrow(/UTF-16/);
  expect(() => readText(bytes(0xe9, 0x74, 0xe9))).toThrow(UnreadableText);
});

it('should name the first byte that is none, and characters that no text has', () => {
  expect(() => readText(bytes(0x61, 0x62, 0xc3, 0x28, 0x63))).toThrow(/byte 4 /);
  expect(() => readText(bytes(0xe9, 0x74, 0xe9))).toThrow(/byte 2 /);
  expect(() => readText(bytes(0x61, 0x62, 0x80))).toThrow(/byte 3 /);
  expect(() => readText(bytes(0x61, 0x00, 0x62))).toThrow(/character 2 is a null/);
});

it('should count code points, not units', () => {
  expect(codePointCount('a😀b')).toBe(3);
  expect(codePointCount('\ud83da\ude00')).toBe(3);
  expect(codePointCount('')).toBe(0);
});
