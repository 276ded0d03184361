import type { Operator } from '#core/api/common/index.ts';
import type { FilterField } from '../kit/filter-field.ts';
import { operatorsOf } from '../kit/filter-field.ts';

/** One filter as a person set it: "Priority > 5". `values` are several only for choices, none for "is empty". */
export interface FilterClause {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

const LISTS: ReadonlySet<string> = new Set(['$in', '$notin']);

/** The clause as the address and the query string carry it (wire, README 8). */
export function clauseText({ field, operator, values }: FilterClause): string {
  if (operator === '$isnull') return `${field}||${operator}`;
  return `${field}||${operator}||${LISTS.has(operator) ? values.map(encodeURIComponent).join(',') : (values[0] ?? '')}`;
}

/** Reads a clause; undefined for text that is none. */
export function readClause(text: string): FilterClause | undefined {
  const [field = '', operator = '', ...rest] = text.split('||');
  if (field === '' || !operator.startsWith('$')) return undefined;
  const value = rest.join('||');
  const values = value === '' ? [] : LISTS.has(operator) ? value.split(',').map(decoded) : [value];
  return { field, operator: operator as Operator, values };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Fields that hold a moment, of which people ask for the day. */
const MOMENTS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** The clause as the server is asked: days become moments in the zone of the person. */
export function requestClauses(text: string): readonly string[] {
  const clause = readClause(text);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(clause?.values[0] ?? '') ?? [];
  if (clause === undefined || day === undefined || !MOMENTS.has(clause.field)) return [text];
  const begin = new Date(Number(year), Number(month) - 1, Number(day)).toISOString();
  const end = new Date(Number(year), Number(month) - 1, Number(day) + 1).toISOString();
  if (clause.operator === '$eq') return [`${clause.field}||$gte||${begin}`, `${clause.field}||$lt||${end}`];
  return [clause.operator === '$gt' ? `${clause.field}||$gte||${end}` : `${clause.field}||$lt||${begin}`];
}

/** What a chip says: field, operator and value. */
export function clauseLabel(
  clause: FilterClause,
  field: FilterField | undefined,
): { readonly field: string; readonly operator: string; readonly value: string } {
  const operator = field === undefined ? undefined : operatorsOf(field).find(each => each.operator === clause.operator);
  const named = clause.values.map(value =>
    field?.kind === 'flag'
      ? value === 'true'
        ? 'yes'
        : 'no'
      : (field?.choices?.find(each => each.value === value)?.label ?? value),
  );
  return {
    field: field?.title ?? clause.field,
    operator: operator?.title ?? clause.operator,
    value: named.length > 2 ? `${named.slice(0, 2).join(', ')} +${named.length - 2}` : named.join(', '),
  };
}

/** True when nothing is missing to ask for it. */
export const isComplete = (clause: FilterClause): boolean =>
  clause.field !== '' && (clause.operator === '$isnull' || clause.values.some(each => each.trim() !== ''));
