import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { MapPoint } from '../../common/similarity-api.ts';
import { MOST_MAPPED } from '../../common/similarity-api.ts';
import { QuerySchemas } from '../query-schemas.ts';
import type { SearchPlace } from '../searches.ts';
import { Searches } from '../searches.ts';
import { SimilarVectors } from './similar-vectors.ts';
import { VectorThread } from './vector-thread.ts';

/** Draws the items of a query on a map where pictures that look alike lie close together. */
export class PictureMap {
  constructor(
    @inject(Searches) private readonly searches: Searches,
    @inject(SimilarVectors) private readonly similar: SimilarVectors,
    @inject(VectorThread) private readonly thread: VectorThread,
    @inject(QuerySchemas) private readonly schemas: QuerySchemas,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /**
   * Points of the first items with a vector, and how many items the query finds.
   * @throws Fault of searches and of {@link SimilarVectors}.
   */
  async of(
    context: RequestContext,
    place: SearchPlace,
    query: string | undefined,
  ): Promise<{ data: MapPoint[]; total: number }> {
    const table = await this.similar.vectors(context, place.projectId);
    const ids = await this.searches.ids(context, place, query, { offset: 0, limit: MOST_MAPPED });
    const total = ids.length < MOST_MAPPED ? ids.length : (await this.searches.count(context, place, query)).count;
    const wanted = new Set(ids);
    const places = Int32Array.from(
      [...table.items.keys()].filter(at => table.positions[at] === -1 && wanted.has(table.items[at]!)),
    );
    const { dimension, vectors, signs } = table;
    const points = await this.thread.call({ kind: 'map', table: { dimension, vectors, signs }, places });
    const facts = await this.#facts(
      context,
      place.projectId,
      [...places].map(at => table.items[at]!),
    );
    const data = [...places].flatMap((at, index): MapPoint[] => {
      const fact = facts.get(table.items[at]!);
      return fact === undefined ? [] : [{ ...fact, x: points[index * 2]!, y: points[index * 2 + 1]! }];
    });
    return { data, total };
  }

  async #facts(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Omit<MapPoint, 'x' | 'y'>>> {
    const { classIds } = await this.schemas.hidden(context, projectId);
    const names = new Map((await this.classes.ofProject(context, projectId)).map(each => [each.id, each.name]));
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<{ id: number; name: string; status: number; approval: number; class_id: number | null }>`
        select item.id, item.name, item.annotation_status as status, item.approval_status as approval,
          (select r.class_id from explore.instance as r where r.team_id = item.team_id and r.item_id = item.id and r.class_id > 0
            and r.class_id <> all(${[...classIds]}::int[]) group by r.class_id order by count(*) desc, r.class_id limit 1) as class_id
        from ${itemRows} as item where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = any(${[...ids]}::int[])`.execute(
        trx,
      ),
    );
    return new Map(
      rows.map(({ class_id: classId, ...row }) => [
        row.id,
        { ...row, class: classId === null ? null : (names.get(classId) ?? null) },
      ]),
    );
  }
}
