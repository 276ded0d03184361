import { describe, expect, it } from 'vitest';
import type { PluginManifest } from '#sdk/plugin/manifest.ts';
import { ProjectTypes } from './project-types.ts';

const entry = (value: number, word: string): Readonly<Record<string, unknown>> => ({
  value,
  word,
  title: 'Thermal',
  goodFor: 'Heat in pictures',
  upload: 'Thermal pictures',
  icon: 'grid',
});
const plugin = (id: string, ...types: readonly Readonly<Record<string, unknown>>[]): PluginManifest => ({
  id,
  title: id,
  contributes: { 'projects.types': types },
});

describe('ProjectTypes', () => {
  it('should offer the types of all manifests in order of their numbers, with the plugin that edits them', () => {
    const types = new ProjectTypes([
      plugin('acme-thermal', entry(20, 'thermal')),
      plugin('acme-clouds', entry(7, 'point-cloud')),
      { id: 'plain', title: 'Plain' },
    ]);
    expect(types.all.map(each => [each.value, each.editor])).toEqual([
      [7, 'acme-clouds'],
      [20, 'acme-thermal'],
    ]);
    expect([types.has(20), types.wordOf(20), types.titleOf(20), types.nameOf(20)]).toEqual([
      true,
      'thermal',
      'Thermal',
      'THERMAL',
    ]);
  });

  it('should know the types of the wire without their editors, and offer none of them', () => {
    const types = new ProjectTypes([]);
    expect(types.all).toEqual([]);
    expect([types.wordOf(7), types.titleOf(7), types.nameOf(4)]).toEqual(['point-cloud', 'Point cloud', 'PUBLIC_TEXT']);
    expect(types.values).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('should know no other number', () => {
    const types = new ProjectTypes([]);
    expect([types.has(9), types.of(9), types.wordOf(9), types.titleOf(9)]).toEqual([
      false,
      undefined,
      'unknown',
      'Type 9',
    ]);
  });

  it.each([
    ['a number that is taken', [entry(20, 'thermal'), entry(20, 'heat')], '"thermal" is number 20; choose others'],
    ['a word that is taken', [entry(20, 'thermal'), entry(21, 'thermal')], '"thermal" is number 20; choose others'],
    ['the number of a known type', [entry(1, 'thermal')], '"vector" is number 1; choose others'],
    ['the word of a known type', [entry(20, 'vector')], '"vector" is number 1; choose others'],
    ['a bad field', [entry(0, 'thermal')], 'contributes projects.types[0] with a bad value'],
    ['a field that is not known', [{ ...entry(20, 'thermal'), color: 'red' }], 'Unrecognized key: "color"'],
  ])('should leave out %s, naming the plugin', (_, entries, problem) => {
    const types = new ProjectTypes([plugin('acme', ...entries)]);
    expect(types.all).toHaveLength(entries.length - 1);
    expect(types.problems).toEqual([expect.stringMatching(/^Plugin "acme" /)]);
    expect(types.problems[0]).toContain(problem);
  });
});
