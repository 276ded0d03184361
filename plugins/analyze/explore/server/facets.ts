import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemCategoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import { itemValueRows } from '#plugins/organize/item-fields/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { chosenValues, sameValue, withoutFacet } from '../common/facets/facet-terms.ts';
import type { Facet, FacetKind, FacetValue } from '../common/facets/facet.ts';
import { facetRanges } from '../common/facets/facet.ts';
import type { NumberRange } from '../common/facets/number-range.ts';
import { sizeRanges } from '../common/facets/number-range.ts';
import { qualityParts } from '../common/facets/quality-parts.ts';
import { parseQuery } from '../common/query/parse-query.ts';
import { printQuery } from '../common/query/print-query.ts';
import type { Query } from '../common/query/expression.ts';
import type { QuerySchema } from '../common/query/query-schema.ts';
import type { QueryPlanner } from './query-planner.ts';
import { allOf, matchSql } from './match-sql.ts';
import { Pictures } from './pictures/pictures.ts';
import { syntaxFault } from './query-faults.ts';
import { QuerySchemas } from './query-schemas.ts';
import type { SearchPlace } from './searches.ts';
import { Searches } from './searches.ts';

/** Values of one facet that are counted: the most frequent ones. */
const MOST_VALUES = 50;
/** Seconds that counting one kind of facet may take. */
const LONGEST_SECONDS = 5;

/** A value of a facet with the number of items that have it; undefined where counting took too long. */
export interface CountedValue {
  readonly value: FacetValue;
  readonly count: number | undefined;
}

/** A facet with its values: frequent ones first, then values that the query names and no item has. */
export interface CountedFacet {
  readonly facet: Facet;
  readonly values: readonly CountedValue[];
  /** There are more values than were counted. */
  readonly more: boolean;
}

interface CountRow {
  /** The attribute group or item field. */
  readonly name: string | null;
  readonly value: string | number | null;
  /** Undefined when counting took too long. */
  readonly count: number | undefined;
}

interface Counting {
  readonly context: RequestContext;
  readonly place: SearchPlace;
  readonly schema: QuerySchema;
}

/**
 * Counts the values that narrow a search down. A facet is counted among the items that match without its own
 * conditions.
 */
export class Facets {
  constructor(
    @inject(Searches) private readonly searches: Searches,
    @inject(QuerySchemas) private readonly schemas: QuerySchemas,
    @inject(Pictures) private readonly pictures: Pictures,
  ) {}

  /** Counts the facets of one kind. @throws Fault QUERY_SYNTAX (400), EXPLORE_SYNCING or SIMILARITY_NOT_READY (409). */
  async count(
    context: RequestContext,
    place: SearchPlace,
    text: string,
    kind: FacetKind,
  ): Promise<readonly CountedFacet[]> {
    if (kind === 'category' && !context.enabled('categories')) return [];
    const { query, problems } = parseQuery(text);
    if (problems.length > 0) throw syntaxFault(problems);
    const schema = await this.schemas.of(context, place.projectId, place.timeZone);
    if (kind === 'field' && schema.custom.length === 0) return [];
    const counting = { context, place, schema };
    const names = facetNames(kind, schema);
    if (names === undefined) return [await this.#one(counting, query, { kind })];
    if (kind === 'quality') await this.pictures.demandReady(context, place.projectId);
    const chosen = names.filter(name => chosenValues(query, { kind, name }).length > 0);
    const open = names.filter(name => !chosen.includes(name));
    const rows = open.length === 0 ? [] : await this.#rows(counting, printQuery(query), kind);
    const found = new Map(
      open.map(name => [name, facetOf({ kind, name }, query, valuesOf({ kind, name }, rows, schema))]),
    );
    for (const name of chosen) found.set(name, await this.#one(counting, query, { kind, name }));
    return names.map(name => found.get(name)!).filter(each => each.values.length > 0);
  }

  async #one(counting: Counting, query: Query, facet: Facet): Promise<CountedFacet> {
    const rows = await this.#rows(counting, printQuery(withoutFacet(query, facet)), facet.kind);
    return facetOf(facet, query, valuesOf(facet, rows, counting.schema));
  }

  /** Values with their numbers; undefined when counting took too long. */
  async #rows({ context, place }: Counting, text: string, kind: FacetKind): Promise<readonly CountRow[] | undefined> {
    try {
      return await this.searches.figures(
        context,
        place,
        text,
        LONGEST_SECONDS,
        async (trx: Kysely<unknown>, matching, planner, whole) =>
          (
            await sql<CountRow>`with found as (${matching.select(['item.id', 'item.annotation_status', 'item.approval_status', 'item.size'])})
            ${counts(kind, planner, place.projectId, whole)}`.execute(trx)
          ).rows,
      );
    } catch (error) {
      if (isFault(error) && error.code === 'QUERY_TOO_SLOW') return undefined;
      throw error;
    }
  }
}

/** The names of the facets of one kind; undefined where it is only one. */
function facetNames(kind: FacetKind, schema: QuerySchema): readonly string[] | undefined {
  if (kind === 'field') return schema.custom.map(each => each.name);
  if (kind === 'quality') return qualityParts.map(each => each.name);
  return kind === 'attribute' ? groupNames(schema) : undefined;
}

/** Group names of attributes that people choose; free text and numbers are no facets. */
const groupNames = (schema: QuerySchema): readonly string[] => [
  ...new Set(
    schema.classes
      .flatMap(each => each.groups)
      .filter(each => each.type === 'radio' || each.type === 'checklist')
      .map(each => each.name),
  ),
];

/** Rows of one attribute group or item field; attributes come by the ids of their groups. */
function named(rows: readonly CountRow[], name: string, schema: QuerySchema): readonly CountRow[] {
  const groups = new Set(
    schema.classes
      .flatMap(each => each.groups)
      .filter(each => each.name === name)
      .map(each => String(each.id)),
  );
  const attributes = new Map(
    schema.classes.flatMap(each => each.groups).flatMap(group => group.attributes.map(each => [each.id, each.name])),
  );
  const sums = new Map<string | number | null, number>();
  for (const row of rows) {
    if (row.name !== name && !groups.has(row.name ?? '')) continue;
    const value = groups.has(row.name ?? '') ? (attributes.get(Number(row.value)) ?? null) : row.value;
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + (row.count ?? 0));
  }
  return [...sums].map(([value, count]) => ({ name, value, count })).toSorted((one, other) => other.count - one.count);
}

/** Rows of one facet with names in place of ids, and the values of a known set that no item has. */
function valuesOf(
  facet: Facet,
  rows: readonly CountRow[] | undefined,
  schema: QuerySchema,
): readonly CountRow[] | undefined {
  const { kind, name } = facet;
  const ranges = facetRanges(facet);
  const sets: Partial<Record<FacetKind, readonly { readonly id: number; readonly name: string }[]>> = {
    status: schema.statuses,
    class: schema.classes,
    category: schema.categories,
    approval: [
      { id: 2, name: 'approved' },
      { id: 1, name: 'disapproved' },
    ],
  };
  const set = ranges?.map((each, id) => ({ id, name: each.value })) ?? sets[kind];
  if (set === undefined) return rows === undefined || name === undefined ? rows : named(rows, name, schema);
  if (rows === undefined) return set.map(each => ({ name: null, value: each.name, count: undefined }));
  const own = rows.filter(row => name === undefined || row.name === name);
  const counts = new Map(own.map(row => [Number(row.value ?? -1), row.count]));
  const known = set.map(({ id, name }) => ({ name: null, value: name, count: counts.get(id) ?? 0 }));
  const without =
    kind === 'approval' ? counts.get(0) : kind === 'category' || ranges !== undefined ? counts.get(-1) : 0;
  const ordered =
    kind === 'class' || kind === 'category'
      ? known.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
      : known;
  return [
    ...ordered.filter(each => each.count !== 0 || ranges === undefined),
    ...(without === undefined || without === 0 ? [] : [{ name: null, value: null, count: without }]),
  ];
}

/** A facet with what the query names of it, whether an item has it or not. */
function facetOf(facet: Facet, query: Query, rows: readonly CountRow[] | undefined): CountedFacet {
  const chosen = chosenValues(query, facet);
  const values = (rows ?? []).map(row => ({ value: row.value === null ? null : String(row.value), count: row.count }));
  const shown = values.slice(0, MOST_VALUES);
  const listed = (value: FacetValue): boolean => shown.some(each => sameValue(facet, each.value, value));
  const rest = chosen
    .filter(value => !listed(value))
    .map(value => ({
      value,
      count: rows === undefined ? undefined : (values.find(each => sameValue(facet, each.value, value))?.count ?? 0),
    }));
  return { facet, values: [...shown, ...rest], more: values.length > shown.length };
}

/** A statement that counts the values of one kind among the items `found`, which may be the `whole` project. */
function counts(kind: FacetKind, planner: QueryPlanner, projectId: number, whole: boolean): RawBuilder<unknown> {
  const own = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select null as name, ${value} as value, count(*)::int as count from found group by 2`;
  switch (kind) {
    case 'status':
      return own(sql`annotation_status`);
    case 'approval':
      return own(sql`approval_status`);
    case 'size':
      return own(placeAmong(sizeRanges, sql`size`));
    case 'quality':
      return qualityCounts(planner.teamId, projectId);
    case 'class':
      // Of a whole project an index has them in order; the few deleted items are taken out.
      return whole
        ? sql`select null as name, class_id as value, count(*)::int as count from
        (select r.class_id, r.item_id from ${planner.rows({ scope: 'instance' })} and r.class_id <> -1 group by r.class_id, r.item_id) as used
        where not exists (select from ${itemRows} as gone where gone.team_id = ${planner.teamId}::int and gone.id = used.item_id and gone.deleted_at is not null)
        group by 2`
        : sql`select null as name, class_id as value, count(*)::int as count from
        (select distinct r.class_id, r.item_id from ${planner.rows({ scope: 'instance' })} and r.class_id <> -1 and r.item_id in (select id from found)) as used
        group by 2`;
    case 'attribute':
      return sql`select name, value, count(*)::int as count from
        (select distinct a.value ->> 'g' as name, a.value ->> 'i' as value, r.item_id
          from (select r.item_id, r.attributes from ${planner.rows({ scope: 'instance' })} and r.item_id in (select id from found)) as r, jsonb_array_elements(r.attributes) as a
          where (a.value ->> 'i')::int > 0) as used
        group by 1, 2`;
    case 'assignee':
      return sql`select null as name, email as value, count(*)::int as count from
        (select distinct found.id, lower(r.email) as email from found left join (select r.item_id, r.email from ${planner.rows({ scope: 'assignment' })}) as r on r.item_id = found.id) as used
        group by 2 order by 3 desc limit ${MOST_VALUES + 1}`;
    case 'category':
      return sql`select null as name, kept.category_id as value, count(*)::int as count from found
        left join ${itemCategoryRows} as kept on kept.team_id = ${planner.teamId}::int and kept.item_id = found.id
        group by 2`;
    case 'field':
      return sql`select name, value, count::int as count from
        (select field.key as name, field.value as value, count(*) as count, row_number() over (partition by field.key order by count(*) desc, field.value) as place
          from found join ${itemValueRows} as kept on kept.team_id = ${planner.teamId}::int and kept.item_id = found.id, jsonb_each_text(kept.data) as field
          group by 1, 2) as ranked
        where place <= ${MOST_VALUES + 1} order by count desc, value`;
  }
}

/** The place of a number among ranges; null for a missing one. */
const placeAmong = (ranges: readonly NumberRange[], value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${sql.join(
    ranges.map(
      ({ bounds }, place) =>
        sql`when ${allOf(bounds.map(each => matchSql({ text: value }, { kind: 'number', operator: each.operator, value: each.amount })))} then ${place}::int`,
    ),
    sql` `,
  )} end`;

/** A statement that counts items by all measures together, which are few rows, and sums those up for each measure. */
function qualityCounts(teamId: number, projectId: number): RawBuilder<unknown> {
  const pictures = sql`picture.team_id = ${teamId}::int and picture.project_id = ${projectId}::int`;
  const columns = qualityParts.map((_, at) => sql.ref(`part${at}`));
  const places = qualityParts.map(({ field, ranges }) =>
    placeAmong(ranges, field === 'duplicates' ? sql`coalesce(alike.pictures - 1, 0)` : sql.ref(`picture.${field}`)),
  );
  return sql`select part.name, part.value, sum(measured.items)::int as count from
      (select ${sql.join(places.map((place, at) => sql`${place} as ${columns[at]!}`))}, count(*) as items
        from found left join explore.picture as picture on ${pictures} and picture.item_id = found.id
        left join (select picture.duplicate_group, count(*) as pictures from explore.picture as picture
            join ${itemRows} as present on present.team_id = picture.team_id and present.id = picture.item_id and present.deleted_at is null
            where ${pictures} and picture.duplicate_group is not null group by picture.duplicate_group) as alike
          on alike.duplicate_group = picture.duplicate_group
        where exists (select from explore.picture as picture where ${pictures} and picture.hash is not null)
        group by ${sql.join(columns)}) as measured
      cross join lateral (values ${sql.join(qualityParts.map(({ name }, at) => sql`(${name}::text, measured.${columns[at]!})`))}) as part (name, value)
    group by part.name, part.value`;
}
