import type { Operator } from './query-plan.ts';
import { ARRAY_DELIMITER, ARRAY_OPERATORS, CONDITION_DELIMITER, EMPTY_VALUE_OPERATORS } from './query-plan.ts';
import { invalidCondition } from './query-values.ts';

/** A filter row as screens and scripts hold it (spec 3: field, operator, value). */
export interface FilterRow {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

/** The parts of a query (spec 3: filter rows, joins, sorts). */
export interface QueryParts {
  readonly filters?: readonly FilterRow[];
  readonly alternatives?: readonly FilterRow[];
  readonly joins?: readonly { readonly field: string; readonly select?: readonly string[] }[];
  readonly sorts?: readonly { readonly field: string; readonly order: 'ASC' | 'DESC' }[];
  readonly fields?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
}

/** Reads a row's value. Throws `Invalid {cond} value` where the operator needs one that is missing (spec 5). */
function valueOf({ field, operator, value }: FilterRow): unknown {
  if (EMPTY_VALUE_OPERATORS.has(operator)) return true;
  if (value === undefined || value === null || value === '') throw invalidCondition(field);
  if (!ARRAY_OPERATORS.has(operator)) return value;
  const list: readonly unknown[] = Array.isArray(value) ? value : String(value).split(ARRAY_DELIMITER);
  if (list.length === 0) throw invalidCondition(field);
  return list;
}

function clause(row: FilterRow): string {
  const value = valueOf(row);
  if (EMPTY_VALUE_OPERATORS.has(row.operator)) return [row.field, row.operator].join(CONDITION_DELIMITER);
  const text = Array.isArray(value) ? value.map(each => encodeURIComponent(String(each))).join(ARRAY_DELIMITER) : String(value);
  return [row.field, row.operator, text].join(CONDITION_DELIMITER);
}

/** A query as fields of a query string (wire, section 8). Throws INVALID_CONDITION for a row without its value. */
export function queryStringOf(parts: QueryParts): Readonly<Record<string, string | number | readonly string[]>> {
  return {
    ...(parts.filters === undefined ? {} : { filter: parts.filters.map(clause) }),
    ...(parts.alternatives === undefined ? {} : { or: parts.alternatives.map(clause) }),
    ...(parts.joins === undefined ? {} : { join: parts.joins.map(({ field, select }) => (select === undefined ? field : `${field}${CONDITION_DELIMITER}${select.join(ARRAY_DELIMITER)}`)) }),
    ...(parts.sorts === undefined ? {} : { sort: parts.sorts.map(({ field, order }) => `${field},${order}`) }),
    ...(parts.fields === undefined ? {} : { fields: parts.fields.join(ARRAY_DELIMITER) }),
    ...(parts.limit === undefined ? {} : { limit: parts.limit }),
    ...(parts.offset === undefined ? {} : { offset: parts.offset }),
  };
}

/** A query as a body (wire, section 9). Throws INVALID_CONDITION for a row without its value. */
export function bodyQueryOf(parts: QueryParts): { readonly query: Readonly<Record<string, unknown>> } {
  const each = (row: FilterRow): object => ({ [row.field]: { [row.operator]: valueOf(row) } });
  const clauses = [...(parts.filters ?? []).map(each), ...((parts.alternatives ?? []).length === 0 ? [] : [{ $or: parts.alternatives!.map(each) }])];
  return {
    query: {
      search: clauses.length === 0 ? {} : { $and: clauses },
      ...(parts.joins === undefined ? {} : { join: parts.joins }),
      ...(parts.sorts === undefined ? {} : { sort: parts.sorts }),
      ...(parts.fields === undefined ? {} : { fields: parts.fields }),
      ...(parts.limit === undefined ? {} : { limit: parts.limit }),
      ...(parts.offset === undefined ? {} : { offset: parts.offset }),
    },
  };
}

/** How a parameter of a path becomes a condition (spec 5). */
export interface PathParameter {
  readonly type?: 'number' | 'uuid' | 'text';
  /** Another name of the field; the parameter's own when absent. */
  readonly field?: string;
  /** Skipped. */
  readonly disabled?: boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Conditions made from parameters of a path, with the equals operator; disabled ones are skipped (spec 5).
 * @throws Fault INVALID_CONDITION naming a parameter that is not the number or uuid it should be.
 */
export function conditionsOfPath(values: Readonly<Record<string, string>>, parameters: Readonly<Record<string, PathParameter>>): readonly FilterRow[] {
  return Object.entries(parameters).flatMap(([name, { type = 'text', field = name, disabled = false }]): readonly FilterRow[] => {
    if (disabled) return [];
    const text = values[name];
    if (text === undefined || text === '') throw invalidCondition(name);
    if (type === 'uuid' && !UUID.test(text)) throw invalidCondition(name);
    if (type !== 'number') return [{ field, operator: '$eq', value: text }];
    const number = Number(text);
    if (!Number.isFinite(number) || text.trim() === '') throw invalidCondition(name);
    return [{ field, operator: '$eq', value: number }];
  });
}
