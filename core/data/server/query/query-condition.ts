import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Comparison, Condition, FieldKind, Operator, QueryPlan, QueryValue } from '#core/api/common/index.ts';
import { invalidCondition } from '#core/api/common/index.ts';
import type { FieldSource, QuerySource } from './query-source.ts';

const COMPARISONS = { $eq: sql`=`, $ne: sql`<>`, $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;
const NEGATIVE: Readonly<Partial<Record<Operator, Operator>>> = {
  $ne: '$eq',
  $notin: '$in',
  $isnull: '$notnull',
  $excl: '$cont',
};

/** PostgreSQL type of the values of a kind. */
const TYPES: Readonly<Record<FieldKind, RawBuilder<unknown>>> = {
  integer: sql`int`,
  number: sql`double precision`,
  text: sql`text`,
  email: sql`text`,
  flag: sql`boolean`,
  time: sql`timestamptz`,
  uuid: sql`uuid`,
  set: sql`text`,
};

/** The condition of a plan as SQL with bound parameters only; `true` without one. */
export function conditionSql(condition: Condition | undefined, source: QuerySource): RawBuilder<SqlBool> {
  if (condition === undefined) return sql<SqlBool>`true`;
  if (condition.kind === 'comparison') return comparisonSql(condition, source);
  if (condition.parts.length === 0) return condition.kind === 'and' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    condition.parts.map(each => conditionSql(each, source)),
    condition.kind === 'and' ? sql` and ` : sql` or `,
  )})`;
}

/** `order by` of a plan, ending with `last` (an id), so that pages are stable; rows without a value come last. */
export function orderSql(plan: QueryPlan, source: QuerySource, last: RawBuilder<unknown>): RawBuilder<unknown> {
  const sorts = plan.sorts.map(({ field, descending }) => {
    const found = source(field);
    if (found === undefined || found.within !== undefined) throw invalidCondition('sort');
    return descending ? sql`${found.value} desc nulls last` : sql`${found.value} asc nulls last`;
  });
  return sql.join([...sorts, last], sql`, `);
}

function comparisonSql(comparison: Comparison, source: QuerySource): RawBuilder<SqlBool> {
  const found = source(comparison.field);
  if (found === undefined) throw invalidCondition(comparison.field);
  if (found.within === undefined) return compare(found, comparison.operator, comparison.value);
  const positive = NEGATIVE[comparison.operator];
  const matching = found.within(compare(found, positive ?? comparison.operator, comparison.value));
  return positive === undefined ? matching : sql<SqlBool>`not ${matching}`;
}

function compare(source: FieldSource, operator: Operator, value: Comparison['value']): RawBuilder<SqlBool> {
  const column = source.value;
  if (operator === '$isnull') return sql<SqlBool>`${column} is null`;
  if (operator === '$notnull') return sql<SqlBool>`${column} is not null`;
  if (source.kind === 'set') return overlap(column, operator, value);
  const type = TYPES[source.kind];
  if (operator === '$in' || operator === '$notin') {
    const among = sql<SqlBool>`${column} = any(${[...(value as readonly QueryValue[])]}::${type}[])`;
    return operator === '$in' ? among : sql<SqlBool>`not (${among})`;
  }
  if (operator === '$cont' || operator === '$excl' || operator === '$starts' || operator === '$ends') {
    const text = literal(value as string);
    const pattern = operator === '$starts' ? `${text}%` : operator === '$ends' ? `%${text}` : `%${text}%`;
    const matching =
      source.lowered === undefined
        ? sql<SqlBool>`${column} ilike ${pattern}`
        : sql<SqlBool>`${source.lowered} like lower(${pattern}::text)`;
    return operator === '$excl' ? sql<SqlBool>`not (${matching})` : matching;
  }
  return sql<SqlBool>`${column} ${COMPARISONS[operator]} ${value}::${type}`;
}

/** Sets (JSON arrays of texts) match when they share an element; negative operators when they share none. */
function overlap(column: RawBuilder<unknown>, operator: Operator, value: Comparison['value']): RawBuilder<SqlBool> {
  const wanted = Array.isArray(value) ? [...(value as readonly QueryValue[])] : [value];
  const shared = sql<SqlBool>`${column} ?| ${wanted}::text[]`;
  return operator === '$ne' || operator === '$notin' || operator === '$excl' ? sql<SqlBool>`not (${shared})` : shared;
}

/** Signs of patterns taken as themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, sign => `\\${sign}`);
