import { describe, expect, it } from 'vitest';
import { SelectionStore } from './selection-store.ts';

const shown = (count: number): SelectionStore => {
  const store = new SelectionStore();
  store.show({ projectId: 1, folderId: undefined, count, idAt: index => 100 + index, idsBetween: async (first, last) => Array.from({ length: last - first + 1 }, (_, at) => 100 + first + at) }, true);
  return store;
};
const plain = { extend: false, toggle: false };

describe('the selection of items', () => {
  it('holds one item after a click, adds and takes out with Ctrl', async () => {
    const store = shown(10);
    await store.click(2, 102, plain);
    await store.click(4, 104, { extend: false, toggle: true });
    expect([...store.state.ids]).toEqual([102, 104]);
    await store.click(2, 102, { extend: false, toggle: true });
    expect([...store.state.ids]).toEqual([104]);
    await store.click(7, 107, plain);
    expect([...store.state.ids]).toEqual([107]);
  });

  it('reaches with Shift from the last plain click, either way and again', async () => {
    const store = shown(100);
    await store.click(5, 105, plain);
    await store.click(8, 108, { extend: true, toggle: false });
    expect([...store.state.ids]).toEqual([105, 106, 107, 108]);
    await store.click(3, 103, { extend: true, toggle: false });
    expect([...store.state.ids]).toEqual([103, 104, 105]);
  });

  it('takes everything, also what is not loaded', async () => {
    const store = shown(5000);
    await store.all();
    expect(store.state.ids.size).toBe(5000);
  });

  it('forgets a stretch that arrives after the list was changed', async () => {
    const store = shown(10);
    const selecting = store.all();
    store.show({ projectId: 2, folderId: undefined, count: 1, idAt: () => 1, idsBetween: async () => [1] }, true);
    await selecting;
    expect(store.state.ids.size).toBe(0);
  });
});
