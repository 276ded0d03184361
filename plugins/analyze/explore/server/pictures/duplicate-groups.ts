import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { groupsOf } from '../../common/duplicate-groups.ts';

/** Bits in which the hashes of near duplicates differ at most. One of four blocks is then equal. */
export const NEAR_BITS = 3;

/** Joins items to the groups of near duplicates among the measured pictures of their project. */
export async function joinDuplicates(
  trx: Kysely<unknown>,
  context: RequestContext,
  projectId: number,
  itemIds: readonly number[],
): Promise<void> {
  const own = sql`team_id = ${context.team.id}::int and project_id = ${projectId}::int`;
  const { rows: pairs } = await sql<{
    one: number;
    other: number;
    one_group: number | null;
    other_group: number | null;
  }>`
    with mine as (select * from explore.picture where ${own} and item_id = any(${[...itemIds]}::int[]) and hash is not null)
    select distinct mine.item_id as one, near.item_id as other, mine.duplicate_group as one_group, near.duplicate_group as other_group
    from mine join lateral (
      ${sql.join(
        [0, 1, 2, 3].map(
          block =>
            sql`select item_id, duplicate_group, hash from explore.picture where ${own} and ${sql.ref(`block${block}`)} = mine.${sql.ref(`block${block}`)}`,
        ),
        sql` union `,
      )}
    ) as near on near.item_id <> mine.item_id and bit_count(near.hash # mine.hash) <= ${NEAR_BITS}`.execute(trx);
  const groups = groupsOf(
    pairs.map(({ one, other, one_group: oneGroup, other_group: otherGroup }) => [
      { id: one, group: oneGroup },
      { id: other, group: otherGroup },
    ]),
  );
  const joined = new Set(groups.items.keys());
  await sql`update explore.picture set duplicate_group = null where ${own} and item_id = any(${itemIds.filter(id => !joined.has(id))}::int[]) and duplicate_group is not null`.execute(
    trx,
  );
  await sql`update explore.picture as picture set duplicate_group = given.target from unnest(${[...groups.merged.keys()]}::int[], ${[...groups.merged.values()]}::int[]) as given (source, target)
    where ${own} and duplicate_group = given.source`.execute(trx);
  await sql`update explore.picture as picture set duplicate_group = given.target from unnest(${[...groups.items.keys()]}::int[], ${[...groups.items.values()]}::int[]) as given (id, target)
    where ${own} and item_id = given.id`.execute(trx);
}
