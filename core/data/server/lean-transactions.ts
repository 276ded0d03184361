import type { ClientBase, QueryResult } from 'pg';
import type { TransactionOpening } from './opening-query.ts';
import { EndingQuery } from './ending-query.ts';
import { OpeningQuery } from './opening-query.ts';

/** The SQL that opens a transaction, for connections as they are and as it is recognized here. */
export function openingSql({ isolation, role, team }: TransactionOpening): string {
  const enter = team === '' ? '' : `select data.enter_team(${team}); `;
  return `begin${isolation}; ${enter}set local role ${role}; set local app.team = '${team}'`;
}

const OPENING =
  /^begin((?: isolation level [a-z ]+)?(?: read (?:only|write))?); (?:select data\.enter_team\(\d+\); )?set local role (\w+); set local app\.team = '(\d*)'$/;
/** Begins the last statement of a transaction. */
export const ENDING = '/* and commit */ ';
/** As the query builder writes statements that change nothing and lock nothing. */
const READS = /^\s*select (?:distinct )?(?:"|\*|count\(|\w+\.(?:\*|\w+\b(?!\()))/;
const LOCKS = / for (?:update|share|no key update|key share)\b/;
const nothing = { command: '', rowCount: 0, rows: [] } as unknown as QueryResult;

/**
 * Lets transactions take fewer ways to the database. They begin together with their first statement. One without any
 * costs nothing. The end of one that only read is not waited for: it goes with the next opening on this connection, or
 * at the end of the present turn of the event loop. A statement that `ENDING` begins is sent together with the commit.
 */
export function leanTransactions(client: ClientBase): void {
  const send = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  let opening: TransactionOpening | undefined;
  let onlyRead = false;
  let owed = false;
  let committed = false;

  const settle = (): void => {
    if (!owed) return;
    owed = false;
    // A failure here breaks the connection, which the pool detects.
    void (send('commit') as Promise<unknown>).catch(() => undefined);
  };
  const begin = (text: string, values: readonly unknown[], name: string | undefined): Promise<unknown> => {
    const begun = opening!;
    const commitsFirst = owed;
    opening = undefined;
    owed = false;
    return new Promise((resolve, reject) => {
      const callback = (error: unknown, result: unknown): void =>
        error === null || error === undefined ? resolve(result) : reject(error as Error);
      send(new OpeningQuery({ text, values, ...(name === undefined ? {} : { name }), callback }, begun, commitsFirst));
    });
  };

  const end = (text: string, values: readonly unknown[], name: string | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const callback = (error: unknown, result: unknown): void => {
        if (error !== null && error !== undefined) return reject(error as Error);
        committed = true;
        resolve(result);
      };
      send(new EndingQuery({ text, values, ...(name === undefined ? {} : { name }), callback }));
    });

  (client as unknown as { query: unknown }).query = (...args: readonly unknown[]): unknown => {
    const [first, second] = args;
    const named =
      typeof first === 'object' && first !== null && !('submit' in first)
        ? (first as { readonly text: string; readonly values?: readonly unknown[]; readonly name?: string })
        : undefined;
    const text = typeof first === 'string' ? first : (named?.text ?? '');
    const values = named?.values ?? (Array.isArray(second) ? (second as readonly unknown[]) : []);

    const found = OPENING.exec(text);
    if (found !== null) {
      committed = false;
      opening = { isolation: found[1]!, role: found[2]!, team: found[3]! };
      onlyRead = true;
      return Promise.resolve(nothing);
    }
    const ends = text === 'commit' || text === 'rollback';
    if (opening !== undefined) {
      if (ends) {
        opening = undefined;
        return Promise.resolve(nothing);
      }
      onlyRead = isRead(text);
      if (values.length > 0 || !text.includes(';')) return begin(text, values, named?.name);
      // Several statements in one text cannot be prepared: the opening goes ahead of them.
      const eager = openingSql(opening);
      opening = undefined;
      settle();
      return (send(eager) as Promise<unknown>).then(() => send(...args));
    }
    if (text === 'commit' && committed) {
      committed = false;
      return Promise.resolve(nothing);
    }
    if (committed) return Promise.reject(new Error('The transaction has been committed by its last statement.'));
    if (text.startsWith(ENDING)) {
      onlyRead = false;
      return end(text, values, named?.name);
    }
    if (text === 'commit' && onlyRead) {
      onlyRead = false;
      owed = true;
      setImmediate(settle);
      return Promise.resolve(nothing);
    }
    settle();
    onlyRead &&= isRead(text);
    return send(...args);
  };
}

const isRead = (text: string): boolean => READS.test(text) && !LOCKS.test(text);
