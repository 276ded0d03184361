import * as fake from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Edit } from '#plugins/annotate/annotations/common/index.ts';
import { makeEdit } from '#plugins/annotate/annotations/common/index.ts';
import type { JournalOwner } from './item-journal.ts';
import { ItemJournal } from './item-journal.ts';

let owner: JournalOwner = {
  email: 'ana@north.test',
  teamId: 1,
  itemId: 0,
  itemName: 'a.jpg',
  project: { id: 7, name: 'Harbour' },
};

/** A browser in which every other draft is that of a tab that is gone. */
const allGone = { locks: { request: () => Promise.resolve(), query: () => Promise.resolve({ held: [] }) } };

describe('the journal of an open item', () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(fake)) if (/^(IDB|indexedDB$)/.test(name)) vi.stubGlobal(name, value);
    vi.stubGlobal('navigator', allGone);
  });
  afterAll(() => void vi.unstubAllGlobals());
  beforeEach(() => {
    owner = { ...owner, itemId: owner.itemId + 1 };
  });

  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(label => makeEdit(label, [])) as [
    Edit,
    Edit,
    Edit,
    Edit,
  ];
  /** A tab that made these edits on revision 3. */
  const tab = async (...edits: readonly Edit[]): Promise<ItemJournal> => {
    const journal = await ItemJournal.open(owner);
    journal.replace(3, []);
    edits.forEach(each => journal.append(each));
    return journal;
  };
  /** Returns the entries of the journal that the next tab finds. */
  const found = async (journal: ItemJournal): Promise<unknown> => {
    await journal.close();
    return (await ItemJournal.open(owner)).recover();
  };

  it('should keep every edit made while a save was under way, from the first', async () => {
    const journal = await tab(one, two);
    journal.began('save', 2);
    journal.append(three);
    journal.append(four);
    journal.acknowledged(4, 2);
    expect(await found(journal)).toMatchObject([{ base: 4, edits: [three, four], op: undefined }]);
  });

  it('should keep nothing once all is stored', async () => {
    const journal = await tab(one);
    journal.acknowledged(4, 1);
    expect(await found(journal)).toEqual([]);
  });

  it('should be held while the tab with unsaved edits is open', async () => {
    const names = new Set<string>();
    const locks = {
      request: async (name: string, work: () => Promise<void>) => {
        names.add(name);
        await work();
        names.delete(name);
      },
      query: () => Promise.resolve({ held: [...names].map(name => ({ name })) }),
    };
    vi.stubGlobal('navigator', { locks });
    const journal = await tab(one);
    await journal.settled();
    expect(await ItemJournal.isHeld(owner)).toBe(true);
    journal.acknowledged(4, 1);
    await journal.settled();
    expect(await ItemJournal.isHeld(owner)).toBe(false);
    journal.append(two);
    await journal.settled();
    expect(await ItemJournal.isHeld(owner)).toBe(true);
    await journal.close();
    expect(await ItemJournal.isHeld(owner)).toBe(false);
    vi.stubGlobal('navigator', allGone);
  });

  it('should name the save that was under way when it holds exactly what is left', async () => {
    const journal = await tab(one, two);
    journal.began('save', 2);
    expect(await found(journal)).toMatchObject([{ base: 3, edits: [one, two], op: 'save' }]);
  });
});
