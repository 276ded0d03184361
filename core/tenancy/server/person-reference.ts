import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A table whose rows belong to a person and follow them when two accounts are merged. Rows that record what somebody
 * did are not listed: they keep the name it was done under.
 */
export interface PersonReference {
  /** Name with its schema. */
  readonly table: string;
  /** Column with the e-mail that names the account in every table. */
  readonly email?: string;
  /** Column with the id of the account; the one that is searched where both are given. */
  readonly id?: string;
  /** Plural noun for the rows, such as “assigned items”. */
  readonly title: string;
  /** Values of columns that choose among the rows. */
  readonly only?: Readonly<Record<string, string | null>>;
  /** Columns that, with the person, identify a row; absent where a person may have any number of equal ones. */
  readonly key?: readonly string[];
  /** Fate of a row whose key the remaining account has too; `dropped` when absent. */
  readonly taken?: 'dropped' | 'kept' | 'refused';
  /** Its rows are deleted: they have no use once the account is closed. */
  readonly ends?: boolean;
}

/** The names of an account in tables. */
export interface NamedPerson {
  readonly id: number;
  readonly email: string;
}

/** Returns the condition for rows of a person, in the table under an alias. */
export function rowsOf(reference: PersonReference, alias: string, person: NamedPerson): RawBuilder<boolean> {
  const { id, email, only = {} } = reference;
  const named =
    id === undefined
      ? sql<boolean>`${sql.ref(`${alias}.${email!}`)} = ${person.email}`
      : sql<boolean>`${sql.ref(`${alias}.${id}`)} = ${person.id}`;
  const chosen = Object.entries(only).map(([column, value]) =>
    value === null
      ? sql` and ${sql.ref(`${alias}.${column}`)} is null`
      : sql` and ${sql.ref(`${alias}.${column}`)} = ${value}`,
  );
  return sql<boolean>`${named}${sql.join(chosen, sql``)}`;
}

/** Returns the condition that the remaining account has a row with the key of the row `moved`. */
export function isTaken(reference: PersonReference, into: NamedPerson): RawBuilder<boolean> {
  const { table, key } = reference;
  if (key === undefined) return sql<boolean>`false`;
  const { only: _, ...any } = reference;
  const equal = key.map(
    column => sql` and ${sql.ref(`kept.${column}`)} is not distinct from ${sql.ref(`moved.${column}`)}`,
  );
  return sql<boolean>`exists (select from ${sql.table(table)} as kept
    where ${rowsOf(any, 'kept', into)}${sql.join(equal, sql``)})`;
}
