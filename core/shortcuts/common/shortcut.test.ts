import { expect, test } from 'vitest';
import { matches, parseShortcut, shortcutText } from './shortcut.ts';
import type { Stroke } from './shortcut.ts';

const stroke = (part: Partial<Stroke>): Stroke => ({ code: '', key: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...part });

test('should demand exact modifiers', () => {
  const save = parseShortcut('Ctrl+S');
  expect(matches(save, stroke({ code: 'KeyS', key: 's', ctrlKey: true }))).toBe(true);
  expect(matches(save, stroke({ code: 'KeyS', key: 's', metaKey: true }))).toBe(true);
  expect(matches(save, stroke({ code: 'KeyS', key: 'S', ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(matches(save, stroke({ code: 'KeyS', key: 's' }))).toBe(false);
});

test('should follow the physical key of letters on any layout', () => {
  expect(matches(parseShortcut('Z'), stroke({ code: 'KeyZ', key: 'y' }))).toBe(true);
});

test('should take printed signs whatever Shift does', () => {
  expect(matches(parseShortcut('?'), stroke({ code: 'Slash', key: '?', shiftKey: true }))).toBe(true);
  expect(matches(parseShortcut('Ctrl++'), stroke({ code: 'Equal', key: '+', shiftKey: true, ctrlKey: true }))).toBe(true);
});

test('should refuse chords that name nothing', () => {
  expect(() => parseShortcut('Ctrl+')).toThrow('names no key');
  expect(() => parseShortcut('Hyper+A')).toThrow('unknown modifier');
});

test('should print chords the same way however they are written', () => {
  expect(shortcutText(parseShortcut('shift+cmd+left'))).toBe('Ctrl+Shift+←');
});
