import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Numbers of what vectors are made of: pictures and objects, or items with texts. */
export interface TargetCounts {
  readonly total: number;
  /** Those without a vector that is up to date. */
  readonly open: number;
  readonly unreadable: number;
}

/** Items that have the same numbers of pictures and objects. */
export interface AlikeItems {
  readonly counts: TargetCounts;
  readonly itemIds: readonly number[];
}

const COUNTS = sql`count(*)::int as total, (count(*) filter (where kept.item_id is null))::int as open,
  (count(*) filter (where kept.item_id is not null and kept.vector is null))::int as unreadable`;

/** Counts targets: all, those without a vector that is up to date, and those that could not be read. */
export async function countTargets(trx: Kysely<unknown>, targets: RawBuilder<unknown>): Promise<TargetCounts> {
  const { rows } = await sql<TargetCounts>`select ${COUNTS} from ${targets}`.execute(trx);
  return rows[0]!;
}

/** Counts the same of each item, or of some; items with the same numbers come together. */
export async function countByItem(
  trx: Kysely<unknown>,
  targets: RawBuilder<unknown>,
  itemIds?: readonly number[],
): Promise<readonly AlikeItems[]> {
  const some = itemIds === undefined ? sql`` : sql` and item.id = any(${[...itemIds]}::int[])`;
  const { rows } = await sql<TargetCounts & { readonly ids: string }>`
    select total, open, unreadable, string_agg(id::text, ',') as ids from (
      select item.id, ${COUNTS} from ${targets}${some} group by item.id
    ) as each group by total, open, unreadable`.execute(trx);
  return rows.map(({ ids, ...counts }) => ({ counts, itemIds: ids.split(',').map(Number) }));
}
