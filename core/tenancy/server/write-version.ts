import type { Insertable, Kysely } from 'kysely';

/** Columns of a table with one row for each organization. */
interface VersionedRow {
  readonly organization_id: number;
  readonly version: number;
}

/**
 * Writes the row of an organization and increments its version, if that is still `base`; 0 is the version of a row that
 * is not there yet. Returns false when somebody else wrote it since.
 */
export async function writeVersion<Tables, T extends keyof Tables & string>(
  trx: Kysely<Tables>,
  table: T,
  { organizationId, base }: { readonly organizationId: number; readonly base: number },
  values: Omit<Insertable<Tables[T]>, keyof VersionedRow>,
): Promise<boolean> {
  // The table by a name of its own: the checker cannot follow the columns of a table it does not know.
  const rows = trx as unknown as Kysely<{ readonly versioned: VersionedRow }>;
  const versioned = table as unknown as 'versioned';
  const row = { ...values, version: base + 1 };
  const written =
    base === 0
      ? await rows
          .insertInto(versioned)
          .values({ organization_id: organizationId, ...row })
          .onConflict(conflict => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await rows
          .updateTable(versioned)
          .set(row)
          .where('organization_id', '=', organizationId)
          .where('version', '=', base)
          .returning('version')
          .executeTakeFirst();
  return written !== undefined;
}
