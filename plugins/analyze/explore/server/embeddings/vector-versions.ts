import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#core/api/server/index.ts';

type Trx = Kysely<unknown>;

/** Noted writes of a project up to which none is added up, and those that stay when older ones are. */
const MOST_NOTED = 4000;
const STAYING = 2000;
/** Changed items up to which only these are read again. */
const MOST_CHANGED = 2000;

/** Rows of `explore.vector_write` and the sum of older ones. */
interface Notes {
  readonly version: string;
  readonly summed: bigint;
  /** The item of each noted write; null when any item of the project may have changed. */
  readonly items: ReadonlyMap<string, number | null>;
}

interface Kept<T> {
  readonly notes: Notes;
  readonly value: T;
}

/** Ways to read a value: all of it, or again for some items. */
export interface VersionReads<T> {
  readonly all: () => Promise<T>;
  readonly changed: (value: T, itemIds: readonly number[]) => Promise<T>;
}

/**
 * Values of projects made of vectors and of what those are made of. After a write, only the items that it changed are
 * read again.
 */
export class OfVectorVersion<T extends object> {
  readonly #kept: LRUCache<string, Kept<T>>;
  /** The last read of each value: one at a time, because a value may be changed in place. */
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(most: number, sizeOf: (value: T) => number) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)) });
  }

  /** The value of a project and a provider; read each time where no vectors were ever asked for. */
  async of(
    trx: Trx,
    context: RequestContext,
    { projectId, provider }: { readonly projectId: number; readonly provider: string },
    reads: VersionReads<T>,
  ): Promise<T> {
    const key = `${context.team.id}/${projectId}/${provider}`;
    const before = this.#reading.get(key);
    const reading = (async () => {
      await before?.catch(() => undefined);
      return this.#read(trx, context, projectId, key, reads);
    })();
    this.#reading.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    }
  }

  async #read(trx: Trx, context: RequestContext, projectId: number, key: string, reads: VersionReads<T>): Promise<T> {
    // Read first: a value may be newer than its version, never older.
    const version = await vectorVersion(trx, context, projectId);
    if (version === undefined) return reads.all();
    const known = this.#kept.get(key);
    if (known?.notes.version === version) return known.value;
    const notes = await notesOf(trx, context, projectId);
    const changed = known === undefined ? undefined : changedItems(known.notes, notes);
    const value =
      known === undefined || changed === undefined ? await reads.all() : await reads.changed(known.value, changed);
    this.#kept.set(key, { notes, value });
    return value;
  }
}

/**
 * Returns the version of the vectors of a project and of what they are made of: it is another one after each write.
 * Undefined where no vectors were ever asked for.
 */
async function vectorVersion(trx: Trx, context: RequestContext, projectId: number): Promise<string | undefined> {
  const own = sql`team_id = ${context.team.id}::int and project_id = ${projectId}::int`;
  const { rows } = await sql<{ writes: string; noted: number; last: string | null }>`
    select writes::text as writes, noted.count::int as noted, noted.last::text as last from explore.embedding_sync,
      (select count(*), max(id) as last from explore.vector_write where ${own}) as noted where ${own}`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  // The sum stays the same: it is moved from one table to the other in one statement. Who waits for a lock here could
  // hold up the one who has it.
  if (row.noted > MOST_NOTED)
    await sql`with held as (select from explore.embedding_sync where ${own} for update skip locked),
      moved as (delete from explore.vector_write where exists (select from held) and id in (
        select id from explore.vector_write where ${own} order by id limit ${row.noted - STAYING} for update skip locked) returning id)
      update explore.embedding_sync set writes = writes + (select count(*) from moved)
        where ${own} and exists (select from held)`.execute(trx);
  return versionOf(BigInt(row.writes) + BigInt(row.noted), row.last);
}

/** Ids are never used again: a write after one that was taken back makes another version. */
const versionOf = (writes: bigint, last: string | null): string => `${writes}/${last ?? ''}`;

async function notesOf(trx: Trx, context: RequestContext, projectId: number): Promise<Notes> {
  const own = sql`team_id = ${context.team.id}::int and project_id = ${projectId}::int`;
  const { rows } = await sql<{ writes: string; id: string | null; item_id: number | null }>`
    select sync.writes::text as writes, noted.id::text as id, noted.item_id
    from (select writes from explore.embedding_sync where ${own}) as sync
    left join (select id, item_id from explore.vector_write where ${own}) as noted on true order by noted.id`.execute(
    trx,
  );
  const items = new Map(rows.flatMap(each => (each.id === null ? [] : [[each.id, each.item_id] as const])));
  const summed = BigInt(rows[0]?.writes ?? 0);
  return { version: versionOf(summed + BigInt(items.size), rows.at(-1)?.id ?? null), summed, items };
}

/**
 * Returns the items that writes changed since; undefined when that is not known, or when there are too many. Writes
 * that were added up since are known when they had been seen before that; others that are gone were taken back.
 */
function changedItems(known: Notes, now: Notes): readonly number[] | undefined {
  const gone = [...known.items.keys()].filter(id => !now.items.has(id)).length;
  if (BigInt(gone) !== now.summed - known.summed) return undefined;
  const found = new Set<number>();
  for (const [id, item] of now.items) {
    if (known.items.has(id)) continue;
    if (item === null) return undefined;
    found.add(item);
  }
  return found.size > MOST_CHANGED ? undefined : [...found];
}
