import type { Pool } from 'pg';
import type { DatabaseLog } from '../database-log.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 5_000;
/** A table is counted again after so many written rows and such a share of its rows. */
const LEAST_WRITTEN = 1_000;
const SHARE_WRITTEN = 0.2;

/** Runs a step of background work in a moment in which no call is in the middle of its own. */
type Step = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Does for the embedded database what PostgreSQL's autovacuum does there: a table of which much was written gets new
 * planner statistics, and its dead rows are taken back. Without it every query after an import or beside a pipeline is
 * planned for the few rows that the table had once, and reads all of them for each row that it looks for.
 */
export class StatisticsUpkeep {
  readonly #pool: Pool;
  readonly #step: Step;
  readonly #log: DatabaseLog;
  readonly #timer: NodeJS.Timeout;
  #used = false;
  #looking: Promise<unknown> = Promise.resolve();
  #busy = false;

  constructor(pool: Pool, step: Step, log: DatabaseLog) {
    this.#pool = pool;
    this.#step = step;
    this.#log = log;
    pool.on('acquire', () => (this.#used = true));
    this.#timer = setInterval(() => this.#lookInTurn(), LOOK_MS);
    this.#timer.unref();
  }

  /** Vacuums and analyzes the tables of which much was written since that was done, one after another; answers them. */
  async look(): Promise<readonly string[]> {
    // What a session has written is counted a second later at the latest; it is wanted now.
    await this.#pool.query('select pg_stat_force_next_flush()');
    const { rows } = await this.#step(() =>
      this.#pool.query<{ name: string }>(
        `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
         where n_mod_since_analyze >= $1::int + $2::float8 * n_live_tup order by n_mod_since_analyze desc`,
        [LEAST_WRITTEN, SHARE_WRITTEN],
      ),
    );
    const names = rows.map(each => each.name);
    for (const name of names) await this.#step(() => this.#pool.query(`vacuum (analyze) ${name}`));
    return names;
  }

  /** Ends it, after the table that is in turn. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #lookInTurn(): void {
    if (this.#busy || !this.#used) return;
    this.#busy = true;
    this.#looking = this.look()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the statistics of the database were not refreshed'))
      .finally(() => {
        this.#busy = false;
        // Its own queries are no use.
        this.#used = false;
      });
  }
}
