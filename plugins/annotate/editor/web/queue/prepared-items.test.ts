import { describe, expect, it } from 'vitest';
import { toDisposable } from '#core/base/common/index.ts';
import type { EventStream } from '#core/api/web/index.ts';
import { classesEvents } from '#plugins/workspace/classes/common/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { editorEvents } from '#plugins/annotate/annotations/common/index.ts';
import { PreparedItems } from './prepared-items.ts';

function prepared(): {
  readonly items: PreparedItems;
  readonly state: { connected: boolean };
  readonly emit: (event: { readonly name: string }, payload: unknown) => void;
} {
  const listeners = new Map<string, (payload: unknown) => void>();
  const state = { connected: true };
  const events = {
    state,
    on: ({ name }: { readonly name: string }, listener: (payload: unknown) => void) => {
      listeners.set(name, listener);
      return toDisposable(() => listeners.delete(name));
    },
    onMessage: () => toDisposable(() => undefined),
  } as unknown as EventStream;
  const items = new PreparedItems(events);
  for (const id of [1, 2]) items.keep({ item: { id }, project: { id: 7 } } as OpenedItem);
  return { items, state, emit: ({ name }, payload) => listeners.get(name)?.(payload) };
}

describe('items loaded ahead', () => {
  it('are given away once, to their project', () => {
    const { items } = prepared();
    expect(items.has(8, 1)).toBe(false);
    expect(items.take(7, 1)?.item.id).toBe(1);
    expect(items.take(7, 1)).toBeUndefined();
  });

  it('are forgotten when they change, or what they share with their project', () => {
    const { items, emit } = prepared();
    emit(itemsEvents.changed, { project_id: 7, item_ids: [1] });
    expect([items.has(7, 1), items.has(7, 2)]).toEqual([false, true]);
    emit(editorEvents.annotationSaved, { project_id: 7, item_id: 2, revision: 3 });
    expect(items.has(7, 2)).toBe(false);
    items.keep({ item: { id: 2 }, project: { id: 7 } } as OpenedItem);
    emit(classesEvents.changed, { project_id: 6 });
    expect(items.has(7, 2)).toBe(true);
    emit(classesEvents.changed, { project_id: 7 });
    expect(items.has(7, 2)).toBe(false);
  });

  it('are not used while no changes are received', () => {
    const { items, state } = prepared();
    state.connected = false;
    expect(items.take(7, 1)).toBeUndefined();
  });
});
