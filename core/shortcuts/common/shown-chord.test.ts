import { expect, test } from 'vitest';
import { shownChord } from './shown-chord.ts';

const azerty = new Map([
  ['KeyQ', 'a'],
  ['KeyZ', 'w'],
  ['KeyW', 'z'],
]);

test('should show plain letters as the keyboard prints them', () => {
  expect(shownChord('Q', azerty)).toBe('A');
  expect(shownChord('Shift+Z', azerty)).toBe('Shift+W');
  expect(shownChord('B', azerty)).toBe('B');
});

test('should show chords with Ctrl by the letter that the keyboard sends', () => {
  expect(shownChord('Ctrl+Z', azerty)).toBe('Ctrl+Z');
});

test('should show Latin letters on a Cyrillic keyboard, which prints both', () => {
  expect(shownChord('B', new Map([['KeyB', 'и']]))).toBe('B');
});

test('should leave gestures as they are, and speak Mac on a Mac', () => {
  expect(shownChord('Wheel', new Map())).toBe('Wheel');
  expect(shownChord('Ctrl+Shift+Z', new Map(), true)).toBe('⌘⇧Z');
});
