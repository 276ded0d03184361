import { describe, expect, it } from 'vitest';
import { conflictsOf, giveChord, holdersOf, meet, withChoices, withoutChord } from './key-map.ts';
import type { KeyedCommand } from './key-map.ts';

const command = (id: string, scope: string, ...chords: string[]): KeyedCommand => ({
  id,
  title: id,
  group: 'Group',
  scope,
  chords,
});
const save = command('editor.save', 'editor', 'Ctrl+S');
const box = command('editor.vector.box', 'editor.vector', 'B');
const brush = command('editor.pixel.brush', 'editor.pixel', 'B');
const lock = command('editor.vector.lock', 'editor.vector', 'L');
const line = command('editor.vector.line', 'editor.vector', 'L');
const all = [save, box, brush, lock, line];
const chords = (list: readonly KeyedCommand[]): Record<string, readonly string[]> =>
  Object.fromEntries(list.map(each => [each.id, each.chords]));

describe('places', () => {
  it('meet when one lies in the other', () => {
    expect(meet('editor', 'editor.vector')).toBe(true);
    expect(meet('editor.vector', 'editor.pixel')).toBe(false);
    expect(meet('app', 'editor')).toBe(false);
  });
});

describe('the keys of a person', () => {
  it('are ours until something is chosen', () => {
    expect(withChoices(all, {}, {})).toEqual(all);
  });

  it('are the own ones before those of the preset', () => {
    const now = chords(
      withChoices(all, { 'editor.vector.box': ['R'], 'editor.save': ['Ctrl+Shift+S'] }, { 'editor.vector.box': ['X'] }),
    );
    expect(now['editor.vector.box']).toEqual(['X']);
    expect(now['editor.save']).toEqual(['Ctrl+Shift+S']);
  });

  it('can be taken away', () => {
    expect(chords(withChoices(all, {}, { 'editor.save': [] }))['editor.save']).toEqual([]);
  });

  it('of a preset push ours aside in the same place, and only there', () => {
    const now = chords(withChoices(all, { 'editor.vector.line': ['B'] }, {}));
    expect(now['editor.vector.box']).toEqual([]);
    expect(now['editor.pixel.brush']).toEqual(['B']);
  });
});

describe('conflicts', () => {
  it('name who holds a key, however it is written', () => {
    expect(holdersOf(all, box, 'ctrl+s').map(each => each.id)).toEqual(['editor.save']);
    expect(holdersOf(all, box, 'b')).toEqual([]);
  });

  it('are no keys that are shared on purpose', () => {
    expect(conflictsOf(all, all)).toEqual([]);
  });

  it('are keys that somebody chose although they are taken', () => {
    const now = withChoices(all, {}, { 'editor.save': ['B'] });
    expect(conflictsOf(all, now).map(each => [each.chord, each.commands.map(one => one.id)])).toEqual([
      ['B', ['editor.save', 'editor.vector.box', 'editor.pixel.brush']],
    ]);
  });
});

describe('a changed key', () => {
  it('should replace the one before, or be added to it, and be there once', () => {
    const redo = command('editor.redo', 'editor', 'Ctrl+Y', 'Ctrl+Shift+Z');
    expect(giveChord(redo, 'ctrl+r', 'Ctrl+Y')).toEqual(['Ctrl+R', 'Ctrl+Shift+Z']);
    expect(giveChord(redo, 'Ctrl+Y')).toEqual(['Ctrl+Y', 'Ctrl+Shift+Z']);
    expect(withoutChord(redo, 'ctrl+y')).toEqual(['Ctrl+Shift+Z']);
  });
});
