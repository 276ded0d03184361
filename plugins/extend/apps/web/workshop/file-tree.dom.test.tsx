import { Notifications } from '@mantine/notifications';
import { act } from 'react';
import type { JSX } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AppDraft, useDraft } from './app-draft.ts';
import { FileTree } from './file-tree.tsx';

const draw = drawnPage();
let draft: AppDraft;

function Tree(): JSX.Element {
  const { files, shown } = useDraft(draft);
  return <FileTree draft={draft} files={files} shown={shown} wrong={new Set()} />;
}

beforeEach(async () => {
  draft = new AppDraft({ 'loupe-app.json': '{}', 'main.tsx': 'main' }, 1, 'main.tsx');
  await draw(
    <>
      <Tree />
      <Notifications />
    </>,
  );
});

const button = (name: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(each => (each.ariaLabel ?? each.textContent) === name)!;
const field = (): HTMLInputElement => document.querySelector('nav input')!;
const key = (target: HTMLElement, name: string): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
async function type(path: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), path);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('should make a file, show it, and take it away with a way back', async () => {
  await act(async () => button('New file').click());
  await type('parts/hand.ts');
  await key(field(), 'Enter');
  expect(draft.state).toMatchObject({ files: { 'parts/hand.ts': '' }, shown: 'parts/hand.ts' });
  await act(async () => draft.write('parts/hand.ts', 'export const hand = 1;'));
  await key(button('hand.ts'), 'Delete');
  expect(Object.keys(draft.state.files)).toEqual(['loupe-app.json', 'main.tsx']);
  await vi.waitFor(() => expect(button('Undo')).toBeDefined());
  await act(async () => button('Undo').click());
  expect(draft.state).toMatchObject({ files: { 'parts/hand.ts': 'export const hand = 1;' }, shown: 'parts/hand.ts' });
});

it('should refuse a path that is there already, and rename by a key', async () => {
  await act(async () => button('New file').click());
  await type('main.tsx');
  expect(document.querySelector('nav')?.textContent).toContain('This file is there already');
  await key(field(), 'Escape');
  await key(button('main.tsx'), 'F2');
  await type('start.tsx');
  await key(field(), 'Enter');
  expect(draft.state).toMatchObject({ files: { 'start.tsx': 'main' }, shown: 'start.tsx' });
  expect(draft.state.files).not.toHaveProperty(['main.tsx']);
});
