import type { Comparison, Condition, Operator, QueryPlan } from './query-plan.ts';

/**
 * True when a row in memory meets the condition: for lists that are not in the database. Operators mean what they mean
 * there: a missing value meets only `$isnull`; of a list (a relation, or a field of several choices) one element must
 * meet a positive operator, and none may meet a negative one.
 */
export function matches(condition: Condition | undefined, row: object): boolean {
  if (condition === undefined) return true;
  if (condition.kind === 'comparison')
    return meets(condition, (row as Readonly<Record<string, unknown>>)[condition.field]);
  return condition.kind === 'and'
    ? condition.parts.every(each => matches(each, row))
    : condition.parts.some(each => matches(each, row));
}

const comparable = (value: unknown): string | number =>
  value instanceof Date
    ? value.getTime()
    : typeof value === 'number'
      ? value
      : typeof value === 'boolean'
        ? Number(value)
        : String(value);

const POSITIVE: Readonly<Partial<Record<Operator, Operator>>> = {
  $ne: '$eq',
  $notin: '$in',
  $excl: '$cont',
  $isnull: '$notnull',
};

function meets(comparison: Comparison, found: unknown): boolean {
  const { operator, value } = comparison;
  if (Array.isArray(found)) {
    const positive = POSITIVE[operator];
    // A list of several choices may be asked for by a list with any operator: it means sharing an element.
    const wanted = positive ?? operator;
    const asked = Array.isArray(value) && wanted !== '$in' ? '$in' : wanted;
    return found.some((each: unknown) => meets({ ...comparison, operator: asked }, each)) === (positive === undefined);
  }
  const missing = found === undefined || found === null;
  if (operator === '$isnull') return missing;
  if (missing) return false;
  if (operator === '$notnull') return true;
  const held = value instanceof Date ? Date.parse(String(found)) : comparable(found);
  if (Array.isArray(value)) return value.some((each: unknown) => comparable(each) === held) === (operator === '$in');
  const asked = comparable(value);
  const text = String(found).toLowerCase();
  const part = String(asked).toLowerCase();
  switch (operator) {
    case '$eq':
      return held === asked;
    case '$ne':
      return held !== asked;
    case '$gt':
      return held > asked;
    case '$gte':
      return held >= asked;
    case '$lt':
      return held < asked;
    case '$lte':
      return held <= asked;
    case '$cont':
      return text.includes(part);
    case '$excl':
      return !text.includes(part);
    case '$starts':
      return text.startsWith(part);
    case '$ends':
      return text.endsWith(part);
    default:
      return false;
  }
}

const field = (row: object, name: string): string => String((row as Readonly<Record<string, unknown>>)[name] ?? '');

/**
 * The rows a plan finds among those in memory, in its order. `valued` gives what a condition may ask of a row, which
 * may be more than the row shows.
 */
export function found<T extends object>(
  rows: readonly T[],
  plan: QueryPlan,
  valued: (row: T) => object = row => row,
): T[] {
  const matching = rows.filter(row => matches(plan.condition, valued(row)));
  for (const { field: name, descending } of plan.sorts.toReversed()) {
    matching.sort(
      (one, other) =>
        (descending ? -1 : 1) *
        field(valued(one), name).localeCompare(field(valued(other), name), 'en', { numeric: true }),
    );
  }
  return matching;
}

/** One page of what a plan finds among rows in memory. */
export function listed<T extends object>(
  rows: readonly T[],
  plan: QueryPlan,
  valued?: (row: T) => object,
): { data: T[]; count: number } {
  const all = found(rows, plan, valued);
  return { data: all.slice(plan.offset, plan.offset + plan.limit), count: all.length };
}
