import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventStream, Transport } from '#core/api/web/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { ItemQueue } from './item-queue.ts';

const [NOT_STARTED, QUALITY_CHECK] = [1, 3];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The list of a project with items 1 to 4, all of them seen; and what the server has of them. */
async function listed() {
  const items = new Map([1, 2, 3, 4].map(id => [id, { id, name: `${id}.png`, annotation_status: NOT_STARTED }]));
  const asked: unknown[] = [];
  const transport = {
    send: ({ name }: { readonly name: string }, _: unknown, { query }: { readonly query: { where?: unknown } }) => {
      if (query.where !== undefined) asked.push(query.where);
      const data = [...items.values()];
      return Promise.resolve(
        name === 'listItemIds' ? { ids: data.map(each => each.id), count: data.length } : { data },
      );
    },
  };
  let changed: (payload: object) => void = () => undefined;
  const events = {
    on: ({ name }: { readonly name: string }, listener: typeof changed) => {
      if (name === itemsEvents.changed.name) changed = listener;
      return toDisposable(() => (changed = () => undefined));
    },
  };
  const queue = new ItemQueue(transport as unknown as Transport, events as unknown as EventStream);
  await queue.show(7, {}, 1);
  queue.at(0);
  await vi.waitFor(() => expect(queue.at(0)?.id).toBe(1));
  return { queue, items, asked, change: (payload: object) => changed(payload) };
}

it('should pass over items that the person does not see any more, in both directions', async () => {
  const { queue, items, change } = await listed();
  items.delete(2);
  change({ project_id: 7, item_ids: [2] });
  await vi.waitFor(() => expect([...queue.state.gone]).toEqual([2]));
  expect([queue.neighbour(1, 1), queue.neighbour(1, 2), queue.neighbour(3, -1)]).toEqual([3, 4, 1]);
  expect([queue.neighbour(1, -1), queue.neighbour(4, 1), queue.neighbour(9, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  // Returned by the reviewer.
  items.set(2, { id: 2, name: '2.png', annotation_status: NOT_STARTED });
  change({ project_id: 7, item_ids: [2] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queue.neighbour(1, 1)).toBe(2);
});

it('should show the present status of items that change, in the places they had', async () => {
  const { queue, items, asked, change } = await listed();
  items.set(3, { ...items.get(3)!, annotation_status: QUALITY_CHECK });
  change({ project_id: 7, item_ids: [3, 50] });
  await vi.waitFor(() => expect(queue.at(2)?.annotation_status).toBe(QUALITY_CHECK));
  expect(queue.state.ids).toEqual([1, 2, 3, 4]);
  change({ project_id: 8, item_ids: [3] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(1);
});

it('should ask for nothing when another list is shown before the changes of one are asked for', async () => {
  const { queue, asked, change } = await listed();
  change({ project_id: 7, item_ids: [2] });
  await vi.advanceTimersByTimeAsync(0);
  const before = asked.length;
  change({ project_id: 7, item_ids: [3] });
  await queue.show(7, { status: [NOT_STARTED] }, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(before);
});
