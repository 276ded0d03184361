import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemQuery } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemReader, VisibleAssignments } from '#plugins/workspace/items/server/kit/index.ts';
import type { Query, QueryProblem } from '../common/query/expression.ts';
import { parseQuery } from '../common/query/parse-query.ts';
import type { QuerySchema } from '../common/query/query-schema.ts';
import { resolveQuery } from '../common/query/resolve-query.ts';
import type { TypedQuery } from '../common/query/typed-query.ts';
import { peopleOf } from '../common/query/people-of.ts';
import { ExploreSync } from './explore-sync.ts';
import { instanceText } from './field-columns.ts';
import type { FoundItem } from './found-items.ts';
import { FoundItems } from './found-items.ts';
import type { Condition } from './match-sql.ts';
import { LookAlikes } from './look-alikes.ts';
import type { SimilarObject } from './query-planner.ts';
import { QueryPlanner } from './query-planner.ts';
import { syntaxFault } from './query-faults.ts';
import { QuerySchemas } from './query-schemas.ts';
import { searchInTime } from './search-time.ts';
import type { Stretch } from './search-order.ts';
import { idsInOrder, idsInUsualOrder, orderOf } from './search-order.ts';

/** Place of a search. */
export interface SearchPlace {
  readonly projectId: number;
  readonly folderId?: number | undefined;
  readonly subsetId?: number | undefined;
  readonly timeZone?: string | undefined;
}

/** A query as it was understood. */
export interface CheckedQuery {
  readonly query: Query;
  readonly typed: TypedQuery;
  readonly problems: readonly QueryProblem[];
  readonly warnings: readonly QueryProblem[];
}

interface Prepared {
  readonly typed: TypedQuery;
  readonly planner: QueryPlanner;
  /** Items in the order a condition on similarity gives them. */
  readonly ranking: readonly number[] | undefined;
  /** Objects in the order a condition on similarity gives them. */
  readonly objects: readonly SimilarObject[] | undefined;
  /** Positions of the passages of texts that fit, by the ids of their items. */
  readonly passages: ReadonlyMap<number, number>;
  /** Words that are looked for as they are written. */
  readonly texts: readonly string[];
}

/** Characters of the text of an instance that are shown. */
const MOST_SHOWN = 500;
/** Items of a sample whose objects are found. */
const MOST_BOUNDED = 100_000;

/** Rows from the order's start that a query's own LIMIT leaves. */
const window = ({ limit, random }: TypedQuery, { offset, limit: most }: Stretch): Stretch => {
  const total = Math.min(limit?.count ?? Number.MAX_SAFE_INTEGER, random?.count ?? Number.MAX_SAFE_INTEGER);
  return { offset: (limit?.offset ?? 0) + offset, limit: Math.max(0, Math.min(most, total - offset)) };
};

/** Finds items and instances by queries, as far as the caller sees them. */
export class Searches {
  constructor(
    @inject(QuerySchemas) private readonly schemas: QuerySchemas,
    @inject(ExploreSync) private readonly sync: ExploreSync,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(FoundItems) private readonly items: FoundItems,
    @inject(VisibleAssignments) private readonly assignments: VisibleAssignments,
    @inject(LookAlikes) private readonly lookAlikes: LookAlikes,
  ) {}

  /** Reads a query and looks its names up. */
  async check(
    context: RequestContext,
    projectId: number,
    text: string,
    timeZone?: string,
  ): Promise<CheckedQuery & { readonly schema: QuerySchema }> {
    const parsed = parseQuery(text);
    const schema = await this.schemas.of(context, projectId, timeZone, text);
    const resolved = resolveQuery(parsed.query, schema);
    return {
      query: parsed.query,
      typed: resolved.query,
      problems: parsed.problems.length > 0 ? parsed.problems : resolved.problems,
      warnings: resolved.warnings,
      schema,
    };
  }

  /** One stretch of what is found. @throws Fault QUERY_SYNTAX (400), EXPLORE_SYNCING (409). */
  async search(
    context: RequestContext,
    place: SearchPlace,
    text: string | undefined,
    stretch: Stretch,
  ): Promise<FoundItem[]> {
    const prepared = await this.#prepare(context, place, text);
    const ids = await this.#ids(context, place, prepared, stretch);
    const items = await this.items.byIds(context, place.projectId, ids);
    const excerpts = await this.lookAlikes.excerpts(context, place.projectId, ids, prepared);
    return items.map(each => ({ ...each, ...excerpts.get(each.id) }));
  }

  /** Ids of a stretch of what is found. */
  async ids(
    context: RequestContext,
    place: SearchPlace,
    text: string | undefined,
    stretch: Stretch,
  ): Promise<number[]> {
    return this.#ids(context, place, await this.#prepare(context, place, text), stretch);
  }

  async #ids(
    context: RequestContext,
    place: SearchPlace,
    { typed, planner, ranking }: Prepared,
    stretch: Stretch,
  ): Promise<number[]> {
    const { offset, limit } = window(typed, stretch);
    if (limit === 0) return [];
    return searchInTime(context, async trx => {
      const matching = await this.#matching(trx, context, place, typed, planner);
      if (ranking !== undefined && typed.order.length === 0 && typed.random === undefined)
        return idsInOrder(matching, sql`array_position(${[...ranking]}::int[], item.id), item.id`, { offset, limit });
      if (typed.order.length === 0 && typed.random === undefined)
        return idsInUsualOrder(trx, context, place, matching, { offset, limit });
      return idsInOrder(matching, orderOf(typed, planner), { offset, limit });
    });
  }

  /** Returns the number of results; with `cap` counting ends there, and `exact` shows whether it had to. */
  async count(
    context: RequestContext,
    place: SearchPlace,
    text: string | undefined,
    cap?: number,
  ): Promise<{ readonly count: number; readonly exact: boolean }> {
    const { typed, planner } = await this.#prepare(context, place, text);
    const found = await searchInTime(context, async trx => {
      const matching = await this.#matching(trx, context, place, typed, planner);
      if (cap === undefined)
        return (await matching.select(sql<number>`count(*)::int`.as('items')).executeTakeFirstOrThrow()).items;
      const some = matching.select('item.id').limit(cap + 1);
      return (await sql<{ items: number }>`select count(*)::int as items from (${some}) as counted`.execute(trx))
        .rows[0]!.items;
    });
    const own = Math.max(
      0,
      Math.min(found - (typed.limit?.offset ?? 0), typed.limit?.count ?? found, typed.random?.count ?? found),
    );
    return cap !== undefined && own > cap ? { count: cap, exact: false } : { count: own, exact: true };
  }

  /** Instances of what is found: those that made their item match, in order of items. */
  async instances(
    context: RequestContext,
    place: SearchPlace,
    text: string | undefined,
    stretch: Stretch,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const found = await this.#foundInstances(context, place, text, stretch);
    if (!found.some(each => each['kind'] === 'entity' && each['text'] === null)) return found;
    await this.lookAlikes.readTexts(context, place.projectId);
    return this.#foundInstances(context, place, text, stretch);
  }

  #foundInstances(
    context: RequestContext,
    place: SearchPlace,
    text: string | undefined,
    stretch: Stretch,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#instances(
      context,
      place,
      text,
      async (trx, from, order) =>
        (
          await sql<Readonly<Record<string, unknown>>>`
      select left(${instanceText}, ${MOST_SHOWN}::int) as text, r.kind, r.item_id, r.position, r.key, r.type, r.class_id, r.attributes, r.creation, r.created_by, r.updated_by, r.error, r.probability, r.x, r.y, r.width, r.height, r.area ${from} order by ${order} offset ${stretch.offset} limit ${stretch.limit}`.execute(
            trx,
          )
        ).rows,
    );
  }

  async instanceCount(context: RequestContext, place: SearchPlace, text: string | undefined): Promise<number> {
    return this.#instances(
      context,
      place,
      text,
      async (trx, from) =>
        (await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(trx)).rows[0]!.count,
    );
  }

  async #instances<T>(
    context: RequestContext,
    place: SearchPlace,
    text: string | undefined,
    read: (trx: Kysely<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>) => Promise<T>,
  ): Promise<T> {
    const { typed, planner, objects } = await this.#prepare(context, place, text);
    // A sample or the first so many are items: only their objects are found.
    const bounded = typed.limit !== undefined || typed.random !== undefined;
    const ids = bounded ? await this.ids(context, place, text, { offset: 0, limit: MOST_BOUNDED }) : undefined;
    return searchInTime(context, async trx => {
      const all = await this.#matching(trx, context, place, typed, planner);
      const matching = (ids === undefined ? all : all.where(sql<boolean>`item.id = any(${[...ids]}::int[])`)).selectAll(
        'item',
      );
      const own = planner.instances(typed.condition);
      return read(
        trx,
        sql`from (${matching}) as item join explore.instance as r on r.team_id = item.team_id and r.item_id = item.id${own === undefined ? sql`` : sql` where ${own}`}`,
        objects === undefined
          ? sql`r.item_id, r.position, r.id`
          : sql`(${JSON.stringify(Object.fromEntries(objects.map((each, at) => [`${each.itemId}/${each.position}`, at])))}::jsonb -> (r.item_id || '/' || r.position)), r.item_id, r.position, r.id`,
      );
    });
  }

  /**
   * Reads figures of all that a query finds: `read` gets the matching items as `item`, and whether these are all items of
   * the project. Its statements end after `seconds`.
   * @throws Fault QUERY_SYNTAX (400), EXPLORE_SYNCING (409), QUERY_TOO_SLOW (422).
   */
  async figures<T>(
    context: RequestContext,
    place: SearchPlace,
    text: string,
    seconds: number,
    read: (trx: Kysely<unknown>, matching: ItemQuery<object>, planner: QueryPlanner, whole: boolean) => Promise<T>,
  ): Promise<T> {
    const { typed, planner } = await this.#prepare(context, place, text);
    const found = (trx: Kysely<unknown>) => this.#matching(trx, context, place, typed, planner);
    const whole =
      typed.condition === undefined &&
      place.folderId === undefined &&
      place.subsetId === undefined &&
      (await this.reader.seesAll(context, place.projectId));
    return searchInTime(context, async trx => read(trx, await found(trx), planner, whole), seconds);
  }

  async #prepare(
    context: RequestContext,
    { projectId, timeZone }: SearchPlace,
    text: string | undefined,
  ): Promise<Prepared> {
    const { typed, problems } = await this.check(context, projectId, text ?? '', timeZone);
    if (problems.length > 0) throw syntaxFault(problems);
    await this.sync.demandReady(context, projectId);
    await this.assignments.demand(context, projectId, peopleOf(typed), 'assignment.email');
    const { similar, ranking, objects, passages, texts } = await this.lookAlikes.of(context, projectId, typed);
    return {
      typed,
      ranking,
      objects,
      passages,
      texts,
      planner: new QueryPlanner({
        similar,
        teamId: context.team.id,
        projectId,
        viewer: context.user.email,
        assignments: await this.assignments.rows(context, projectId, 'r'),
        hidden: await this.schemas.hidden(context, projectId),
      }),
    };
  }

  async #matching(
    trx: Kysely<unknown>,
    context: RequestContext,
    place: SearchPlace,
    { condition }: TypedQuery,
    planner: QueryPlanner,
  ): Promise<ItemQuery<object>> {
    const conditions: Condition[] = [];
    if (place.folderId !== undefined) conditions.push(sql`item.folder_id = ${place.folderId}::int`);
    if (place.subsetId !== undefined)
      conditions.push(
        sql`exists (select from explore.subset_item as kept where kept.team_id = item.team_id and kept.item_id = item.id and kept.subset_id = ${place.subsetId}::int)`,
      );
    if (condition !== undefined) conditions.push(planner.condition(condition));
    return conditions.reduce(
      (query, each) => query.where(each),
      await this.reader.visible(trx, context, place.projectId),
    );
  }
}
