import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#core/api/server/index.ts';

type Trx = Kysely<unknown>;

/** Noted writes of a project that are added up once there are so many. */
const MOST_NOTED = 1000;
/** Time after which a value is read again although nothing was noted, in milliseconds. */
const KEPT_MS = 10 * 60_000;

/**
 * Returns the version of the vectors of a project and of what they are made of: it is another one after each write.
 * Undefined where no vectors were ever asked for.
 */
export async function vectorVersion(trx: Trx, context: RequestContext, projectId: number): Promise<string | undefined> {
  const own = sql`team_id = ${context.team.id}::int and project_id = ${projectId}::int`;
  const { rows } = await sql<{ writes: string; noted: number }>`
    select writes::text as writes, (select count(*)::int from explore.vector_write where ${own}) as noted
    from explore.embedding_sync where ${own}`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  // The sum stays the same: it is moved from one table to the other in one statement.
  if (row.noted > MOST_NOTED)
    await sql`with moved as (delete from explore.vector_write where id in (select id from explore.vector_write where ${own} order by id for update skip locked) returning id)
      update explore.embedding_sync set writes = writes + (select count(*) from moved) where ${own}`.execute(trx);
  return String(BigInt(row.writes) + BigInt(row.noted));
}

/** Values of projects that are read again only after a write that changes the vectors. */
export class OfVectorVersion<T extends object> {
  readonly #kept: LRUCache<string, { readonly version: string; readonly value: T }>;

  constructor(most: number) {
    this.#kept = new LRUCache({ max: most, ttl: KEPT_MS });
  }

  /** The value of a project and a provider, read by `read` where the kept one is of another version. */
  async of(
    trx: Trx,
    context: RequestContext,
    { projectId, provider }: { readonly projectId: number; readonly provider: string },
    read: () => Promise<T>,
  ): Promise<T> {
    // Read first: a value may be newer than its version, never older.
    const version = await vectorVersion(trx, context, projectId);
    const key = `${context.team.id}/${projectId}/${provider}`;
    const known = this.#kept.get(key);
    if (version !== undefined && known?.version === version) return known.value;
    const value = await read();
    if (version !== undefined) this.#kept.set(key, { version, value });
    return value;
  }
}
