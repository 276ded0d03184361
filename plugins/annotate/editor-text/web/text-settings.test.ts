import { beforeEach, expect, it } from 'vitest';
import { browserStore } from '#core/base/web/index.ts';
import { projectTextView, TextSettings } from './text-settings.ts';

beforeEach(() => browserStore.set('loupe_text_view', '{}'));

it('should select by what the project says until a person chooses', () => {
  const settings = new TextSettings(projectTextView({ snap: 'character' }));
  expect(settings.now.snap).toBe('character');
  settings.set({ snap: 'sentence' });
  expect(settings.now).toEqual({ snap: 'sentence', labels: true, popover: true, pages: false, letterSize: 15 });
});

it('should select by words when the project says nothing', () => {
  expect(new TextSettings(projectTextView({ snap: 7 })).now.snap).toBe('word');
});
