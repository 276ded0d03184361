import { Notifications } from '@mantine/notifications';
import { Container } from 'inversify';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CallInfo } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { KeyboardStore } from '../keyboard-store.ts';
import KeysPage from './keys-page.tsx';

const draw = drawnPage();
const command = (id: string, title: string, ...chords: readonly string[]) => ({
  id: `editor.vector.${id}`,
  title,
  group: 'Tools',
  scope: 'editor.vector',
  chords,
});
/** Bodies of the saves. */
let saved: { readonly preset: string; readonly keys: object }[];

beforeEach(async () => {
  saved = [];
  const keys = new KeyMap();
  keys.declare('editor', [
    command('tool.box', 'Box', 'B'),
    command('tool.polygon', 'Polygon', 'P'),
    command('tool.cuboid', 'Cuboid', 'U'),
    command('tool.template', 'Template', 'K'),
  ]);
  const send = async ({ name }: CallInfo, _: unknown, { body }: { readonly body: never }): Promise<object> => {
    if (name === 'getKeys') return { preset: 'loupe', keys: {}, revision: 0 };
    saved.push(body);
    return { revision: saved.length };
  };
  const nothing = { dispose: () => undefined };
  const store = new KeyboardStore(
    { send } as never,
    { on: () => nothing, onMessage: () => nothing } as never,
    { state: { email: 'kim@north.test' } } as never,
    keys,
  );
  await store.load();
  const container = new Container();
  container.bind(KeyMap).toConstantValue(keys);
  container.bind(KeyboardStore).toConstantValue(store);
  await draw(
    <PluginScope container={container}>
      <KeysPage />
      <ConfirmHost />
      <Notifications />
    </PluginScope>,
  );
});

const row = (id: string): HTMLElement => document.querySelector(`[data-command="editor.vector.tool.${id}"]`)!;
const keysOf = (id: string): readonly string[] =>
  [...row(id).querySelectorAll('button[aria-label^="Change "]')].map(each => each.textContent);
const pressIn = (place: ParentNode, name: RegExp): Promise<void> =>
  act(async () =>
    [...place.querySelectorAll('button')].find(each => name.test(each.ariaLabel ?? each.textContent))!.click(),
  );
const question = (): HTMLElement => document.querySelector('[role=dialog]')!;
/** Begins to change the only key of a command, and presses a key. */
async function change(id: string, key: string, code: string, more: KeyboardEventInit = {}): Promise<void> {
  if (row(id).querySelector('[role=status]') === null) await pressIn(row(id), /^Change/);
  expect(row(id).querySelector('[role=status]')).not.toBeNull();
  await act(
    async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, ...more })),
  );
}
const textOf = (blob: Blob): Promise<string> =>
  new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
const take = (text: string): Promise<void> =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { configurable: true, value: [{ text: async () => text }] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

it('should give a command the key that is pressed, refuse one that is taken by all, and leave it by Escape', async () => {
  await change('box', 'y', 'KeyY');
  expect(keysOf('box')).toEqual(['Y']);
  expect(saved).toEqual([{ base: 0, preset: 'loupe', keys: { 'editor.vector.tool.box': ['Y'] } }]);
  await change('polygon', 'k', 'KeyK', { ctrlKey: true });
  expect(row('polygon').textContent).toContain('opens the search for commands');
  await change('polygon', 'Escape', 'Escape');
  expect(keysOf('polygon')).toEqual(['P']);
  expect(saved).toHaveLength(1);
});

it('should name who has a key already, and take it from there or leave both without it', async () => {
  await change('box', 'p', 'KeyP');
  expect(question().textContent).toContain('“Polygon”');
  await pressIn(question(), /^Replace$/);
  expect([keysOf('box'), keysOf('polygon')]).toEqual([['P'], []]);
  expect(row('polygon').textContent).toContain('no key');

  await change('cuboid', 'k', 'KeyK');
  expect(question().textContent).toContain('“Template”');
  await pressIn(question(), /^Keep both off$/);
  expect([keysOf('cuboid'), keysOf('template')]).toEqual([['U'], []]);

  // A key that came back by a reset is named where it is another’s too.
  await pressIn(row('polygon'), /^Reset Polygon$/);
  expect([keysOf('box'), keysOf('polygon')]).toEqual([['P'], ['P']]);
  expect(document.body.textContent).toContain('is the key of “Box” and “Polygon”');
});

it('should give all keys back after a question', async () => {
  await change('box', 'y', 'KeyY');
  await pressIn(document, /^Reset all$/);
  await pressIn(question(), /^Cancel$/);
  expect(keysOf('box')).toEqual(['Y']);
  await pressIn(document, /^Reset all$/);
  await pressIn(question(), /^Reset all$/);
  expect(keysOf('box')).toEqual(['B']);
  expect(saved.at(-1)).toMatchObject({ keys: {} });
});

it('should put a file out and take it, but none that names what is no key', async () => {
  const made = vi.fn((_: Blob) => 'blob:keys');
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined });
  const handed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await change('box', 'y', 'KeyY');
  await pressIn(document, /^Export$/);
  expect(handed).toHaveBeenCalledOnce();
  handed.mockRestore();
  const file = await textOf(made.mock.lastCall![0]);
  expect(JSON.parse(file)).toEqual({
    kind: 'loupe-keys',
    version: 1,
    preset: 'loupe',
    keys: { 'editor.vector.tool.box': ['Y'] },
  });
  await take(file.replace('"Y"', '"Hyper+Y"'));
  expect(document.querySelector('.mantine-Notification-root')?.textContent).toContain('editor.vector.tool.box');
  expect(keysOf('box')).toEqual(['Y']);
  await take(file.replace('"Y"', '"H"').replace('"preset": "loupe"', '"preset": "cvat"'));
  expect(keysOf('box')).toEqual(['H']);
  expect(saved.at(-1)).toMatchObject({ preset: 'cvat', keys: { 'editor.vector.tool.box': ['H'] } });
});
