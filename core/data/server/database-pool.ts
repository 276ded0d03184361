import type { Pool } from 'pg';

const pools = new WeakMap<object, Pool>();

/** Remembers the pool of a database; only this area reaches it, so no route can go round the teams. */
export function keepPool(database: object, pool: Pool): void {
  pools.set(database, pool);
}

/** The pool of a database, for work of this area that no transaction handle covers: migrations, the queue, backups. */
export function poolOf(database: object): Pool {
  const pool = pools.get(database);
  if (pool === undefined) throw new TypeError('This database was not opened by openDatabase.');
  return pool;
}
