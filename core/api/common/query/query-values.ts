import { Fault } from '#core/base/common/index.ts';
import type { FieldKind } from './query-definition.ts';
import type { Comparison, Operator, QueryValue } from './query-plan.ts';
import { ARRAY_OPERATORS, EMPTY_VALUE_OPERATORS, OPERATORS } from './query-plan.ts';

/** Most elements of a list in one condition. */
const MOST_VALUES = 50_000;
const LONGEST_TEXT = 3_000;

/** 400 in the words of the specification (section 8); `condition` is the field, operator or clause that is wrong. */
export const invalidCondition = (condition: string): Fault =>
  new Fault('INVALID_CONDITION', `Invalid ${condition} value`, { status: 400, details: { condition } });

const KIND_OPERATORS: Readonly<Record<FieldKind, ReadonlySet<Operator>>> = {
  integer: new Set<Operator>(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$notin', '$isnull', '$notnull']),
  number: new Set<Operator>(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$notin', '$isnull', '$notnull']),
  time: new Set<Operator>(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$isnull', '$notnull']),
  text: new Set<Operator>(OPERATORS),
  email: new Set<Operator>(OPERATORS),
  flag: new Set<Operator>(['$eq', '$ne', '$isnull', '$notnull']),
  uuid: new Set<Operator>(['$eq', '$ne', '$in', '$notin', '$isnull', '$notnull']),
  set: new Set<Operator>(['$eq', '$ne', '$in', '$notin', '$cont', '$excl', '$isnull', '$notnull']),
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST_TEXT && !value.includes('\0') ? value : undefined;

/** A JSON value as one of the kind; undefined when it is none. */
const READERS: Readonly<Record<FieldKind, (value: unknown) => QueryValue | undefined>> = {
  integer: value =>
    Number.isSafeInteger(value) && Math.abs(value as number) <= 2_147_483_647 ? (value as number) : undefined,
  number: value => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  text: plainText,
  email: value => plainText(value)?.toLowerCase(),
  flag: value => (value === true || value === 1 ? true : value === false || value === 0 ? false : undefined),
  time(value) {
    const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
    return time === undefined || Number.isNaN(time.getTime()) || Math.abs(time.getTime()) > 8e15 ? undefined : time;
  },
  uuid: value => (typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined),
  set: plainText,
};

/** Text of a query string as the JSON value a body would have. */
export function valueOfText(kind: FieldKind, text: string): unknown {
  if (kind === 'integer' || kind === 'number') return text.trim() === '' ? undefined : Number(text);
  if (kind === 'flag') return /^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined;
  return text;
}

function one(name: string, kind: FieldKind, given: unknown): QueryValue {
  const value = READERS[kind](given);
  if (value === undefined) throw invalidCondition(name);
  return value;
}

/**
 * One checked comparison. Throws INVALID_CONDITION naming the field, or the operator when it is unknown or not one for
 * the field.
 */
export function comparison(name: string, kind: FieldKind, operator: string, given: unknown): Comparison {
  if (!KIND_OPERATORS[kind].has(operator as Operator)) throw invalidCondition(operator === '' ? name : operator);
  const known = operator as Operator;
  if (EMPTY_VALUE_OPERATORS.has(known)) {
    // `{"$isnull": true}` in bodies, nothing or `true` in query strings.
    if (given !== true && given !== undefined) throw invalidCondition(name);
    return { kind: 'comparison', field: name, operator: known, value: undefined };
  }
  if (ARRAY_OPERATORS.has(known) || (kind === 'set' && Array.isArray(given))) {
    if (!Array.isArray(given) || given.length > MOST_VALUES) throw invalidCondition(name);
    return { kind: 'comparison', field: name, operator: known, value: given.map(each => one(name, kind, each)) };
  }
  // Order operators may come with a list of one.
  return {
    kind: 'comparison',
    field: name,
    operator: known,
    value: one(name, kind, Array.isArray(given) && given.length === 1 ? given[0] : given),
  };
}
