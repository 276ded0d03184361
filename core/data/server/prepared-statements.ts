import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** A statement is prepared when it comes for this time on one connection; the rare ones are not kept. */
const REPEATED = 3;
/** Most prepared statements of one connection. */
const MOST = 500;
/** `cached plan must not change result type`. */
const CHANGED_RESULT = '0A000';
/** Longer texts are made of many values and never come again. */
const LONGEST = 4_000;

interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Lets a connection keep the plans of statements that come again and again: reading and planning one costs the server
 * more than running it. Plans belong to the connection and are made again when a table changes.
 */
export function prepareRepeated(client: ClientBase): void {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (seen.get(text) ?? 0) + 1;
    if (count < REPEATED || names.size >= MOST) {
      if (seen.size > 10 * MOST) seen.clear();
      seen.set(text, count);
      return undefined;
    }
    seen.delete(text);
    const name = createHash('sha1').update(text).update(String(generation)).digest('base64url');
    names.set(text, name);
    return name;
  };
  (client as unknown as { query: unknown }).query = (...args: readonly unknown[]) => {
    const [text, values, ...rest] = args;
    if (
      typeof text !== 'string' ||
      !Array.isArray(values) ||
      values.length === 0 ||
      rest.length > 0 ||
      text.length > LONGEST
    )
      return query(...args);
    const name = nameOf(text);
    if (name === undefined) return query(...args);
    const named: NamedQuery = { name, text, values };
    return (query(named) as Promise<unknown>).catch((error: unknown) => {
      // The columns of a table changed under a plan (an upgrade beside this process): the next time it is planned
      // again. The driver believes a name known for good, so the next plan has another one.
      if ((error as { code?: string }).code === CHANGED_RESULT) {
        names.delete(text);
        generation += 1;
      }
      throw error;
    });
  };
}
