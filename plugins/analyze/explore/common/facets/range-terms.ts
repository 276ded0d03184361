import type { Comparison, Expression, ScopeName } from '../query/expression.ts';
import { isNumberText } from '../query/parse-value.ts';
import { NOWHERE } from '../query/query-terms.ts';
import type { FacetValue } from './facet.ts';
import { comparisonOn, isMissingWord } from './field-comparison.ts';
import type { Bound, NumberRange } from './number-range.ts';

/** The field of a number that items have, and its ranges. */
export interface RangedField {
  readonly path: readonly [scope: ScopeName, ...field: readonly string[]];
  readonly ranges: readonly NumberRange[];
}

/**
 * Returns the condition of some ranges of a number, e.g. `metadata(size >= 100000 AND size < 1000000)`; of a missing
 * number `metadata(size IS EMPTY)`.
 */
export function rangeTerm({ path: [scope, ...field], ranges }: RangedField, values: readonly FacetValue[]): Expression {
  const conditions = values.map(value => {
    const bounds = ranges.find(each => each.value === value)?.bounds ?? [];
    return bounds.length === 0
      ? comparisonOf(field, 'empty')
      : joined(
          'and',
          bounds.map(({ operator, amount }) => comparisonOf(field, operator, amount)),
        );
  });
  return { kind: 'scope', scope, names: [], quantifier: 'any', inner: joined('or', conditions), range: NOWHERE };
}

/**
 * Returns the ranges of a number that a condition allows, when it is about the number alone; undefined for any other
 * condition. `file(brightness BETWEEN 15 AND 90)` and `file(brightness <= 90 AND brightness >= 15)` are the same.
 */
export function rangesOf(term: Expression, field: RangedField): readonly FacetValue[] | undefined {
  const condition = withScopeInside(term, field);
  if (condition.kind === 'or') {
    const parts = condition.parts.map(part => rangesOf(part, field));
    return parts.includes(undefined) ? undefined : parts.flatMap(each => each ?? []);
  }
  const bounds = boundsOf(condition, field);
  if (bounds === undefined) return undefined;
  if (bounds.length === 0) return [null];
  const range = field.ranges.find(each => sameBounds(each.bounds, bounds));
  return range === undefined ? undefined : [range.value];
}

/** The bounds that a condition sets to a number: none where it asks for a missing one. */
function boundsOf(term: Expression, field: RangedField): readonly Bound[] | undefined {
  const condition = withScopeInside(term, field);
  if (condition.kind === 'and') {
    const parts = condition.parts.map(part => boundsOf(part, field));
    return parts.some(each => each === undefined || each.length === 0) ? undefined : parts.flatMap(each => each ?? []);
  }
  const comparison = comparisonOn(condition, field.path);
  if (comparison === undefined || comparison.negated) return undefined;
  const { operator, values } = comparison;
  if (operator === 'empty' || (operator === '=' && isMissingWord(values[0]!))) return [];
  const amounts = values.map(each => (each.kind === 'text' && isNumberText(each.text) ? Number(each.text) : undefined));
  const [low, high] = amounts;
  if (low === undefined) return undefined;
  if (operator === 'between')
    return high === undefined
      ? undefined
      : [
          { operator: '>=', amount: low },
          { operator: '<=', amount: high },
        ];
  return isBound(operator) ? [{ operator, amount: low }] : undefined;
}

/** The condition with its scope around each part: an item has one number, so that both say the same. */
function withScopeInside(term: Expression, { path: [scope] }: RangedField): Expression {
  if (term.kind !== 'scope' || term.scope !== scope || term.quantifier !== 'any' || term.names.length > 0) return term;
  const { inner } = term;
  if (inner?.kind !== 'and' && inner?.kind !== 'or') return term;
  return { ...inner, parts: inner.parts.map(part => ({ ...term, inner: part })) };
}

const isBound = (operator: Comparison['operator']): operator is Bound['operator'] =>
  ['<', '<=', '>', '>=', '='].includes(operator);

const sameBounds = (some: readonly Bound[], others: readonly Bound[]): boolean =>
  some.length === others.length &&
  some.every(one => others.some(other => other.operator === one.operator && other.amount === one.amount));

const joined = (kind: 'and' | 'or', parts: readonly Expression[]): Expression =>
  parts.length === 1 ? parts[0]! : { kind, parts, range: NOWHERE };

const comparisonOf = (field: readonly string[], operator: Comparison['operator'], amount?: number): Comparison => ({
  kind: 'cmp',
  field: { names: field, range: NOWHERE },
  operator,
  negated: false,
  list: false,
  values: amount === undefined ? [] : [{ kind: 'text', text: String(amount), quoted: false, range: NOWHERE }],
  range: NOWHERE,
});
