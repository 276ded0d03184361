import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { ItemScore } from '#plugins/manage/scores/server/kit/index.ts';
import { ScoreValues } from '#plugins/manage/scores/server/kit/index.ts';
import { assignmentRows, itemRows, VisibleAssignments } from '#plugins/workspace/items/server/kit/index.ts';
import type { MapPoint } from '../../common/similarity-api.ts';
import { MOST_MAPPED } from '../../common/similarity-api.ts';
import { QuerySchemas } from '../query-schemas.ts';
import type { SearchPlace } from '../searches.ts';
import { Searches } from '../searches.ts';
import { comparedOf } from './project-vectors.ts';
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
    @inject(VisibleAssignments) private readonly assignments: VisibleAssignments,
    @inject(ScoreValues) @optional() private readonly scoreValues: ScoreValues | undefined,
  ) {}

  /**
   * Points of the first items with a vector, and how many items the query finds.
   * @throws Fault of searches and of {@link SimilarVectors}.
   */
  async of(
    context: RequestContext,
    place: SearchPlace,
    query: string | undefined,
  ): Promise<{ data: MapPoint[]; scores: { id: number; name: string }[]; total: number }> {
    const table = await this.similar.vectors(context, place.projectId);
    const ids = await this.searches.ids(context, place, query, { offset: 0, limit: MOST_MAPPED });
    const total = ids.length < MOST_MAPPED ? ids.length : (await this.searches.count(context, place, query)).count;
    const wanted = new Set(ids);
    const places = Int32Array.from(
      [...table.items.keys()].filter(at => table.ofPictures[at] === 1 && wanted.has(table.items[at]!)),
    );
    const points = await this.thread.call({ kind: 'map', table: comparedOf(table), places });
    const found = [...places].map(at => table.items[at]!);
    const facts = await this.#facts(context, place.projectId, found);
    const scores = await this.#scores(context, place.projectId, found);
    const scoresOf = new Map<number, Record<string, number>>();
    for (const { itemId, scoreId, average } of scores)
      scoresOf.set(itemId, { ...scoresOf.get(itemId), [scoreId]: average });
    const data = found.flatMap((id, index): MapPoint[] => {
      const fact = facts.get(id);
      if (fact === undefined) return [];
      return [{ ...fact, scores: scoresOf.get(id) ?? {}, x: points[index * 2]!, y: points[index * 2 + 1]! }];
    });
    const names = new Map(scores.map(({ scoreId, name }) => [scoreId, name]));
    return { data, scores: [...names].map(([id, name]) => ({ id, name })), total };
  }

  async #scores(context: RequestContext, projectId: number, ids: readonly number[]): Promise<readonly ItemScore[]> {
    if (this.scoreValues === undefined || !context.enabled('scores')) return [];
    return this.scoreValues.ofItems(context, projectId, ids);
  }

  async #facts(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Omit<MapPoint, 'x' | 'y' | 'scores'>>> {
    const { classIds } = await this.schemas.hidden(context, projectId);
    const names = new Map((await this.classes.ofProject(context, projectId)).map(each => [each.id, each.name]));
    const visible = await this.assignments.rows(context, projectId, 'assigned');
    const seen = visible === undefined ? sql`` : sql` and ${visible}`;
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<FactRow>`
        select item.id, item.name, item.annotation_status as status, item.approval_status as approval, item.entropy_value as priority,
          (select r.class_id from explore.instance as r where r.team_id = item.team_id and r.item_id = item.id and r.class_id > 0
            and r.class_id <> all(${[...classIds]}::int[]) group by r.class_id order by count(*) desc, r.class_id limit 1) as class_id,
          (select assigned.email from ${assignmentRows} as assigned where assigned.team_id = item.team_id and assigned.item_id = item.id
            and assigned.user_role = ${projectRoles.annotator}::int${seen} limit 1) as annotator,
          kept.oddness, kept.label_doubt
        from ${itemRows} as item
        left join lateral (select max(oddness) filter (where position = -1) as oddness, max(label_doubt) as label_doubt
          from explore.embedding where team_id = item.team_id and item_id = item.id) as kept on true
        where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = any(${[...ids]}::int[])`.execute(
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

type FactRow = Omit<MapPoint, 'x' | 'y' | 'class' | 'scores'> & { readonly class_id: number | null };
