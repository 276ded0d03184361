import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { folderRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemQuery } from '#plugins/workspace/items/server/kit/index.ts';
import type { TypedQuery } from '../common/query/typed-query.ts';
import type { QueryPlanner } from './query-planner.ts';

/** Rows of an ordered result: `limit` of them after the first `offset`. */
export interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

/** Folders that are looked through one by one. */
const FEW_FOLDERS = 20;

/** Returns the ids of a stretch of the matching items in the given order. */
export const idsInOrder = async (
  matching: ItemQuery<object>,
  order: RawBuilder<unknown>,
  { offset, limit }: Stretch,
): Promise<number[]> =>
  (await matching.select('item.id').orderBy(order).offset(offset).limit(limit).execute()).map(row => row.id as number);

/** The order a query asks for. A sample is the same for the same seed (explore query 3). */
export function orderOf(typed: TypedQuery, planner: QueryPlanner): RawBuilder<unknown> {
  if (typed.random !== undefined) return sql`md5(${String(typed.random.seed ?? 0)}::text || ':' || item.id), item.id`;
  return sql`${sql.join(typed.order.map(each => planner.order(each)))}, item.id`;
}

/**
 * By folder, the project's own first, and name. An index has the order of each folder, so a few of them are read one
 * after another.
 */
export async function idsInUsualOrder(
  trx: Kysely<unknown>,
  context: RequestContext,
  { projectId, folderId }: { readonly projectId: number; readonly folderId?: number | undefined },
  matching: ItemQuery<object>,
  { offset, limit }: Stretch,
): Promise<number[]> {
  const byName = sql`item.name, item.id`;
  const folders =
    folderId !== undefined
      ? []
      : await trx
          .selectFrom(folderRows.as('folder'))
          .select(['id', 'name', 'is_root'])
          .where('team_id', '=', context.team.id)
          .where('project_id', '=', projectId)
          .where('deleted_at', 'is', null)
          .execute();
  if (folders.length < 2) return idsInOrder(matching, byName, { offset, limit });
  const places = folders
    .toSorted(
      (one, other) =>
        Number(other.is_root) - Number(one.is_root) || (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1),
    )
    .map(each => each.id);
  if (places.length > FEW_FOLDERS)
    return idsInOrder(
      matching,
      sql`(${JSON.stringify(Object.fromEntries(places.map((id, index) => [id, index])))}::jsonb -> item.folder_id::text), ${byName}`,
      { offset, limit },
    );
  const found: number[] = [];
  let passed = offset;
  let sizes: ReadonlyMap<number, number> | undefined;
  for (const place of places) {
    const size = sizes?.get(place) ?? 0;
    if (sizes !== undefined && passed >= size) {
      passed -= size;
      continue;
    }
    const rows = await idsInOrder(matching.where('item.folder_id', '=', place), byName, {
      offset: passed,
      limit: limit - found.length,
    });
    found.push(...rows);
    if (found.length === limit) break;
    if (rows.length > 0) passed = 0;
    else if (passed > 0) {
      sizes ??= await foundByFolder(matching);
      passed -= sizes.get(place) ?? 0;
    }
  }
  return found;
}

/** Numbers of the matching items by folder. */
async function foundByFolder(matching: ItemQuery<object>): Promise<ReadonlyMap<number, number>> {
  const rows = await matching
    .select(['item.folder_id', sql<number>`count(*)::int`.as('items')])
    .groupBy('item.folder_id')
    .execute();
  return new Map(rows.map(row => [row.folder_id as number, row.items]));
}
