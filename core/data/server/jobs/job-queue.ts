import type { Kysely } from 'kysely';
import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Pool } from 'pg';
import type { DatabaseLog } from '../database-log.ts';
import { outside } from '../transactions.ts';

const QUEUE = 'loupe';
const SCHEMA = 'pgboss';
/** A job whose process died is tried this many times again. */
const RETRIES = 2;
/** The longest pg-boss allows; our leases notice a dead process within seconds. */
const EXPIRE_HOURS = 23;
const KEEP_DAYS = 365;

/** Outcome of giving back a job. */
export type AfterCrash = 'again' | 'given up';

/**
 * The order in which jobs are run: pg-boss on the same database. Its entries hold nothing but the id of a row in
 * `data.job`, which is the truth about the job. Every call runs in the transaction it is given.
 */
export class JobQueue {
  readonly #boss: PgBoss;
  #started = false;

  constructor(pool: Pool, log: DatabaseLog) {
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => onPool(pool, text, values) },
      schema: SCHEMA,
      schedule: false,
      migrate: false,
    });
    this.#boss.on('error', error => log.warn({ err: error }, 'the job queue reported an error'));
  }

  /** Begins the queue's own housekeeping (old entries). Entries can be sent without it. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    await outside(() => this.#boss.start());
  }

  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    await this.#boss.stop({ graceful: false });
  }

  async send<Tables>(database: Kysely<Tables>, id: string): Promise<void> {
    await this.#boss.send(
      QUEUE,
      {},
      {
        id,
        db: on(database),
        retryLimit: RETRIES,
        retryDelay: 0,
        expireInHours: EXPIRE_HOURS,
        retentionDays: KEEP_DAYS,
      },
    );
  }

  /** Takes up to `count` entries, oldest first, for this process alone. */
  async take<Tables>(database: Kysely<Tables>, count: number): Promise<readonly string[]> {
    const taken = await this.#boss.fetch(QUEUE, { batchSize: count, db: on(database), priority: false });
    return taken.map(each => each.id);
  }

  /** Marks entries as done. */
  async done<Tables>(database: Kysely<Tables>, ids: readonly string[]): Promise<void> {
    // Its types allow the handle for one id only; the code takes a list as well.
    if (ids.length > 0)
      await this.#boss.complete(QUEUE, [...ids] as unknown as string, undefined as never, { db: on(database) });
  }

  /** Gives an entry back after its process died; at most two times. */
  async crashed<Tables>(database: Kysely<Tables>, id: string): Promise<AfterCrash> {
    await this.#boss.fail(QUEUE, id, undefined as never, { db: on(database) });
    const entry = await this.#boss.getJobById(QUEUE, id, { db: on(database), includeArchive: false });
    return entry?.state === 'retry' || entry?.state === 'created' ? 'again' : 'given up';
  }

  /**
   * Puts an entry back as if it had never been taken, for a server that stops or a plugin that is switched on again.
   */
  async renew<Tables>(database: Kysely<Tables>, id: string): Promise<void> {
    await this.#boss.deleteJob(QUEUE, id, { db: on(database) });
    await this.send(database, id);
  }

  /** Sends every unfinished job that has no live entry, for example after a restore. */
  async requeueLost<Tables>(database: Kysely<Tables>): Promise<number> {
    const lost = await sql<{ id: string }>`
      select j.id from data.job j
      where j.state in ('NOT_STARTED', 'IN_PROGRESS') and not j.parked and j.worker is null
        and not exists (select from pgboss.job q where q.name = ${QUEUE} and q.id = j.id and q.state in ('created', 'retry', 'active'))`.execute(
      database,
    );
    for (const { id } of lost.rows) await this.renew(database, id);
    return lost.rows.length;
  }
}

/** A transaction as the handle pg-boss wants. */
function on<Tables>(database: Kysely<Tables>): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: [...(await database.executeQuery(CompiledQuery.raw(text, values))).rows],
    }),
  };
}

/** The queue's housekeeping sends whole transactions as one text; a failed one must not stay open on the connection. */
async function onPool(pool: Pool, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  try {
    const result = await client.query(text, values);
    return { rows: result.rows ?? [] };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
