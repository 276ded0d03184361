import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { CompareOperator } from '../common/query/expression.ts';
import type { Match } from '../common/query/typed-query.ts';

export type Condition = RawBuilder<SqlBool>;

const OPERATORS: Readonly<Record<CompareOperator, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '<': sql`<`,
  '>=': sql`>=`,
  '<=': sql`<=`,
};

/** Signs of patterns taken as themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, sign => `\\${sign}`);

export const operatorSql = (operator: CompareOperator): RawBuilder<unknown> => OPERATORS[operator];

/** Columns of the values of a field: one column, or one for texts and one for numbers. */
export interface FieldColumns {
  readonly text: RawBuilder<unknown>;
  /** `text` when absent. */
  readonly number?: RawBuilder<unknown>;
  /** Choices by numbers or by texts. */
  readonly ids?: 'int' | 'text';
  /** When the value is missing; a null when absent. Columns stay bare, so that indexes serve them. */
  readonly missing?: Condition;
}

/** One match as SQL with bound parameters only. */
export function matchSql(
  { text, number = text, ids = 'int', missing = sql`${text} is null` }: FieldColumns,
  match: Match,
): Condition {
  switch (match.kind) {
    case 'missing':
      return missing;
    case 'ids':
      // One value keeps the order of an index behind it, by which items and objects are joined without a table of hashes.
      return match.ids.length === 1
        ? sql`${text} = ${match.ids[0]}::${sql.raw(ids)}`
        : sql`${text} = any(${[...match.ids]}::${sql.raw(ids)}[])`;
    case 'number':
      return sql`${number} ${OPERATORS[match.operator]} ${match.value}::double precision`;
    case 'text':
      return sql`${text} collate "C" ${OPERATORS[match.operator]} ${match.value}::text`;
    case 'texts':
      return sql`${text} = any(${[...match.values]}::text[])`;
    case 'between':
      return typeof match.low === 'number'
        ? sql`${number} between ${match.low}::double precision and ${match.high}::double precision`
        : sql`${text} collate "C" between ${match.low}::text and ${match.high}::text`;
    case 'contains':
      return sql`${text} ilike ${`%${literal(match.text)}%`}::text`;
    case 'starts':
      return sql`${text} ilike ${`${literal(match.text)}%`}::text`;
    case 'ends':
      return sql`${text} ilike ${`%${literal(match.text)}`}::text`;
    case 'matches':
      return sql`${text} ~ ${match.pattern}::text`;
    case 'flag':
      return sql`${text} = ${match.value}::boolean`;
    case 'span':
      return both(
        match.from === undefined ? undefined : sql`${text} >= ${match.from}::timestamptz`,
        match.to === undefined ? undefined : sql`${text} < ${match.to}::timestamptz`,
      );
  }
}

const both = (one: Condition | undefined, other: Condition | undefined): Condition =>
  one === undefined ? (other ?? sql`true`) : other === undefined ? one : sql`(${one} and ${other})`;

/** Any of conditions. */
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1
    ? conditions[0]!
    : conditions.length === 0
      ? sql`false`
      : sql`(${sql.join(conditions, sql` or `)})`;

/** All of conditions. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql`true`
    : conditions.length === 1
      ? conditions[0]!
      : sql`(${sql.join(conditions, sql` and `)})`;
