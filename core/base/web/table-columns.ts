import { browserStore } from './browser-store.ts';

const keyOf = (table: string): string => `loupe_${table}_columns`;

/** Last kept columns of a table: plain JSON that the table checks; undefined for nothing. */
export function readColumns(table: string): unknown {
  try {
    return JSON.parse(browserStore.get(keyOf(table)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Reads a kept list of column ids; undefined when none is kept. */
export function readColumnIds(table: string): readonly string[] | undefined {
  const kept = readColumns(table);
  return Array.isArray(kept) && kept.every(each => typeof each === 'string') ? kept : undefined;
}

/**
 * Keeps the columns of a table for the person at this browser: which, in what order, how wide. Undefined goes back to
 * the standard ones.
 */
export function keepColumns(table: string, columns: unknown): void {
  if (columns === undefined) browserStore.remove(keyOf(table));
  else browserStore.set(keyOf(table), JSON.stringify(columns));
}
