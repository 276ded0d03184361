import type { QueryDefinition } from './query-definition.ts';
import type { Condition, QueryJoin, QueryPlan, QuerySort } from './query-plan.ts';
import { comparison, invalidCondition } from './query-values.ts';

const DEEPEST = 16;
const MOST_CLAUSES = 500;
const MOST_SORTS = 5;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the body query grammar.
 * @throws Fault INVALID_CONDITION (400) naming the field, operator or clause that is not allowed or has a wrong value.
 */
export function readBodyQuery(query: Readonly<Record<string, unknown>>, definition: QueryDefinition): QueryPlan {
  return {
    condition: readSearch(query['search'], definition),
    joins: readJoins(query['join'], definition),
    sorts: readSorts(query['sort'], definition),
    fields: readFields(query['fields'], definition),
    limit: Math.min(definition.limit.most, wholeNumber('limit', query['limit'], definition.limit.standard)),
    offset: wholeNumber('offset', query['offset'], 0),
  };
}

/** The `search` of a body query alone. */
export function readSearch(search: unknown, definition: QueryDefinition): Condition | undefined {
  if (search === undefined || search === null) return undefined;
  let clauses = 0;
  const read = (node: unknown, depth: number): Condition => {
    if (!isRecord(node) || depth > DEEPEST || (clauses += 1) > MOST_CLAUSES) throw invalidCondition('search');
    return all(
      Object.entries(node).map(([name, value]) => {
        if (name !== '$and' && name !== '$or') return clause(name, value);
        if (!Array.isArray(value)) throw invalidCondition(name);
        return { kind: name === '$and' ? 'and' : 'or', parts: value.map((each: unknown) => read(each, depth + 1)) };
      }),
    );
  };
  const clause = (name: string, conditions: unknown): Condition => {
    const rule = definition.field(name);
    if (rule === undefined || rule.filter === false || !isRecord(conditions)) throw invalidCondition(name);
    return all(Object.entries(conditions).map(([operator, given]) => comparison(name, rule.kind, operator, given)));
  };
  return read(search, 0);
}

const all = (parts: readonly Condition[]): Condition => (parts.length === 1 ? parts[0]! : { kind: 'and', parts });

function wholeNumber(name: string, given: unknown, standard: number): number {
  const value = given ?? standard;
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > 2_147_483_647)
    throw invalidCondition(name);
  return value as number;
}

function readJoins(given: unknown, definition: QueryDefinition): readonly QueryJoin[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw invalidCondition('join');
  return given.map((each: unknown) => {
    const field = isRecord(each) ? each['field'] : each;
    const select = isRecord(each) ? each['select'] : undefined;
    if (typeof field !== 'string' || !definition.joins.includes(field)) throw invalidCondition('join');
    if (
      select !== undefined &&
      select !== null &&
      !(Array.isArray(select) && select.every(name => typeof name === 'string'))
    )
      throw invalidCondition('join');
    return { field, select: (select ?? undefined) as readonly string[] | undefined };
  });
}

function readSorts(given: unknown, definition: QueryDefinition): readonly QuerySort[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given) || given.length > MOST_SORTS) throw invalidCondition('sort');
  return given.map((each: unknown) =>
    isRecord(each) ? sortOf(each['field'], each['order'], definition) : sortOf(undefined, undefined, definition),
  );
}

/** One sort of either grammar. Throws INVALID_CONDITION `sort`. */
export function sortOf(field: unknown, order: unknown, definition: QueryDefinition): QuerySort {
  const rule = typeof field === 'string' ? definition.field(field) : undefined;
  const direction = String(order ?? 'ASC').toUpperCase();
  if (rule === undefined || rule.sort === false || rule.kind === 'set' || (direction !== 'ASC' && direction !== 'DESC'))
    throw invalidCondition('sort');
  return { field: field as string, descending: direction === 'DESC' };
}

function readFields(given: unknown, definition: QueryDefinition): readonly string[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (!Array.isArray(given)) throw invalidCondition('fields');
  return given.map((name: unknown) => {
    if (typeof name !== 'string' || !isSelectable(name, definition)) throw invalidCondition('fields');
    return name;
  });
}

/** A column the entity has, or a relation it joins. */
export const isSelectable = (name: string, definition: QueryDefinition): boolean =>
  definition.field(name) !== undefined || definition.joins.includes(name);
