import { describe, expect, it } from 'vitest';
import { sizeOf } from './selection.ts';
import { SelectionStore } from './selection-store.ts';
import type { ShownList } from './selection-store.ts';

const list = (count: number): ShownList => ({
  projectId: 1,
  choice: { filter: {} },
  count,
  idAt: index => 100 + index,
  idsBetween: async (first, last) => Array.from({ length: last - first + 1 }, (_, at) => 100 + first + at),
});
const shown = (count: number): SelectionStore => {
  const store = new SelectionStore();
  store.show(list(count), true);
  return store;
};
const ids = (store: SelectionStore): readonly number[] =>
  'ids' in store.state.selected ? [...store.state.selected.ids] : [];
const plain = { extend: false, toggle: false };

describe('the selection of items', () => {
  it('holds one item after a click, adds and takes out with Ctrl', async () => {
    const store = shown(10);
    await store.click(2, 102, plain);
    await store.click(4, 104, { extend: false, toggle: true });
    expect(ids(store)).toEqual([102, 104]);
    await store.click(2, 102, { extend: false, toggle: true });
    expect(ids(store)).toEqual([104]);
    await store.click(7, 107, plain);
    expect(ids(store)).toEqual([107]);
  });

  it('reaches with Shift from the last plain click, either way and again', async () => {
    const store = shown(100);
    await store.click(5, 105, plain);
    await store.click(8, 108, { extend: true, toggle: false });
    expect(ids(store)).toEqual([105, 106, 107, 108]);
    await store.click(3, 103, { extend: true, toggle: false });
    expect(ids(store)).toEqual([103, 104, 105]);
  });

  it('takes the ids of all that match where the list has no filter, unless another list is shown by then', async () => {
    const store = new SelectionStore();
    const answers: ((ids: readonly number[]) => void)[] = [];
    const found: ShownList = { ...list(3), choice: { allIds: () => new Promise(resolve => answers.push(resolve)) } };
    store.show(found, true);
    expect(store.filter).toBeUndefined();
    const first = store.all();
    expect(store.state.busy).toBe(true);
    store.show({ ...found }, false);
    answers[0]!([100, 101, 102]);
    await first;
    expect([ids(store), store.state.busy]).toEqual([[100, 101, 102], false]);
    const second = store.all();
    store.show(list(10), true);
    answers[1]!([100, 101, 102]);
    await second;
    expect([ids(store), store.filter]).toEqual([[], {}]);
  });

  it('takes all that match without asking for one of them', () => {
    const store = new SelectionStore();
    store.show({ ...list(500_000), idsBetween: () => Promise.reject(new Error('asked')) }, true);
    void store.all();
    expect(sizeOf(store.state.selected)).toBe(500_000);
    expect(store.targets()).toBe(store.state.selected);
    store.toggle(104);
    expect(sizeOf(store.state.selected)).toBe(499_999);
  });

  it('follows a list that grows or empties while all of it is selected', () => {
    const store = shown(600);
    void store.all();
    store.show(list(610), false);
    expect(sizeOf(store.state.selected)).toBe(610);
    store.show(list(0), false);
    expect(sizeOf(store.state.selected)).toBe(0);
  });

  it('refuses a stretch of more than can be chosen one by one', async () => {
    const store = shown(200_000);
    store.moveTo(0);
    await expect(store.extend(60_000)).rejects.toMatchObject({ code: 'SELECTION_TOO_LARGE' });
  });

  it('forgets a stretch that arrives after the list was changed', async () => {
    const store = shown(10);
    const selecting = store.extend(5);
    store.show({ ...list(1), projectId: 2 }, true);
    await selecting;
    expect(sizeOf(store.state.selected)).toBe(0);
  });
});
