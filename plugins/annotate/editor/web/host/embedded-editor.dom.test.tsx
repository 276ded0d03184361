import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { box, documentOf, embed, ItemServer } from './embedded-server.support.ts';

let server: ItemServer;
let site: ReturnType<typeof embed>;

beforeEach(() => {
  server = new ItemServer();
  for (const id of [1, 2]) server.items.set(id, { revision: 3, document: documentOf(box('a')) });
  site = embed(server);
});
afterEach(() => site.end());

const open = (itemId: number) => site.host.request('openItem', { project_id: 7, item_id: itemId });
const draw = (id: string): void =>
  site.controller.document!.edit('Draw', [{ collection: 'instances', id, after: box(id) }]);
const eventsOf = (): readonly string[] =>
  site.events.map(([event, item]) => `${event} ${item.item_id}.${item.revision}`);

it('should report an item that is opened again with other annotations', async () => {
  await open(1);
  server.items.set(1, { revision: 4, document: documentOf(box('b')) });
  expect(await open(1)).toMatchObject({ item_id: 1, revision: 4 });
  expect(eventsOf()).toEqual(['item_opened 1.3', 'item_opened 1.4']);
  expect(site.controller.document?.scene.instances).toMatchObject([{ id: 'b' }]);
});

it('should keep the open document when the item is opened again without a change', async () => {
  await open(1);
  const { document } = site.controller;
  await open(1);
  expect(site.controller.document).toBe(document);
  expect(eventsOf()).toEqual(['item_opened 1.3']);
});

it('should report an item that is opened again after it was closed', async () => {
  await open(1);
  site.controller.close();
  await open(1);
  expect(eventsOf()).toEqual(['item_opened 1.3', 'item_opened 1.3']);
});

it('should report a save that ends after another item was opened', async () => {
  await open(1);
  draw('b');
  server.busy = true;
  // As a person does inside the frame, which waits for no save.
  await site.controller.open(7, 2);
  await vi.waitFor(() => expect(eventsOf()).toEqual(['item_opened 1.3', 'item_opened 2.3']));
  server.answer();
  await vi.waitFor(() => expect(eventsOf().at(-1)).toBe('item_saved 1.4'));
  expect(site.events.at(-1)![1].name).toBe('1.png');
  draw('c');
  expect(await site.host.request('save', {})).toMatchObject({ item_id: 2, revision: 4 });
  expect(eventsOf().slice(2)).toEqual(['item_saved 1.4', 'item_saved 2.4']);
});

it('should open an item that could not be opened before', async () => {
  await expect(open(9)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
  server.items.set(9, { revision: 1, document: documentOf() });
  expect(await open(9)).toMatchObject({ item_id: 9, revision: 1 });
  expect(eventsOf()).toEqual(['item_opened 9.1']);
});

it('should refuse to read or save while no item is open', async () => {
  await expect(site.host.request('currentAnnotations', {})).rejects.toMatchObject({ code: 'NOTHING_OPEN' });
  await expect(site.host.request('currentItem', {})).rejects.toMatchObject({ code: 'NOTHING_OPEN' });
});

it('should name what is wrong with a request of another form, and keep the item that is open', async () => {
  await open(1);
  await expect(
    site.host.request('openItem', { project_id: 'x', item_id: 1, more: true } as never),
  ).rejects.toMatchObject({ code: 'INVALID_FIELD', status: 400, message: expect.stringContaining('project_id') });
  expect(await site.host.request('currentItem', {})).toMatchObject({ item_id: 1, revision: 3 });
});
