import * as fake from 'fake-indexeddb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeEdit } from '#plugins/annotate/annotations/common/index.ts';
import { draftLock, followDrafts, holdLock, journalDatabase } from './draft-storage.ts';
import { ItemJournal } from './item-journal.ts';
import { editsOf, leftWorkOf, removeWork } from './left-drafts.ts';

const email = 'left@drafts.test';
const held = new Set<string>();
/** Requests for locks that are held. */
const waiting: (() => void)[] = [];

beforeAll(() => {
  for (const [name, value] of Object.entries(fake)) if (/^(IDB|indexedDB$)/.test(name)) vi.stubGlobal(name, value);
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, ...[options, then]: readonly unknown[]) => {
        while (held.has(name)) await new Promise<void>(resolve => waiting.push(resolve));
        held.add(name);
        await ((then ?? options) as () => unknown)();
        held.delete(name);
        for (const each of waiting.splice(0)) each();
      },
      query: () => Promise.resolve({ held: [...held].map(name => ({ name })) }),
    },
  });
});
afterAll(() => void vi.unstubAllGlobals());

const [one, two] = [makeEdit('one', []), makeEdit('two', [])];
const draft = async (itemId: number, edit = one, of = email): Promise<ItemJournal> => {
  const project = { id: 7, name: 'Harbour' };
  const journal = await ItemJournal.open({ email: of, teamId: 3, itemId, itemName: `${itemId}.jpg`, project });
  journal.replace(2, [edit]);
  await journal.settled();
  return journal;
};

it('should list the drafts of closed tabs by item, not those of open tabs or of other people', async () => {
  const [open] = [await draft(1), await (await draft(2)).close(), await (await draft(2, two)).close()];
  await (await draft(3, one, 'bo@north.test')).close();
  // As an older version wrote it: the project is not known.
  await (await journalDatabase()).put('drafts', { id: 'old', owner: `${email}|3|4`, itemName: 'd', base: 1, at: 1 });
  await vi.waitFor(() => expect(held.size).toBe(1));
  const found = await leftWorkOf(email, new Set());
  expect(found).toMatchObject([
    { teamId: 3, itemId: 2, itemName: '2.jpg', project: { name: 'Harbour' }, drafts: [{ base: 2 }, { base: 2 }] },
  ]);
  expect(new Set((await editsOf(found[0]!)).map(each => each.label))).toEqual(new Set(['one', 'two']));
  expect((await leftWorkOf(email, new Set([1]))).map(each => each.itemId).toSorted()).toEqual([1, 2]);
  await removeWork(found[0]!);
  expect(await leftWorkOf(email, new Set())).toEqual([]);
  await open.close();
  await vi.waitFor(() => expect(held.size).toBe(0));
  expect((await leftWorkOf(email, new Set())).map(each => each.itemId)).toEqual([1]);
});

it('should announce the drafts of a tab that ends without a word', async () => {
  const killed = 'killed@drafts.test';
  const lock = draftLock('of a killed tab');
  const release = holdLock(lock);
  const header = { id: 'of a killed tab', owner: `${killed}|3|9`, itemName: '9.jpg', base: 1, at: 1 };
  await (await journalDatabase()).put('drafts', { ...header, project: { id: 7, name: 'Harbour' } });
  const announced = vi.fn();
  const stop = followDrafts(announced);
  expect(await leftWorkOf(killed, new Set())).toEqual([]);
  release();
  await vi.waitFor(() => expect(announced).toHaveBeenCalledOnce());
  expect(await leftWorkOf(killed, new Set())).toMatchObject([{ itemId: 9 }]);
  stop();
});
