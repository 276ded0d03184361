import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Filter } from 'scim2-parse-filter';
import { parse } from 'scim2-parse-filter';
import { scimFault } from './scim-faults.ts';

/** An attribute of a resource in the database. */
export interface FilterColumn {
  readonly column: RawBuilder<unknown>;
  readonly kind: 'text' | 'boolean' | 'time';
}

/** Attributes that filters may name, in lower case, without their schema. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

type Condition = RawBuilder<SqlBool>;

const invalid = (text: string): Error => scimFault(400, text, 'invalidFilter');
const MOST_CONDITIONS = 50;

const pattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Turns a SCIM filter into a condition of SQL. @throws Fault SCIM (400, invalidFilter) */
export function filterCondition(text: string, columns: FilterColumns): Condition {
  let filter: Filter;
  try {
    filter = parse(text);
  } catch (error) {
    throw invalid(`The filter can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  let conditions = 0;

  const columnOf = (path: string): FilterColumn => {
    const name = path.replace(/^urn:[^ ]*:(?=[^:]+$)/i, '').toLowerCase();
    const column = columns[name];
    if (column === undefined) throw invalid(`The filter names ${path}, which can't be filtered by.`);
    return column;
  };
  const valueOf = ({ kind }: FilterColumn, path: string, value: unknown): string | boolean | Date => {
    if (kind === 'boolean') {
      if (typeof value === 'boolean') return value;
      throw invalid(`${path} is compared with true or false.`);
    }
    if (typeof value !== 'string') throw invalid(`${path} is compared with text in quotation marks.`);
    if (kind === 'text') return value;
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) throw invalid(`${path} is compared with a time such as 2026-11-24T00:00:00Z.`);
    return time;
  };
  const compare = (op: string, path: string, raw: unknown): Condition => {
    const target = columnOf(path);
    const { column, kind } = target;
    if (raw === null) return op === 'eq' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
    const value = valueOf(target, path, raw);
    const lower = kind === 'text' ? sql`lower(${column})` : column;
    const other = typeof value === 'string' ? value.toLowerCase() : value;
    const order = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;
    if (op === 'eq') return sql<SqlBool>`${lower} = ${other}`;
    if (op === 'ne') return sql<SqlBool>`${lower} is distinct from ${other}`;
    if (op in order && kind !== 'boolean') return sql<SqlBool>`${lower} ${order[op as 'gt']} ${other}`;
    if (typeof other !== 'string') throw invalid(`${path} can't be compared by ${op}.`);
    const part = pattern(other);
    if (op === 'co') return sql<SqlBool>`${lower} like ${`%${part}%`}`;
    if (op === 'sw') return sql<SqlBool>`${lower} like ${`${part}%`}`;
    if (op === 'ew') return sql<SqlBool>`${lower} like ${`%${part}`}`;
    throw invalid(`${op} is no operator of filters.`);
  };
  const joined = (all: readonly Condition[], by: 'and' | 'or'): Condition =>
    sql<SqlBool>`(${sql.join([...all], by === 'and' ? sql` and ` : sql` or `)})`;
  const build = (node: Filter, within: string): Condition => {
    if ((conditions += 1) > MOST_CONDITIONS) throw invalid(`A filter has at most ${MOST_CONDITIONS} conditions.`);
    switch (node.op) {
      case 'and':
      case 'or':
        return joined(
          node.filters.map(each => build(each, within)),
          node.op,
        );
      case 'not':
        return sql<SqlBool>`not coalesce(${build(node.filter, within)}, false)`;
      case '[]':
        return build(node.valFilter, `${within}${node.attrPath}.`);
      case 'pr': {
        const { column } = columnOf(within + node.attrPath);
        return sql<SqlBool>`${column} is not null`;
      }
      default:
        return compare(node.op, within + node.attrPath, node.compValue);
    }
  };
  return build(filter, '');
}
