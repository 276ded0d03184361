import { inject } from 'inversify';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ObjectCellView, ObjectEntry, PlacedObject } from '../../common/large/large-api.ts';
import type { ObjectCell } from '../../common/large/object-cells.ts';
import {
  cellSide,
  mortonOf,
  mortonRange,
  mostInCell,
  ownClass,
  placeOfMorton,
  prominentClass,
  rangesOf,
  SIZE_CLASSES,
  squareLevel,
  squareSide,
} from '../../common/large/object-cells.ts';
import { LargeDocuments } from './large-documents.ts';

const allSizes = Array.from({ length: SIZE_CLASSES + 1 }, (_, size) => size);

/** Objects that a crowded cell answers one by one, the largest first. */
const MOST_PROMINENT = 300;
/** Objects of other cells that reach into a cell. */
const MOST_REACHING = 1_000;

/** Filter of the list of objects. */
export interface ObjectFilter {
  readonly class_id?: number | undefined;
  readonly review?: 'approved' | 'disapproved' | 'undecided' | undefined;
  readonly search?: string | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

interface StoredObject {
  readonly place: number;
  readonly data: unknown;
}

type ObjectSquares = NonNullable<ObjectCellView['squares']>;

/** Reads objects of prepared large documents: by viewport, by id, and a page of the list at a time. */
export class ObjectReader {
  constructor(@inject(LargeDocuments) private readonly large: LargeDocuments) {}

  async cell(context: RequestContext, item: ItemRow, cell: ObjectCell): Promise<Omit<ObjectCellView, 'revision'>> {
    return context.transaction(async (trx: Kysely<unknown>) => {
      const of = sql<SqlBool>`team_id = ${context.team.id}::int and item_id = ${item.id}::int`;
      const { rows: counted } = await sql<{ count: number }>`select count from annotations.object_count
        where ${of} and level = ${cell.level}::smallint and cell = ${mortonOf(cell.column, cell.row)}::bigint`.execute(
        trx,
      );
      const count = counted[0]?.count ?? 0;
      const most = mostInCell(cell.level);
      const crowded = count > most;
      const ranges = rangesOf(cell, crowded ? Math.max(0, prominentClass(cell.level)) : 0);
      const side = cellSide(cell.level);
      const [left, top] = [cell.column * side, cell.row * side];
      // One search of the index for each range, whatever is known of how many rows there are.
      const { rows } = await sql<StoredObject>`
        select object.place, object.data from unnest(${ranges.map(each => each.size)}::smallint[],
          ${ranges.map(each => each.from)}::bigint[], ${ranges.map(each => each.to)}::bigint[]) as part (size, first, last)
        cross join lateral (select * from annotations.object where team_id = ${context.team.id}::int and item_id = ${item.id}::int
          and size = part.size and cell >= part.first and cell < part.last offset 0) as object
        where part.size <= ${ownClass(cell.level)}::int or (object.min_x < ${left + side}::float8 and object.max_x >= ${left}::float8
          and object.min_y < ${top + side}::float8 and object.max_y >= ${top}::float8)
        ${crowded ? sql`order by object.size desc, object.place` : sql``}
        limit ${crowded ? MOST_PROMINENT : count + MOST_REACHING + 1}::int`.execute(trx);
      const shown = crowded ? rows : rows.slice(0, count + MOST_REACHING);
      return {
        count,
        objects: await this.#present(context, item, shown),
        incomplete: shown.length < rows.length,
        squares: crowded ? await this.#squares(trx, of, cell) : null,
      };
    });
  }

  async byIds(context: RequestContext, item: ItemRow, ids: readonly string[]): Promise<PlacedObject[]> {
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<StoredObject>`select place, data from annotations.object
        where team_id = ${context.team.id}::int and item_id = ${item.id}::int and id = any(${[...ids]}::text[])`.execute(
        trx,
      ),
    );
    return this.#present(context, item, rows);
  }

  async list(
    context: RequestContext,
    item: ItemRow,
    { class_id: classId, review, search, after, limit }: ObjectFilter,
  ): Promise<{ readonly data: ObjectEntry[]; readonly count: number }> {
    const conditions: RawBuilder<SqlBool>[] = [
      sql`team_id = ${context.team.id}::int`,
      sql`item_id = ${item.id}::int`,
      ...(classId === undefined ? [] : [sql<SqlBool>`class_id = ${classId}::int`]),
      ...(review === undefined ? [] : [REVIEWS[review]]),
      ...(search === undefined || search === ''
        ? []
        : [
            sql<SqlBool>`(strpos(lower(id), lower(${search})) > 0 or exists (
              select from json_array_elements(case json_typeof(data -> 'attributes') when 'array' then data -> 'attributes' else '[]' end) as value
              where strpos(lower(value ->> 'name'), lower(${search})) > 0))`,
          ]),
    ];
    const matching = sql.join(conditions, sql` and `);
    return context.transaction(async (trx: Kysely<unknown>) => {
      const { rows: counted } = await sql<{
        count: number;
      }>`select count(*)::int as count from annotations.object where ${matching}`.execute(trx);
      const { rows } = await sql<ListedRow>`
        select id, data ->> 'type' as type, class_id, place, min_x, min_y, max_x, max_y, data -> 'error' as error
        from annotations.object where ${matching} ${after === undefined ? sql`` : sql`and place > ${after}::float8`}
        order by place, id limit ${limit}::int`.execute(trx);
      return { data: rows.map(entryOf), count: counted[0]?.count ?? 0 };
    });
  }

  /** Counts of a crowded cell by squares; small cells have none of their own and are counted object by object. */
  async #squares(trx: Kysely<unknown>, of: RawBuilder<SqlBool>, cell: ObjectCell): Promise<ObjectSquares> {
    const side = squareSide(cell.level);
    const level = squareLevel(cell.level);
    const { from, to } = mortonRange(cell);
    if (level < 0) {
      const { rows } = await sql<{ x: number; y: number; count: number }>`
        select floor((min_x + max_x) / 2 / ${side}::float8) as x, floor((min_y + max_y) / 2 / ${side}::float8) as y, count(*)::int as count
        from annotations.object where ${of} and size = any(${allSizes}::smallint[])
          and cell >= ${from}::bigint and cell < ${to}::bigint group by 1, 2`.execute(trx);
      return rows.map(row => ({ x: row.x * side, y: row.y * side, count: row.count }));
    }
    const { rows } = await sql<{ cell: string; count: number }>`select cell::text, count from annotations.object_count
      where ${of} and level = ${level}::smallint and cell >= ${from / 4 ** level}::bigint and cell < ${to / 4 ** level}::bigint
        and count > 0`.execute(trx);
    return rows.map(row => {
      const { column, row: line } = placeOfMorton(Number(row.cell));
      return { x: column * side, y: line * side, count: row.count };
    });
  }

  async #present(context: RequestContext, item: ItemRow, rows: readonly StoredObject[]): Promise<PlacedObject[]> {
    const { instances } = await this.large.present(
      context,
      item,
      { metadata: { name: item.name } },
      rows.map(row => row.data),
    );
    return instances.map((instance, at) => ({ place: rows[at]!.place, instance }));
  }
}

const REVIEWS = {
  approved: sql<SqlBool>`data ->> 'error' = 'false'`,
  disapproved: sql<SqlBool>`data ->> 'error' = 'true'`,
  undecided: sql<SqlBool>`coalesce(data ->> 'error', '') not in ('true', 'false')`,
};

interface ListedRow {
  readonly id: string;
  readonly type: string | null;
  readonly class_id: number;
  readonly place: number;
  readonly min_x: number | null;
  readonly min_y: number | null;
  readonly max_x: number | null;
  readonly max_y: number | null;
  readonly error: unknown;
}

function entryOf(row: ListedRow): ObjectEntry {
  const { min_x: minX, min_y: minY, max_x: maxX, max_y: maxY } = row;
  return {
    id: row.id,
    type: row.type ?? '',
    class_id: row.class_id,
    place: row.place,
    bounds: minX === null || minY === null || maxX === null || maxY === null ? null : { minX, minY, maxX, maxY },
    error: typeof row.error === 'boolean' ? row.error : null,
  };
}
