import type { Recount } from './recount.support.ts';

/** A part of a project: items of a folder, and people whose work counts. */
export interface Part {
  readonly folder?: number;
  readonly emails?: readonly string[];
}

/** Figures of a part, by their names. */
export interface ExpectedFigures {
  readonly cards: Readonly<Record<string, number>>;
  readonly statuses: ReadonlyMap<number, number>;
  /** Times that items left each status, and the mean stay in seconds. */
  readonly stays: ReadonlyMap<number, { readonly left: number; readonly mean: number }>;
  readonly classes: ReadonlyMap<number, number>;
  readonly folders: ReadonlyMap<number, number>;
  readonly answers: number;
  /** Items, objects and transitions of each person. */
  readonly people: ReadonlyMap<
    string,
    { readonly objects: number; readonly transitions: number; readonly time: number }
  >;
}

const tally = <Key>(keys: readonly Key[]): ReadonlyMap<Key, number> => {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Returns what the figures of a part of a project must be, counted from its logs one by one. */
export function expectedFigures(logs: Recount, { folder, emails }: Part): ExpectedFigures {
  const own = emails?.map(email => logs.itemsOf(email));
  const items = logs.items.filter(
    item =>
      (folder === undefined || item.folder_id === folder) && (own === undefined || own.some(set => set.has(item.id))),
  );
  const inside = new Set(items.map(each => each.id));
  const counts = (email: string): boolean => emails?.includes(email) ?? true;
  const things = logs.things.filter(each => inside.has(each.item) && counts(each.by));
  const worked = logs.worked.filter(each => inside.has(each.item_id) && counts(each.email));
  const stays = items.flatMap(item =>
    logs.moves
      .filter(each => each.item_id === item.id)
      .flatMap((move, at, all) =>
        counts(move.by_email)
          ? [
              {
                status: Number(move.before),
                seconds: (move.at.getTime() - (all[at - 1]?.at ?? item.created_at).getTime()) / 1000,
              },
            ]
          : [],
      ),
  );
  const moves = logs.moves.filter(each => inside.has(each.item_id) && counts(each.by_email));
  const people = [...new Set([...things.map(each => each.by), ...moves.map(each => each.by_email)])];
  return {
    cards: {
      items: items.length,
      completed: items.filter(each => each.annotation_status === 5).length,
      approved: items.filter(each => each.approval_status === 2).length,
      disapproved: items.filter(each => each.approval_status === 1).length,
      objects: things.length,
      time: worked.reduce((sum, each) => sum + each.gap, 0),
    },
    statuses: tally(items.map(each => each.annotation_status)),
    stays: new Map(
      [...tally(stays.map(each => each.status))].map(([status, left]) => [
        status,
        {
          left,
          mean: stays.filter(each => each.status === status).reduce((sum, each) => sum + each.seconds, 0) / left,
        },
      ]),
    ),
    classes: tally(things.map(each => each.classId)),
    folders: tally(items.map(each => each.folder_id)),
    answers: things.flatMap(each => each.attributes).filter(each => each.groupId !== undefined).length,
    people: new Map(
      people.map(email => [
        email,
        {
          objects: things.filter(each => each.by === email).length,
          transitions: moves.filter(each => each.by_email === email).length,
          time: worked.filter(each => each.email === email).reduce((sum, each) => sum + each.gap, 0),
        },
      ]),
    ),
  };
}
