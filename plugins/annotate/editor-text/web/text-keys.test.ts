import { expect, it } from 'vitest';
import editor from '#plugins/annotate/editor/manifest.ts';
import { textKeys } from './text-keys.ts';

it('should leave Alt with the arrows to navigation', () => {
  const taken = textKeys.flatMap(key => key.chords);
  expect(['Alt+Left', 'Alt+Right'].filter(chord => taken.includes(chord))).toEqual([]);
  expect([editor.shortcuts?.['previous'], editor.shortcuts?.['next']]).toEqual([
    expect.arrayContaining(['Alt+Left']),
    expect.arrayContaining(['Alt+Right']),
  ]);
});
