import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { ItemTables } from './items-tables.ts';

/** Tables in which a condition is read: items under the name `item`. */
export interface QueriedItems extends ItemTables {
  item: ItemTables['items.item'];
}
type Builder = ExpressionBuilder<QueriedItems, 'item'>;
type Kind = 'integer' | 'number' | 'text' | 'flag' | 'time';
type Field = { readonly kind: Kind; readonly column: keyof ItemTables['items.item'] } | { readonly kind: Kind; readonly assignment: 'email' | 'user_role' };

/** Fields a filter may name (wire, main API 9); everything else is refused. */
const fields: Readonly<Record<string, Field>> = {
  id: { kind: 'integer', column: 'id' },
  name: { kind: 'text', column: 'name' },
  folder_id: { kind: 'integer', column: 'folder_id' },
  annotation_status: { kind: 'integer', column: 'annotation_status' },
  approval_status: { kind: 'integer', column: 'approval_status' },
  is_pinned: { kind: 'flag', column: 'is_pinned' },
  entropy_value: { kind: 'number', column: 'entropy_value' },
  createdAt: { kind: 'time', column: 'created_at' },
  updatedAt: { kind: 'time', column: 'updated_at' },
  'assignments.user_id': { kind: 'text', assignment: 'email' },
  'assignments.user_role': { kind: 'integer', assignment: 'user_role' },
};

const comparisons = { $eq: '=', $ne: '<>', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;
const DEEPEST = 16;
const MOST_CLAUSES = 500;
const MOST_VALUES = 5_000;

/** 400 with the words of the specification (section 8). */
export const invalidCondition = (name: string): Fault => new Fault('INVALID_CONDITION', `Invalid ${name} value`, { status: 400, details: { condition: name } });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function checked(value: unknown, name: string, kind: Kind): unknown {
  if (kind === 'text' && typeof value === 'string' && value.length <= 3000 && !value.includes('\0')) return value;
  if (kind === 'flag' && (value === true || value === false || value === 0 || value === 1)) return value === true || value === 1;
  if (kind === 'time' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value);
  if (kind === 'number' && typeof value === 'number' && Number.isFinite(value)) return value;
  if (kind === 'integer' && Number.isSafeInteger(value) && Math.abs(value as number) <= 2_147_483_647) return value;
  throw invalidCondition(name);
}

const literal = (text: string): string => text.replace(/[\\%_]/g, sign => `\\${sign}`);

/** One operator on one column. */
function compare(builder: Builder, column: Expression<unknown>, name: string, kind: Kind, operator: string, given: unknown): Expression<SqlBool> {
  if (operator === '$isnull' || operator === '$notnull') {
    if (given !== true) throw invalidCondition(name);
    return builder(column, operator === '$isnull' ? 'is' : 'is not', null);
  }
  if (operator === '$in' || operator === '$notin') {
    if (!Array.isArray(given) || given.length > MOST_VALUES) throw invalidCondition(name);
    const values = given.map(each => checked(each, name, kind));
    if (values.length === 0) return operator === '$in' ? sql<SqlBool>`false` : sql<SqlBool>`true`;
    return builder(column, operator === '$in' ? 'in' : 'not in', values);
  }
  if (operator === '$cont' || operator === '$starts' || operator === '$ends') {
    if (kind !== 'text' || typeof given !== 'string') throw invalidCondition(name);
    const text = literal(given);
    return builder(column, 'ilike', operator === '$starts' ? `${text}%` : operator === '$ends' ? `%${text}` : `%${text}%`);
  }
  if (!(operator in comparisons)) throw invalidCondition(operator);
  // Order operators may come with a list of one (wire, section 9).
  const value = checked(Array.isArray(given) && given.length === 1 ? given[0] : given, name, kind);
  return builder(column, comparisons[operator as keyof typeof comparisons], value);
}

const negative: Readonly<Record<string, string>> = { $ne: '$eq', $notin: '$in', $isnull: '$notnull' };

/** On the assignments of an item a positive operator asks for one that matches, a negative one that none does (wire, section 9). */
function related(builder: Builder, column: 'email' | 'user_role', name: string, kind: Kind, operator: string, given: unknown): Expression<SqlBool> {
  const positive = negative[operator] ?? operator;
  const found = builder.exists(builder.selectFrom('items.assignment as assigned').select(sql`1`.as('one'))
    .whereRef('assigned.item_id', '=', 'item.id')
    .where(inner => compare(inner as unknown as Builder, sql.ref(`assigned.${column}`), name, kind, positive, given)));
  return positive === operator ? found : builder.not(found);
}

function clause(builder: Builder, name: string, condition: unknown): Expression<SqlBool> {
  const field = Object.hasOwn(fields, name) ? fields[name]! : undefined;
  if (field === undefined || !isRecord(condition)) throw invalidCondition(name);
  return builder.and(Object.entries(condition).map(([operator, given]) =>
    'assignment' in field ? related(builder, field.assignment, name, field.kind, operator, given) : compare(builder, sql.ref(`item.${field.column}`), name, field.kind, operator, given)));
}

/**
 * The condition of a body query's `search` (wire, section 9) over items named `item`.
 * @throws Fault INVALID_CONDITION naming the field or operator.
 */
export function itemCondition(search: unknown): (builder: Builder) => Expression<SqlBool> {
  let clauses = 0;
  const read = (builder: Builder, node: unknown, depth: number): Expression<SqlBool> => {
    if (!isRecord(node) || depth > DEEPEST || (clauses += 1) > MOST_CLAUSES) throw invalidCondition('search');
    const parts = Object.entries(node).map(([name, value]) => {
      if (name !== '$and' && name !== '$or') return clause(builder, name, value);
      if (!Array.isArray(value)) throw invalidCondition(name);
      const inner = value.map((each: unknown) => read(builder, each, depth + 1));
      return name === '$and' ? builder.and(inner) : builder.or(inner);
    });
    return parts.length === 0 ? sql<SqlBool>`true` : builder.and(parts);
  };
  return builder => (search === undefined || search === null ? sql<SqlBool>`true` : read(builder, search, 0));
}

/** Reads `limit` and `offset` of a body query. */
export function pageOfQuery(query: Readonly<Record<string, unknown>>): { readonly limit: number; readonly offset: number } {
  const number = (name: string, standard: number, most: number): number => {
    const value = query[name] ?? standard;
    if (!Number.isSafeInteger(value) || (value as number) < 0) throw invalidCondition(name);
    return Math.min(most, value as number);
  };
  return { limit: number('limit', 2000, 2000), offset: number('offset', 0, 2_147_483_647) };
}

/** Reads `sort` of a body query: `[{ field, order }]`; by id when absent, which keeps pages stable. */
export function sortOfQuery(query: Readonly<Record<string, unknown>>): readonly { readonly column: keyof ItemTables['items.item']; readonly descending: boolean }[] {
  const sort = query['sort'];
  if (sort === undefined || sort === null) return [];
  if (!Array.isArray(sort) || sort.length > 5) throw invalidCondition('sort');
  return sort.map((each: unknown) => {
    const name = isRecord(each) ? each['field'] : undefined;
    const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name]! : undefined;
    const order = isRecord(each) ? String(each['order'] ?? 'ASC').toUpperCase() : '';
    if (field === undefined || !('column' in field) || (order !== 'ASC' && order !== 'DESC')) throw invalidCondition('sort');
    return { column: field.column, descending: order === 'DESC' };
  });
}
