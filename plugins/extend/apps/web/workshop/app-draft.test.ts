import { expect, it } from 'vitest';
import { AppDraft } from './app-draft.ts';

const begun = (): AppDraft => new AppDraft({ 'main.tsx': 'a', 'style.ts': 'b' }, 3, 'main.tsx');

it('should know what is not stored yet', () => {
  const draft = begun();
  expect(draft.unsaved).toBe(false);
  draft.write('main.tsx', 'a');
  expect(draft.unsaved).toBe(false);
  draft.write('main.tsx', 'c');
  const { files } = draft.state;
  draft.write('more.ts', '');
  draft.stored(files, 4);
  expect([draft.unsaved, draft.state.revision]).toEqual([true, 4]);
});

it('should take tabs along when files are renamed and removed', () => {
  const draft = begun();
  draft.show('style.ts');
  draft.rename('style.ts', 'look/style.ts');
  expect(draft.state).toMatchObject({ tabs: ['main.tsx', 'look/style.ts'], shown: 'look/style.ts' });
  expect(Object.keys(draft.state.files)).toEqual(['main.tsx', 'look/style.ts']);
  draft.remove('look/style.ts');
  expect(draft.state).toMatchObject({ tabs: ['main.tsx'], shown: 'main.tsx', files: { 'main.tsx': 'a' } });
});

it('should go on from what the server has, or keep what was written here', () => {
  const draft = begun();
  draft.write('main.tsx', 'mine');
  draft.load({ 'main.tsx': 'theirs' }, 9, true);
  expect([draft.state.files['main.tsx'], draft.unsaved, draft.state.revision]).toEqual(['mine', true, 9]);
  draft.load({ 'other.ts': 'theirs' }, 10, false);
  expect([draft.state.files, draft.state.tabs, draft.unsaved]).toEqual([{ 'other.ts': 'theirs' }, [], false]);
});
