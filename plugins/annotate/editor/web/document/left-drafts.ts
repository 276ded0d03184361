import type { Edit } from '#plugins/annotate/annotations/common/index.ts';
import { announceAtEndOf, draftLock, heldLocks, journalDatabase, rangeOf } from './draft-storage.ts';
import type { Draft } from './journal-database.ts';

/** Unsaved work of a person on one item, in the drafts of tabs that are gone. */
export interface LeftWork {
  readonly teamId: number;
  readonly project: { readonly id: number; readonly name: string };
  readonly itemId: number;
  readonly itemName: string;
  readonly drafts: readonly { readonly id: string; readonly base: number }[];
  /** Milliseconds since 1970 of the newest draft. */
  readonly at: number;
}

/**
 * Returns the work that a person left in this browser, oldest first. `known` are items whose drafts count although a
 * tab holds them; the end of a tab that holds others is announced. Empty where the browser keeps no journal.
 */
export async function leftWorkOf(email: string, known: ReadonlySet<number>): Promise<readonly LeftWork[]> {
  try {
    const database = await journalDatabase();
    const range = IDBKeyRange.bound(`${email}|`, `${email}|\uFFFF`);
    if ((await database.countFromIndex('drafts', 'owner', range)) === 0) return [];
    // The locks are read before the drafts: one that a tab removes in between is then not in the database any more.
    const held = await heldLocks();
    const drafts = await database.getAllFromIndex('drafts', 'owner', range);
    const locked = drafts.filter(each => held.has(draftLock(each.id)));
    for (const { id } of locked) announceAtEndOf(draftLock(id));
    return groupDrafts(drafts.filter(each => !locked.includes(each) || known.has(placeOf(each).itemId)));
  } catch {
    return [];
  }
}

/** Returns the edits of left work, those of older drafts first. */
export async function editsOf({ drafts }: LeftWork): Promise<readonly Edit[]> {
  const database = await journalDatabase();
  const found = await Promise.all(drafts.map(({ id }) => database.getAll('edits', rangeOf(id))));
  return found.flat().map(each => each.edit);
}

/** Removes left work from the journal. Rejects when the browser refuses. */
export async function removeWork({ drafts }: LeftWork): Promise<void> {
  const database = await journalDatabase();
  const transaction = database.transaction(['drafts', 'edits'], 'readwrite');
  for (const { id } of drafts) {
    void transaction.objectStore('edits').delete(rangeOf(id));
    void transaction.objectStore('drafts').delete(id);
  }
  await transaction.done;
}

function groupDrafts(drafts: readonly Draft[]): readonly LeftWork[] {
  const found = new Map<string, LeftWork>();
  for (const draft of drafts.toSorted((one, other) => one.at - other.at)) {
    if (draft.project === undefined) continue;
    found.set(draft.owner, {
      ...placeOf(draft),
      project: draft.project,
      itemName: draft.itemName,
      drafts: [...(found.get(draft.owner)?.drafts ?? []), { id: draft.id, base: draft.base }],
      at: draft.at,
    });
  }
  return [...found.values()];
}

/** The owner of a draft is `email|team|item`; addresses may have bars of their own. */
function placeOf({ owner }: Draft): { readonly teamId: number; readonly itemId: number } {
  const [itemId, teamId] = owner.split('|').toReversed();
  return { teamId: Number(teamId), itemId: Number(itemId) };
}
