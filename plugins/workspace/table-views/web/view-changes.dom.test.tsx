import { Notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Transport } from '#core/api/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { CustomView, CustomViewDraft } from '../common/api.ts';
import { OpenedTables } from './opened-tables.ts';
import { ViewChanges } from './view-changes.ts';

const TABLE = 'projects';
const draw = drawnPage();
let stored: CustomView[];
let tables: OpenedTables;
let changes: ViewChanges;
let ids: number;

const save = ({ shared, name, ...draft }: CustomViewDraft): CustomView => {
  const before = stored.find(each => each.name === name);
  const view = { ...draft, name, id: before?.id ?? (ids += 1), user_id: shared ? null : 'ana@x.org' } as CustomView;
  stored = stored
    .filter(each => each !== before)
    .map(each => (view.is_default ? { ...each, is_default: false } : each))
    .concat(view);
  return view;
};
const send = async (
  _: unknown,
  { method }: { readonly method: string },
  input: { readonly body?: CustomViewDraft; readonly params?: { readonly view_id: number } },
): Promise<unknown> => {
  if (method === 'POST') return save(input.body!);
  stored = stored.filter(each => each.id !== input.params!.view_id);
  return { success: true };
};
const named = (name: string): CustomView => stored.find(each => each.name === name)!;
const shownName = (): string | undefined => stored.find(each => each.id === tables.state.shown[TABLE])?.name;
/** Presses *Undo* in the message with this text. */
const undo = async (text: string): Promise<void> => {
  const button = await vi.waitFor(() => {
    const message = [...document.querySelectorAll('[role=status]')].find(each => each.textContent?.includes(text));
    return message!.querySelector('button')!;
  });
  await act(async () => button.click());
};

beforeEach(async () => {
  ids = 0;
  stored = [];
  tables = new OpenedTables();
  changes = new ViewChanges({ send } as unknown as Transport, tables, new QueryClient());
  await draw(<Notifications />);
  await act(() => changes.add(TABLE, { name: 'Mine', shared: false }, { columns: ['name'], sort: [], filters: [] }));
});

it('should take a new view back', async () => {
  expect(shownName()).toBe('Mine');
  await undo('saved');
  await vi.waitFor(() => expect(stored).toEqual([]));
  expect(tables.state.shown[TABLE]).toBeUndefined();
});

it('should restore what a view showed before it was saved again', async () => {
  await act(() => changes.replace(named('Mine'), { columns: ['status'], sort: [], filters: [] }));
  expect(named('Mine').columns).toEqual(['status']);
  await undo('saved');
  await vi.waitFor(() => expect(named('Mine').columns).toEqual(['name']));
});

it('should give a renamed view its name back and keep it chosen', async () => {
  await act(() => changes.rename(named('Mine'), 'Renamed'));
  expect([stored.map(each => each.name), shownName()]).toEqual([['Renamed'], 'Renamed']);
  await undo('renamed');
  await vi.waitFor(() => expect([stored.map(each => each.name), shownName()]).toEqual([['Mine'], 'Mine']));
});

it('should make the view the default again that was it before', async () => {
  await act(() => changes.setDefault(named('Mine'), undefined));
  await act(() => changes.add(TABLE, { name: 'Other', shared: false }, { columns: [], sort: [], filters: [] }));
  await act(() => changes.setDefault(named('Other'), named('Mine')));
  expect(stored.filter(each => each.is_default).map(each => each.name)).toEqual(['Other']);
  await undo('begins with “Other”');
  await vi.waitFor(() => expect(stored.filter(each => each.is_default).map(each => each.name)).toEqual(['Mine']));
});

it('should restore a deleted view with its place as the chosen one', async () => {
  await act(() => changes.remove(named('Mine')));
  expect([stored, tables.state.shown[TABLE]]).toEqual([[], undefined]);
  await undo('deleted');
  await vi.waitFor(() => expect(shownName()).toBe('Mine'));
});
