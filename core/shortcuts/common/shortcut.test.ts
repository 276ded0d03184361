import { describe, expect, test } from 'vitest';
import { chordOf, chordText, keyOf, matches, parseShortcut, shortcutText } from './shortcut.ts';
import type { Stroke } from './shortcut.ts';

const stroke = (part: Partial<Stroke>): Stroke => ({
  code: '',
  key: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...part,
});
const isMatch = (chord: string, part: Partial<Stroke>): boolean => matches(parseShortcut(chord), stroke(part));

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
  expect(isMatch('?', { code: 'Slash', key: '?', shiftKey: true })).toBe(true);
  expect(isMatch('Ctrl++', { code: 'Equal', key: '+', shiftKey: true, ctrlKey: true })).toBe(true);
});

test('should refuse chords that name nothing', () => {
  expect(() => parseShortcut('Ctrl+')).toThrow('names no key');
  expect(() => parseShortcut('Hyper+A')).toThrow('unknown modifier');
});

test('should print chords the same way however they are written', () => {
  expect(shortcutText(parseShortcut('shift+cmd+left'))).toBe('Ctrl+Shift+←');
  expect(chordText('esc')).toBe('Escape');
});

describe('on a Cyrillic keyboard', () => {
  test('should match letters, with and without Ctrl, where they lie', () => {
    expect(isMatch('B', { code: 'KeyB', key: 'и' })).toBe(true);
    expect(isMatch('Ctrl+Z', { code: 'KeyZ', key: 'я', ctrlKey: true })).toBe(true);
    expect(isMatch('Shift+P', { code: 'KeyP', key: 'З', shiftKey: true })).toBe(true);
  });

  test('should match signs where they lie when a letter is printed there, and printed ones where they are', () => {
    expect(isMatch('[', { code: 'BracketLeft', key: 'х' })).toBe(true);
    expect(isMatch(';', { code: 'Semicolon', key: 'ж' })).toBe(true);
    expect(isMatch('.', { code: 'Slash', key: '.' })).toBe(true);
    expect(isMatch('/', { code: 'Slash', key: '.' })).toBe(false);
    expect(isMatch('?', { code: 'Digit7', key: '?', shiftKey: true })).toBe(true);
  });
});

describe('on an AZERTY keyboard', () => {
  test('should match plain letters where they lie', () => {
    expect(isMatch('Q', { code: 'KeyQ', key: 'a' })).toBe(true);
    expect(isMatch('A', { code: 'KeyQ', key: 'a' })).toBe(false);
  });

  test('should match Ctrl with the letter that is printed, so that undo is not what closes the tab', () => {
    expect(isMatch('Ctrl+Z', { code: 'KeyW', key: 'z', ctrlKey: true })).toBe(true);
    expect(isMatch('Ctrl+Z', { code: 'KeyZ', key: 'w', ctrlKey: true })).toBe(false);
    expect(isMatch('Ctrl+A', { code: 'KeyQ', key: 'a', ctrlKey: true })).toBe(true);
  });

  test('should match digits that need Shift there without it', () => {
    expect(isMatch('1', { code: 'Digit1', key: '&' })).toBe(true);
  });

  test('should match a sign that needs AltGr', () => {
    const altGr = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === 'AltGraph' };
    expect(isMatch('\\', { code: 'Backslash', key: '\\', ...altGr })).toBe(true);
    expect(isMatch('Ctrl+Alt+\\', { code: 'Backslash', key: '\\', ...altGr })).toBe(false);
  });
});

test('should match a sign on a dead key by its place', () => {
  expect(keyOf({ code: 'Backquote', key: 'Dead' })).toBe('`');
});

describe('the chord of a pressed key', () => {
  test('should be the one that matches it again', () => {
    for (const part of [
      { code: 'KeyB', key: 'и' },
      { code: 'KeyZ', key: 'Z', shiftKey: true, ctrlKey: true },
      { code: 'Slash', key: '?', shiftKey: true },
      { code: 'ArrowLeft', key: 'ArrowLeft', altKey: true },
      { code: 'Space', key: ' ' },
      { code: 'Equal', key: '+', shiftKey: true },
      { code: 'F2', key: 'F2' },
    ]) {
      const chord = chordOf(stroke(part));
      expect(isMatch(chord!, part), chord).toBe(true);
    }
  });

  test('should wait while only modifiers are down', () => {
    expect(chordOf(stroke({ code: 'ShiftLeft', key: 'Shift', shiftKey: true }))).toBeUndefined();
    expect(chordOf(stroke({ code: 'AltRight', key: 'AltGraph' }))).toBeUndefined();
  });
});
