import { listOf, z } from '../shapes.ts';
import { isSelectable, sortOf } from './body-query.ts';
import { listElements, splitClause } from './filter-clause.ts';
import type { QueryDefinition } from './query-definition.ts';
import type { Condition, QueryJoin, QueryPlan } from './query-plan.ts';
import { ARRAY_DELIMITER, ARRAY_OPERATORS, CONDITION_DELIMITER, EMPTY_VALUE_OPERATORS } from './query-plan.ts';
import { comparison, invalidCondition, valueOfText } from './query-values.ts';

const clauses = listOf(z.string().max(200_000)).optional();

/** Fields of a contract's query that take the grammar of query strings. */
export const listQuery = {
  filter: clauses,
  or: clauses,
  join: clauses,
  sort: clauses,
  fields: z.string().max(5_000).optional(),
  limit: z.coerce.number().int().min(1).max(2000).optional(),
  offset: z.coerce.number().int().min(0).default(0),
} as const;

/** A query string after the contract's own checks. */
export interface ListQuery {
  readonly filter?: readonly string[] | undefined;
  readonly or?: readonly string[] | undefined;
  readonly join?: readonly string[] | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly fields?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * Reads the grammar of query strings. Filters hold together; with alternatives (`or`) beside them either all filters or
 * all alternatives hold, and alternatives alone are one or another.
 * @throws Fault INVALID_CONDITION (400) naming the field, operator or clause that is not allowed or has a wrong value.
 */
export function readQueryString(query: ListQuery, definition: QueryDefinition): QueryPlan {
  const filters = (query.filter ?? []).map(text => readClause('filter', text, definition));
  const alternatives = (query.or ?? []).map(text => readClause('or', text, definition));
  return {
    condition: combined(filters, alternatives),
    joins: (query.join ?? []).map(text => readJoin(text, definition)),
    sorts: (query.sort ?? []).map(text => {
      const [field, order] = text.split(ARRAY_DELIMITER);
      return sortOf(field, order, definition);
    }),
    fields:
      query.fields === undefined || query.fields === ''
        ? undefined
        : query.fields.split(ARRAY_DELIMITER).map(name => {
            if (!isSelectable(name, definition)) throw invalidCondition('fields');
            return name;
          }),
    limit: Math.min(definition.limit.most, query.limit ?? definition.limit.standard),
    offset: query.offset ?? 0,
  };
}

function combined(filters: readonly Condition[], alternatives: readonly Condition[]): Condition | undefined {
  const both = { kind: 'and', parts: filters } as const;
  if (alternatives.length === 0) return filters.length === 0 ? undefined : both;
  if (filters.length === 0) return { kind: 'or', parts: alternatives };
  return { kind: 'or', parts: [both, { kind: 'and', parts: alternatives }] };
}

/** Reads `field||operator||value` with the type of the field. */
function readClause(place: 'filter' | 'or', text: string, definition: QueryDefinition): Condition {
  const { field: name, operator, value = '' } = splitClause(text);
  if (name === '' || operator === '') throw invalidCondition(place);
  const rule = definition.field(name);
  if (rule === undefined || rule.filter === false) throw invalidCondition(name);
  if (EMPTY_VALUE_OPERATORS.has(operator))
    return comparison(name, rule.kind, operator, value === '' || value.toLowerCase() === 'true' ? undefined : value);
  if (value === '') throw invalidCondition(name);
  if (!ARRAY_OPERATORS.has(operator)) return comparison(name, rule.kind, operator, valueOfText(rule.kind, value));
  const elements = listElements(value).map(each => {
    if (each === undefined) throw invalidCondition(name);
    return valueOfText(rule.kind, each);
  });
  return comparison(name, rule.kind, operator, elements);
}

function readJoin(text: string, definition: QueryDefinition): QueryJoin {
  const [field = '', select] = text.split(CONDITION_DELIMITER);
  if (!definition.joins.includes(field)) throw invalidCondition('join');
  return { field, select: select === undefined || select === '' ? undefined : select.split(ARRAY_DELIMITER) };
}
