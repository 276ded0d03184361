import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Instance } from '../../common/document.ts';
import type { Outline } from '../../common/geometry/outline.ts';
import { outlineBounds } from '../../common/geometry/outline.ts';
import type { Rectangle } from '../../common/geometry/rectangle.ts';
import { isEmptyRectangle } from '../../common/geometry/rectangle.ts';
import { mortonAt, mortonAtLevel, sizeClassOf, TOP_LEVEL } from '../../common/large/object-cells.ts';

/** One object as its row. */
export interface ObjectRow {
  readonly id: string;
  /** Place in the drawing order. */
  readonly place: number;
  readonly classId: number;
  /** Undefined for objects that are nowhere on the image, such as tags. */
  readonly at: { readonly size: number; readonly cell: number; readonly bounds: Rectangle } | undefined;
  readonly instance: Instance;
}

/** The document whose rows are written. */
export interface RowsOf {
  readonly teamId: number;
  readonly itemId: number;
}

/** Returns the row of an object with this outline. */
export function objectRow(instance: Instance, place: number, outline: Outline | undefined): ObjectRow {
  const bounds = outline === undefined ? undefined : outlineBounds(outline);
  return {
    id: instance.id,
    place,
    classId: Number.isSafeInteger(instance.classId) ? instance.classId : -1,
    at:
      bounds === undefined || isEmptyRectangle(bounds)
        ? undefined
        : {
            size: sizeClassOf(bounds),
            cell: mortonAt({ x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2 }),
            bounds,
          },
    instance,
  };
}

/** Writes rows, in place of those of the same ids. */
export async function putRows<T>(
  trx: Kysely<T>,
  { teamId, itemId }: RowsOf,
  rows: readonly ObjectRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const side = (of: (bounds: Rectangle) => number): (number | null)[] =>
    rows.map(row => (row.at === undefined ? null : of(row.at.bounds)));
  await sql`insert into annotations.object (team_id, item_id, id, place, class_id, size, cell, min_x, min_y, max_x, max_y, data)
    select ${teamId}::int, ${itemId}::int, given.* from unnest(
      ${rows.map(row => row.id)}::text[], ${rows.map(row => row.place)}::float8[], ${rows.map(row => row.classId)}::int[],
      ${rows.map(row => row.at?.size ?? null)}::smallint[], ${rows.map(row => row.at?.cell ?? null)}::bigint[],
      ${side(({ minX }) => minX)}::float4[], ${side(({ minY }) => minY)}::float4[],
      ${side(({ maxX }) => maxX)}::float4[], ${side(({ maxY }) => maxY)}::float4[],
      ${rows.map(row => JSON.stringify(row.instance))}::json[]) as given
    on conflict (team_id, item_id, id) do update set place = excluded.place,
      class_id = excluded.class_id, size = excluded.size, cell = excluded.cell, min_x = excluded.min_x,
      min_y = excluded.min_y, max_x = excluded.max_x, max_y = excluded.max_y, data = excluded.data`.execute(trx);
}

/** Counts the objects of all cells from the rows. */
export async function countRows<T>(trx: Kysely<T>, { teamId, itemId }: RowsOf): Promise<void> {
  await sql`insert into annotations.object_count (team_id, item_id, level, cell, count)
    select team_id, item_id, 0, cell, count(*) from annotations.object
    where team_id = ${teamId}::int and item_id = ${itemId}::int and cell is not null group by 1, 2, 4`.execute(trx);
  for (let level = 1; level <= TOP_LEVEL; level += 1)
    await sql`insert into annotations.object_count (team_id, item_id, level, cell, count)
      select team_id, item_id, ${level}::smallint, cell >> 2, sum(count) from annotations.object_count
      where team_id = ${teamId}::int and item_id = ${itemId}::int and level = ${level - 1}::smallint group by 1, 2, 4`.execute(
      trx,
    );
}

/** Adds to the counts of the cells of single objects: `cells` names cells of level 0, once for each object. */
export async function changeCounts<T>(
  trx: Kysely<T>,
  { teamId, itemId }: RowsOf,
  added: readonly number[],
  removed: readonly number[],
): Promise<void> {
  const changes = new Map<string, { readonly level: number; readonly cell: number; count: number }>();
  for (const [cells, step] of [
    [added, 1],
    [removed, -1],
  ] as const)
    for (const code of cells)
      for (let level = 0; level <= TOP_LEVEL; level += 1) {
        const cell = mortonAtLevel(code, level);
        const key = `${level} ${cell}`;
        const change = changes.get(key) ?? { level, cell, count: 0 };
        change.count += step;
        changes.set(key, change);
      }
  const rows = [...changes.values()].filter(({ count }) => count !== 0);
  if (rows.length === 0) return;
  await sql`insert into annotations.object_count as known (team_id, item_id, level, cell, count)
    select ${teamId}::int, ${itemId}::int, given.* from unnest(${rows.map(row => row.level)}::smallint[],
      ${rows.map(row => row.cell)}::bigint[], ${rows.map(row => row.count)}::int[]) as given
    on conflict (team_id, item_id, level, cell) do update set count = known.count + excluded.count`.execute(trx);
}
