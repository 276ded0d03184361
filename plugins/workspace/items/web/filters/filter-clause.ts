import { clauseText, readClause } from '#core/api/common/index.ts';
import type { FilterClause, Operator } from '#core/api/common/index.ts';
import type { FilterField } from '../kit/filter-field.ts';
import { operatorsOf } from '../kit/filter-field.ts';

/** Fields that hold a moment, of which people ask for the day. */
const MOMENTS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** The clause as the server is asked: days become moments in the zone of the person. */
export function requestClauses(text: string): readonly string[] {
  const clause = readClause(text);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(clause?.values[0] ?? '') ?? [];
  if (clause === undefined || day === undefined || !MOMENTS.has(clause.field)) return [text];
  const begin = new Date(Number(year), Number(month) - 1, Number(day)).toISOString();
  const end = new Date(Number(year), Number(month) - 1, Number(day) + 1).toISOString();
  const { field, operator } = clause;
  const ask = (asked: Operator, value: string): string => clauseText({ field, operator: asked, values: [value] });
  if (operator === '$eq') return [ask('$gte', begin), ask('$lt', end)];
  return [operator === '$gt' ? ask('$gte', end) : ask('$lt', begin)];
}

/** Returns the text of a chip: field, operator and value. */
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
