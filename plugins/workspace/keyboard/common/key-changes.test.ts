import { describe, expect, it } from 'vitest';
import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { dropKey, grantKey, resetKeys } from './key-changes.ts';

const command = (id: string, ...chords: string[]): KeyedCommand => ({
  id,
  title: id,
  group: 'Group',
  scope: 'editor',
  chords,
});
const box = command('a.box', 'B');
const redo = command('a.redo', 'Ctrl+Y', 'Ctrl+Shift+Z');

describe('a key that was pressed for a command', () => {
  it('should take the place of the one it had', () => {
    expect(grantKey({}, { command: box, chord: 'x', inPlaceOf: 'B' })).toEqual({ 'a.box': ['X'] });
  });

  it('should be added to the others', () => {
    expect(grantKey({}, { command: redo, chord: 'Alt+Z' })).toEqual({ 'a.redo': ['Ctrl+Y', 'Ctrl+Shift+Z', 'Alt+Z'] });
  });

  it('should be taken from who has it', () => {
    expect(grantKey({}, { command: box, chord: 'Ctrl+Y', inPlaceOf: 'B' }, [redo], 'replace')).toEqual({
      'a.box': ['Ctrl+Y'],
      'a.redo': ['Ctrl+Shift+Z'],
    });
  });

  it('should be nobody’s when both are kept off', () => {
    expect(grantKey({}, { command: box, chord: 'Ctrl+Y', inPlaceOf: 'B' }, [redo], 'off')).toEqual({
      'a.box': ['B'],
      'a.redo': ['Ctrl+Shift+Z'],
    });
  });
});

it('should drop one key, and give a command its own keys back', () => {
  expect(dropKey({}, redo, 'ctrl+y')).toEqual({ 'a.redo': ['Ctrl+Shift+Z'] });
  expect(resetKeys({ 'a.box': ['X'], 'a.redo': [] }, 'a.box')).toEqual({ 'a.redo': [] });
});
