import type { Operator } from './query-plan.ts';
import { ARRAY_DELIMITER, ARRAY_OPERATORS, CONDITION_DELIMITER, EMPTY_VALUE_OPERATORS } from './query-plan.ts';

/** One condition of a query string: "Priority > 5". Several `values` only for lists, none for "is empty". */
export interface FilterClause {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Writes a clause as query strings carry it: `field||operator||value`; elements of lists are encoded once more. */
export function clauseText({ field, operator, values }: FilterClause): string {
  const head = `${field}${CONDITION_DELIMITER}${operator}`;
  if (EMPTY_VALUE_OPERATORS.has(operator)) return head;
  const value = ARRAY_OPERATORS.has(operator)
    ? values.map(encodeURIComponent).join(ARRAY_DELIMITER)
    : (values[0] ?? '');
  return `${head}${CONDITION_DELIMITER}${value}`;
}

/** Writes the clause that a field has one of these ids. */
export const oneOf = (field: string, ids: readonly number[]): string =>
  clauseText({ field, operator: '$in', values: ids.map(String) });

/** Splits a clause at its delimiters; `value` may hold the delimiter itself and is undefined when there is none. */
export function splitClause(text: string): {
  readonly field: string;
  readonly operator: string;
  readonly value: string | undefined;
} {
  const [field = '', operator = '', ...rest] = text.split(CONDITION_DELIMITER);
  return { field, operator, value: rest.length === 0 ? undefined : rest.join(CONDITION_DELIMITER) };
}

/** Reads a clause that `clauseText` wrote; undefined for text that is none. */
export function readClause(text: string): FilterClause | undefined {
  const { field, operator, value = '' } = splitClause(text);
  if (field === '' || !operator.startsWith('$')) return undefined;
  const values = value === '' ? [] : ARRAY_OPERATORS.has(operator) ? listElements(value) : [value];
  return { field, operator: operator as Operator, values: values.map(each => each ?? '') };
}

/** Decodes the elements of a list; undefined for one that is no encoded text. */
export const listElements = (value: string): readonly (string | undefined)[] =>
  value.split(ARRAY_DELIMITER).map(each => {
    try {
      return decodeURIComponent(each);
    } catch {
      return undefined;
    }
  });
